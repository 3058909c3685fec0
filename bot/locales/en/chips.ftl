# Wallet, movements.

chips-title = **Your chips on this server**
chips-wallet = Wallet **{ $wallet }** · at the table **{ $table }**
chips-pot = In the pot: **{ $pot }** of yours
chips-refill = Today's refill is used: the next is possible { $when }.
chips-movements = Last movements
chips-none = No chips moved yet.
chips-movement = { $when } **{ $change }** { $why }
chips-movement-at = { $when } **{ $change }** { $why } { $where }

why-open = wallet opened
why-refill = refill
why-buy_in = buy-in
why-top_up = top-up
why-hand = hand { $hand }
why-cash_out = cash-out
why-refund = carried stake given back
why-ante_back = stake of an unfinished hand given back
