# The private hand panel.

button-draw = Draw · { $stock } left
button-take = Take { $card }
button-take-none = Take
button-call = Tawag
button-call-yes = Tawag · yes
button-lay = Lay { $cards }
button-lay-none = Lay
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
button-sort-rank = Sort: by rank
button-sort-suit = Sort: by suit
button-show = Show
button-challenge = Challenge

# On a label whose move empties the hand
label-tongits = { $label } · Tongits!

hand-place = { $guild } › { $channel } · hand { $hand } · { $turn }
turn-yours = **your turn**{ $deadline }
turn-theirs = not your turn yet
turn-answer-yours = **{ $name } called (Tawag): your answer**{ $deadline }
turn-answer-theirs = **{ $name }** called (Tawag), waiting for { $waiting }{ $deadline }
turn-over = over
turn-closed = table closed: { $why }

hand-none = no cards left
hand-drew = Just drawn: **{ $card }**
hand-took = Taken: **{ $card }**
hand-points = Points left { $points } · { $risk }
hand-points-split = Points left { $points } (best split: { $melds }) · { $risk }
risk-open = open
risk-sunog = sunog risk: lay a meld to be safe

hand-left = You left: the rest of this hand is played for you.
hand-answered = Nothing to answer for you now; hands open when every answer is in.
hand-over-won = Hand { $hand } is over: **you won**.
hand-over-lost = Hand { $hand } is over: **{ $name }** won.
hand-over-void = Hand { $hand } is over: { hand-void }
hand-void = everybody sunog, nobody wins; the stakes carry to the next hand.

hand-select = Select cards to lay, sapaw or discard.
hand-selected = Selected: **{ $cards }**
hand-no-meld = { $cards }: no set or run, and no meld on the table takes them.

call-warning = Call (Tawag)? All hands are compared: the fewest points win. If you do not win, you pay double.
reply-warning = Your points: **{ $points }**. Show: compare hands. Challenge: say yours is lower; a lost challenge pays double. An answer is final.
leave-warning = { more-leave-hand }

pick-placeholder = Your cards
pick-drawn = just drawn
pick-taken = taken, not to be thrown this turn
quick-placeholder = Melds and sapaw you can lay now

# Why a button is off, by the engine's code
block-pile_empty = Take: the discard pile is empty.
block-must_draw_stock = Take: six turns running changed nothing, so draw from the stock.
block-not_opened = Tawag: lay a meld of your own first.
block-taken_this_turn = Discard { $card }: a card taken this turn cannot be thrown back.
