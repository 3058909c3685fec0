# Leaderboards.

board-title = **{ $title }**
board-heading = Leaderboard · { $by } · { $period }
board-row = **#{ $rank }** { $name } · { $value }
board-row-own = **#{ $rank } { $name } · { $value }** ◂ you
board-empty = Nobody is on this board yet.
board-page = Page { $page } of { $pages }

board-by-net = Net winnings
board-by-chips = Chips owned
board-by-won = Hands won
board-by-tongits = Tongits
board-by-rate = Win rate
board-by-biggest = Biggest hand
board-by-streak = Best streak

board-value-chips = { $value }
board-value-won = { $value }
board-value-tongits = { $value }
board-value-rate = { $percent } % of { $hands } hands
board-value-streak = { $value } in a row

board-period-today = Today
board-period-week = This week
board-period-month = This month
board-period-season = Season { $number } ({ $first } to { $last })
board-period-numbered = Season { $number }
board-period-all = All time
board-period-now = Now

board-you = You: #{ $rank } · { $value }
board-you-hidden = You are hidden from every server's leaderboards.
board-you-none-net = You are not on this board yet: finish a hand.
board-you-none-chips = You are not on this board yet: /chips opens your wallet.
board-you-none-won = You are not on this board yet: win a hand.
board-you-none-tongits = You are not on this board yet: win a hand by Tongits.
board-you-none-rate = You are not on this board yet: it takes { $hands } hands in this time.
board-you-none-biggest = You are not on this board yet: win a hand.
board-you-none-streak = You are not on this board yet: win a hand.

board-select-by = What counts
board-select-period = Over which time
board-first = ⏮
board-back = ◀
board-forward = ▶
board-last = ⏭
board-me = My rank
board-picture = Picture
board-no-picture = The picture could not be drawn just now: the pages of the leaderboard say the same.
board-hide = Hide me from leaderboards
board-show = Show me on leaderboards
