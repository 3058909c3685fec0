# The statement of a player's chips: reasons that only it names, and its pages.

why-ante = stake of hand { $hand }
why-pot = pot of hand { $hand }
why-pay = settled for hand { $hand }
why-fee = fee on hand { $hand }

history-open = History
history-chips = Chips
history-title = **Your statement on this server**
history-line = { $when } **{ $change }** { $why } · { $after }
history-line-at = { $when } **{ $change }** { $why } { $where } · { $after }
history-wallet = wallet { $chips }
history-table = at the table { $chips }
history-page = Page { $page } of { $pages }, newest first
history-first = ⏮ Newest
history-previous = ◀ Newer
history-next = Older ▶
history-last = Oldest ⏭
