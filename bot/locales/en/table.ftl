# The public table: lobby, hand in play, between hands, closed; and the line after each turn.

button-join = Join
button-leave = Leave
button-leave-yes = Leave · yes
button-back = Back
button-return = I'm back
button-start = Start
button-rules = Rules
button-my-hand = My hand
button-more = More
button-repost = Post the table again
button-chips = Chips
button-board = Leaderboard
button-next-hand = Next hand

clock-seconds = { $count } s
clock-minutes = { $count } min
clock-hours = { $count } h

table-terms = **Tongits · { $rules }** · stake { $stake }, rate { $rate } · { $clock } a turn
table-terms-units = **Tongits · { $rules }** · { $stake ->
    [one] one chip
   *[other] { $stake } chips
} a unit · { $clock } a turn

# Behind the terms of a table that moves no chips
table-friendly = { $terms } · friendly: no chips move

# $number is the seat, 1 to 3
lobby-host = { $number } **{ $name }** (host)
lobby-seat = { $number } **{ $name }**
lobby-open = { $number } open
lobby-chips = Buy-in { $buy_in } chips · worst hand { $worst }, { $doubled } if your call or challenge fails
lobby-friendly = Everybody begins with { $points } points
lobby-chips-plain = Buy-in { $buy_in } chips · { $minimum } needed for each hand
lobby-hitter = Hitter pot { $pot } · each player puts in { $ante } at every deal, two wins running take it
lobby-waiting = { $open ->
    [one] One more player and the hand is dealt.
   *[other] { $open } more players and the hand is dealt.
}
lobby-idle = Closes { $when } if nobody does anything.
lobby-starting = Starts { $when } · or press Start
lobby-paused = Paused: { $why }
lobby-pot = Pot { $chips } carried to the next hand

# Follows whose turn it is
deadline = , ends { $when }

table-turn = **Hand { $hand }** · **{ $name }**'s turn{ $deadline }
table-called = **Hand { $hand }** · **{ $name }** called (Tawag) · { $waiting } to answer{ $deadline }
table-paused = **Hand { $hand }** · paused: { $why }
table-counting = **Hand { $hand }** · the hand is over
table-break = **Hand { $hand } is over** · next hand { $when }
table-break-open = **Hand { $hand } is over**
table-ready = Ready: { $names }
table-closed = **Table closed** · { $why }

table-stock = Stock { $stock } · discard **{ $top }**
table-stock-before = Stock { $stock } · discard **{ $top }** (before: { $before })
table-stock-only = Stock { $stock } · no discards
table-last-turn = Last turn: { $line }
table-chips = Chips: { $stacks }
table-chips-pot = Chips: { $stacks } · pot { $pot } carried
table-chips-hitter = Chips: { $stacks } · hitter pot { $pot }
table-points = Points: { $stacks }
table-points-pot = Points: { $stacks } · pot { $pot } carried
table-points-hitter = Points: { $stacks } · hitter pot { $pot }
table-stack = { $name } { $chips }
table-session = Session: { $standing } · it ends at −{ $limit }
table-standing = { $name } { $chips }

table-seat = { $name } · { $cards } · { $status }
table-seat-turn = ▸ { $name } · { $cards } · { $status }
seat-cards = { $count ->
    [one] one card
   *[other] { $count } cards
}

status-open = open
status-sunog-risk = sunog risk
status-left = left, played for
status-away = away, played for
status-called = called
status-blocked = cannot call: { $name } laid { $cards } on their { $kind ->
    [set] set
   *[run] run
}
status-blocked-own = cannot call: laid { $cards } on their own { $kind ->
    [set] set
   *[run] run
}
status-blocked-long = cannot call: laid four or more at once

# A meld that others do not see, and its owner does
meld-face-down = four face down
meld-face-down-own = face down { $cards }

# One turn in a line: "Carla drew, laid 2♣3♣4♣, threw 7♠ · next: Ana"
turn-line = **{ $name }** { $acts }
turn-line-auto = **{ $name }** { $acts } (played for them)
turn-line-next = { $line } · next: **{ $next }**
act-drew = drew
act-took = took { $card }
act-laid = laid { $melds }
act-sapaw = sapaw { $cards } on { $name }'s { $meld }
act-sapaw-own = sapaw { $cards } on their own { $meld }
act-face-down = { $count ->
    [one] laid four face down
   *[other] laid four face down, { $count } times
}
act-declared = declared Tongits with every card in a meld
act-threw = threw { $card }
act-called = called (Tawag)
act-went-out = has no cards left: Tongits!

more-title = **More**
more-leave-lobby = Leave the table? Your chips go back to your wallet.
more-leave-lobby-points = Leave the table?
more-leave-hand-points = Leave in mid-hand? The hand is played on for you at once.
more-leave-hand = Leave in mid-hand? The hand is played on for you at once, it settles with your chips, then you are cashed out.

closed-empty = nobody is left at it.
closed-idle = nothing happened for too long.
closed-ended = it was ended.
closed-channel-gone = its channel is gone.
closed-forbidden = I may no longer write in its channel{ $gives_back ->
    [yes] ; all chips are back in their wallets.
   *[no] .
}
closed-outage = Discord could not reach its server for hours{ $gives_back ->
    [yes] ; all chips are back in their wallets.
   *[no] .
}
closed-moderator = a moderator ended it{ $gives_back ->
    [yes] ; all chips are back in their wallets.
   *[no] .
}
closed-stuck = it could not go on{ $gives_back ->
    [yes] ; all chips are back in their wallets.
   *[no] .
}
closed-damaged = its record was damaged{ $gives_back ->
    [yes] ; all chips are back in their wallets.
   *[no] .
}

paused-forbidden = I may not write in the channel. No clock runs; it goes on when I may again, or closes with every chip given back.
paused-outage = Discord cannot reach the server. No clock runs; it goes on when it can.
