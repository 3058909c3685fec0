# For moderators: /tongits-admin fairplay. It states figures and accuses nobody.

fairplay-title = **Fair play: the last { $days } days**
fairplay-title-about = **Fair play: the last { $days } days of { $name }**
fairplay-looked = Compared: pairs with { $least } hands or more together: { $pairs }. Hands at tables for chips: { $hands }; discards were looked at in { $read } of them.
fairplay-none = No pair's figures are beyond what chance makes of so many hands.
fairplay-pair = **{ $first }** and **{ $second }** · hands together: { $together }, which is { $share } % of the first one's hands and { $other } % of the second one's
fairplay-flow = Chips that { $second } won from { $first }: { $found }; likely from how both fared against the others at these tables: { $likely }
fairplay-joint = Chips that the two won from third players: { $found }; likely from how everybody fares in other hands: { $likely }
fairplay-feeding = Discards of { $first } that { $second } took: { $found } of { $chances }; likely from what others take of the one, and the other of others: { $likely }
fairplay-hands = Look at: { $hands }
fairplay-hand = `{ $id }` hand { $hand } { $when }
fairplay-more = More pairs stand out: { $count }. Ask for one player to see that player's.
fairplay-marks = { $mark } Chance alone brings such a figure in one of { $reports } reports. Below it are the hands that weigh most. Hands of a pair further up do not count for the pairs below it.
fairplay-means = No figure shows intent. Friends like to play together; somebody pays more for playing otherwise against one person than against the rest; two ways of playing can fit each other by accident. Look at the hands, and ask, before you decide anything.
fairplay-kept = Worked out anew each time, for fair play alone; the report is shown to you only and stored nowhere.
fairplay-erased = Former player

error-nobody_played = That player has played no hand here yet.
