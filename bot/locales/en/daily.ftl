# The chips of the day, and what newcomers may not do yet.

why-daily = daily chips

daily-paid = **+{ $chips }** daily chips. Your wallet: **{ $wallet }**
daily-streak = { $count ->
    [one] A streak begins: { $count } day
   *[other] Streak: { $count } days
}
daily-grace = { $count ->
    [one] One missed day is forgiven.
   *[other] { $count } missed days running are forgiven.
}
daily-next = Next: { $chips } chips { $when }

error-daily_claimed = You have today's chips already: the next ones are to be had { $next_at }.
error-wallet_full = Your wallet is full: it cannot hold any more chips.
error-newcomer_daily = { $what ->
    [account] Your Discord account is still new, so the daily chips wait for you: claim them { $ends_at }.
   *[member] You are new on this server, so the daily chips wait for you: claim them { $ends_at }.
}
error-newcomer_stake = { $what ->
    [account] Your Discord account is still new, so you may sit at tables with a stake of at most { $most }: this one is open to you { $ends_at }.
   *[member] You are new on this server, so you may sit at tables with a stake of at most { $most }: this one is open to you { $ends_at }.
}
