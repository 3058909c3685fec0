# For moderators: /tongits-admin

admin-log-none = No moderator has done anything to a table here yet.
admin-log-title = **What moderators did, the newest first**
admin-log-line = { $when } · { $who } · { $action } `{ $id }` · { $reason }
admin-log-line-about = { $when } · { $who } · { $action } `{ $id }` { $about } · { $reason }
admin-log-erased = (reason taken away: it named somebody who had their data erased)
admin-none = There is no open table on this server.
admin-title = **Open tables: { $count }**
admin-table = `{ $id }` { $where } · { $stage } · { $names } · opened { $since }
admin-due = next due { $due }
admin-more = { $count } more
admin-stage-lobby = lobby
admin-stage-starting = starting
admin-stage-hand = hand { $hand }
admin-stage-break = after hand { $hand }
admin-stage-closed = closed
admin-stage-damaged = its record is damaged, end it with `/tongits-admin end`
admin-ended = The table is ended and every chip is back with its owner. Your reason is kept.
admin-kicked = The seat is taken away; a hand in play is first played to its end by a stand-in. Your reason is kept. To keep somebody out, use Discord's own permissions: a free seat is open to everybody.
admin-unstuck = Everything of the table is drawn anew and its clock runs. Your reason is kept.

error-nobody_there = That player has no seat at the table: `/tongits-admin tables` lists who sits where.
error-no_table_here = There is no table in this channel: give a table's id, `/tongits-admin tables` lists them.
error-no_such_table = There is no such table on this server: `/tongits-admin tables` lists their ids.
error-not_moderator = Only moderators who may manage the server can do that.
