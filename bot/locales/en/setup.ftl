# Setting up a table with house rules, only for who opens it.

setup-title = ### House rules
setup-hint = No table is open yet. What is chosen here stays the table's rules as long as it is open.
setup-preset = The rules to begin with
setup-book = the rulebook: stake and points, take the discard freely
setup-pagat = units: chips of three, face-down four, hitter pot
setup-go = units: as the phone apps play, secrets in hand, hitter pot
setup-flags = What is played
setup-opened = The table is open: it stands below.
setup-dropped = No table was opened.
setup-others-kept = What could be read is kept: press **Numbers** again for the rest.
button-numbers = Numbers
button-open-table = Open table

form-title = Numbers
form-jokers = { $count ->
    [0] no jokers
    [one] one joker, { $points } points in hand
   *[other] { $count } jokers, { $points } points in hand
}
form-burned_extra = Stakes that a burned loser pays on top, { $least } to { $most }
form-hitter_ante_units = Units that each player puts in a hand, { $least } to { $most }
form-challenge_win_multiplier = All debts times this when a challenger wins, { $least } to { $most }
form-progressive_limit = The session ends at minus this; { $least } is no session, { $most } the most
form-fee_percent = Per cent of what losers pay, { $least } to { $most }
