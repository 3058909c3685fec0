# The private hand panel.

button-draw = Draw · { $stock } left
button-take = Take { $card }
button-take-none = Take
# $take is a whole "Take 7♠"; the next press chooses the meld
button-take-which = { $take } …
button-take-lay = Take { $card }: { $cards }
button-call = Tawag
button-call-yes = Tawag · yes
button-lay = Lay { $cards }
button-lay-none = Lay
button-face-down = Lay { $cards } face down
button-sapaw = Sapaw { $cards } on { $name }'s { $kind ->
    [set] set
   *[run] run
}
button-sapaw-own = Sapaw { $cards } on your { $kind ->
    [set] set
   *[run] run
}
# Where two melds would read the same: $meld names the one that is meant
button-sapaw-meld = Sapaw { $cards } on { $meld }
button-sapaw-none = Sapaw
button-discard = Discard { $card }
button-discard-none = Discard
button-undo = Undo
button-declare = Tongits
button-sort-rank = Sort: by rank
button-sort-suit = Sort: by suit
button-show = Show
button-fold = Fold
button-challenge = Challenge

# On a label whose move empties the hand
label-tongits = { $label } · Tongits!

hand-place = { $guild } › { $channel } · hand { $hand } · { $turn }
# For who left and plays no more of it
hand-place-left = { $guild } › { $channel } · hand { $hand }
turn-yours = **your turn**{ $deadline }
turn-theirs = not your turn yet
turn-answer-yours = **{ $name } called (Tawag): your answer**{ $deadline }
turn-answer-theirs = **{ $name }** called (Tawag), waiting for { $waiting }{ $deadline }
turn-over = over
turn-paused = paused: { $why }
turn-closed = table closed: { $why }

hand-none = no cards left
hand-drew = Just drawn: **{ $card }**
hand-took = Taken: **{ $card }**
hand-points = Points left { $points } · { $risk }
hand-points-split = Points left { $points } (best split: { $melds }) · { $risk }
risk-open = open
risk-sunog = sunog risk: lay a meld to be safe
risk-unopened = nothing laid
risk-secret = your secret saves you from sunog

hand-left = You left: the rest of this hand is played for you.
hand-kicked = A moderator took your seat: the rest of this hand is played for you, then your chips go back to your wallet.
hand-away = You are away: a stand-in plays for you. Press **I'm back** to play on.
hand-kicked-points = A moderator took your seat: the rest of this hand is played for you.
hand-seat-free-points = You left the table, and your seat is still free: press **I'm back** to sit down again.
hand-seat-free = Your chips are back in your wallet, and your seat is still free: press **I'm back** to sit down again.
hand-answered = Nothing to answer for you now; hands open when every answer is in.
hand-replied-show = You show your hand; hands open when every answer is in.
hand-replied-fold = You fold; hands open when every answer is in.
hand-replied-challenge = You challenge; hands open when every answer is in.
hand-over-won = Hand { $hand } is over: **you won**.
hand-over-lost = Hand { $hand } is over: **{ $name }** won.
hand-over-void = Hand { $hand } is over: { hand-void }
hand-over-void-units = Hand { $hand } is over: { hand-void-units }
hand-void = everybody sunog, nobody wins; the stakes carry to the next hand.
hand-void-units = everybody sunog, nobody wins and nobody pays.

hand-select = Select cards to lay, sapaw or discard.
hand-selected = Selected: **{ $cards }**
hand-no-meld = { $cards }: no set or run, and no meld on the table takes them.

hand-declare = Every card is in a meld: **Tongits** wins now.

call-warning-show_challenge = Call (Tawag)? All hands are compared: the fewest points win. { $cost }
call-warning-fold_challenge = Call (Tawag)? Only who challenges is compared with you; the fewest points win. { $cost }
call-cost-stake_rate = If you do not win, you pay double.
call-cost-chips = If anybody challenges, each loser pays 3 units.
call-cost-units = If you are challenged and lose, you pay 2 units more.
reply-warning-show = Your points: **{ $points }**. Show: compare hands. Challenge: say yours is lower; { $cost } An answer is final.
reply-warning-fold = Your points: **{ $points }**. Fold: give up, and pay what a win costs. Challenge: compare hands; { $cost } An answer is final.
challenge-cost-stake_rate = a lost challenge pays double.
challenge-cost-chips = a challenged call costs each loser 3 units.
challenge-cost-units = a lost challenge costs 2 units more.
challenge-multiplies = If a challenger wins, all debts are multiplied by { $factor }.
leave-warning = { more-leave-hand }

pick-placeholder = Your cards
pick-drawn = just drawn
pick-taken = taken, not to be thrown this turn
pick-fits = fits a meld, not to be thrown
pick-joker = joker
quick-placeholder = Melds and sapaw you can lay now
take-placeholder = Take it for which meld?

# Why a button is off, by the engine's code
block-pile_empty = Take: the discard pile is empty.
block-no_new_meld = Take: { $card } makes no new meld with your cards.
block-must_draw_stock = Take: six turns running changed nothing, so draw from the stock.
block-not_opened = Tawag: lay a meld of your own first.
block-sapaw_blocks_call = Tawag: { $name } laid { $cards } on your { $kind ->
    [set] set
   *[run] run
}: you may call again after this turn.
block-sapaw_blocks_call-own = Tawag: you laid { $cards } on your own { $kind ->
    [set] set
   *[run] run
}: you may call again after this turn.
block-sapaw_blocks_call-long = Tawag: you laid four or more cards at once: you may call again after this turn.
block-taken_this_turn = Discard { $card }: a card taken this turn cannot be thrown back.
block-fits_a_meld = Discard { $card }: it fits { $meld } on the table, and such a card may not be thrown here.
block-keep_a_discard = Lay: these rules want a last card to throw; keep one.
