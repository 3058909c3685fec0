# Short messages.

joined-seat = You sit in seat { $seat } with { $chips } chips.
joined-seat-points = You sit in seat { $seat } with { $chips } points.
joined-dm = Your hand comes by [direct message]({ $link }); if none comes when it is dealt, press **My hand** under the table.
joined-my-hand = Your direct messages are closed to me: when the hand is dealt, press **My hand** under the table.
joined-no-dms-here = Hands go by no direct message on this server: when yours is dealt, press **My hand** under the table.
joined-no-dm-now = I could not send you a direct message just now: if your hand does not come that way when it is dealt, press **My hand** under the table.
dm-opened = You sit at a Tongits table in { $guild } › { $channel }. Your hand appears here when it is dealt; **My hand** under the table shows it too.
dms-closed = { $name }: your direct messages are closed to me. Press **My hand** under the table to see your hand.
refilled = You were out of chips: your wallet is refilled to { $chips }.
topped-up = Your table chips were low: { $chips } came from your wallet.
cashed-out = You are cashed out: { $chips } chips went back to your wallet.
cashed-out-points = You left the table.
message-gone = What you pressed counts, but that message is gone: use the newest message of the table.
table-is-at = The table is here: { $link }
table-moved = The table moved below.
