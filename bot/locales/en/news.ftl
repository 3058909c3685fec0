# What the channel hears around the hands.

note-topped-up = { $name } was low on chips: { $chips } came from the wallet.
note-refilled = { $name } was out of chips: the wallet got today's refill of { $chips }.
note-session-lost = { $name } stands at { $chips } and loses the session{ $table ->
    [closed] .
   *[open] : the next hand begins a new one.
}
note-walked-out = { $name } left: the hand is played to its end for that seat.
note-kicked-out = A moderator took the seat of { $name }: the hand is played to its end for it.
note-taken-out = { $name } cannot play on: the hand is played to its end for that seat.
note-went-away = { $name } is away: a stand-in plays until { $name } presses **I'm back**.
note-came-back = { $name } is back.
note-resumed = The table goes on: every clock starts anew.
note-left-kicked = A moderator took { $name } from the table with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-gone = { $name } is gone from this server and is cashed out with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-asked = { $name } left the table with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-away = { $name } was away and is cashed out with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-short = { $name } cannot cover the next hand and is cashed out with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-limit = { $name } has played enough for today and is cashed out with { $chips } chips{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-closed = The table is closed; all chips are back in their wallets.

# The same at friendly tables, where nothing but points is won and lost
note-topped-up-points = { $name } was low on points and got { $chips } more.
note-left-kicked-points = A moderator took { $name } from the table{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-gone-points = { $name } is gone from this server{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-asked-points = { $name } left the table with { $chips } points{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-left-away-points = { $name } was away and has left the table{ $table ->
    [closed] .
   *[open] : the seat is open.
}
note-closed-points = The table is closed; no chips moved.
walked-out-points = You left: the hand is played to its end for your seat.

# Where no line tells of each turn
turn-call = { $name }, it is your turn.
walked-out = You left: the hand is played to its end for your seat, then your chips go back to your wallet.
ping = { $name }, your answer is awaited: the bot plays for you { $when }.
