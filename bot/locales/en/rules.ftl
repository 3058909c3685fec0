# A first, short rules card.

rules-title = **Tongits in a minute**
rules-goal = **Goal** Empty your hand, or hold the fewest points when somebody calls or the stock ends. Ace 1, J Q K 10, other cards their number.
rules-deal = **Deal** Dealer 13 cards, the others 12. The dealer begins by laying or throwing, without drawing.
rules-turn = **Your turn** Draw from the stock, or take the top discard. Then lay melds and sapaw if you like, in any order. Throw one card to end it.
rules-melds = **Melds** Three or four of a rank, or three or more in a row of one suit. Q-K-A and A-2-3 are runs, K-A-2 is none.
rules-sapaw = **Sapaw** Lay cards off on any meld on the table, yours or another's.
rules-tongits = **Tongits** Empty your hand in your turn and you win at once.
rules-call = **Tawag** With a meld of your own on the table you may call instead of drawing. The others show or challenge; the fewest points win. A failed caller and a lost challenger pay double.
rules-sunog = **Sunog** Who laid no meld of their own is burned and cannot win a comparison. All three sunog: nobody wins and the stakes carry to the next hand.
rules-guards = **Guards** A card taken this turn cannot be thrown back. After six turns running without a draw, a meld or a sapaw, the stock must be drawn.
rules-pay = **Chips** Each loser pays the stake plus the rate for every point left, never more than was brought to the hand.
rules-clock = **Clock** When it ends, the bot draws for you and throws the card that hurts least.
rules-here = This table: { $rules } rules, stake { $stake }, rate { $rate }, { $clock } a turn, buy-in { $buy_in }.
