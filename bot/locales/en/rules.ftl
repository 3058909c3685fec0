# The rule card. Ids end with a switch's value where the rule depends on one.

rules-title = **Tongits · { $rules }**
rules-goal = **Goal** Empty your hand, or hold the fewest points when somebody calls or the stock ends. Ace 1, J Q K 10, other cards their number.
rules-deal = **Deal** Dealer { $dealt_dealer } cards, the others { $dealt }; the dealer begins by laying or throwing, without drawing. Play goes { $order }.
rules-next-rotate = The deal passes one seat after every hand.
rules-next-winner = The winner deals next.
rules-turn = **Your turn** { $take } Then lay melds and sapaw if you like, in any order. Throw one card to end it.
rules-take-free = Draw from the stock, or take the top discard.
rules-take-new_meld_now = Draw from the stock, or take the top discard for a new meld that you lay with it at once; you choose which.
rules-melds = **Melds** Three or four of a rank, or three or more in a row of one suit. { $ace }
rules-ace-both = Q-K-A and A-2-3 are runs, K-A-2 is none.
rules-ace-low = The ace is low: A-2-3 is a run, Q-K-A is none.
rules-sapaw = **Sapaw** Lay cards off on any meld on the table, yours or another's.
rules-face-down = **Face down** Four of a kind may be laid face down: it opens you, and it is a secret.
rules-tongits = **Tongits** Empty your hand in your turn and you win at once.
rules-declare = You may also declare it when every card in hand is in a meld.
rules-call = **Tawag** With a meld of your own on the table you may call instead of drawing. { $answers }
rules-answers-show_challenge = The others show or challenge, in secret; the fewest points win.
rules-answers-fold_challenge = The others fold or challenge, in secret; only challengers are compared with you, and who laid nothing folds. The fewest points win.
rules-tie-caller = On equal points the caller wins.
rules-tie-challenger = On equal points the challenger wins.
rules-blocks = Not while a sapaw on your meld stands against you, your own too: it does until the end of your next turn.
rules-sunog = **Sunog** Who laid no meld of their own is burned and cannot win a comparison.
rules-sunog-secret = **Sunog** Who laid no meld of their own and holds no secret is burned and cannot win a comparison. Secrets are four of a kind and runs of five or more; they may challenge, not call.
rules-void = All three sunog: nobody wins and the stakes carry to the next hand.
rules-void-units = All three sunog: nobody wins and nobody pays.
rules-guards-no_return = **Guards** A card taken this turn cannot be thrown back.
rules-guards-stock_after_6 = **Guards** After six turns running without a draw, a meld or a sapaw, the stock must be drawn.
rules-guards-both = **Guards** A card taken this turn cannot be thrown back. After six turns running without a draw, a meld or a sapaw, the stock must be drawn.
rules-pay-stake_rate = **Chips** Each loser pays the stake plus the rate for every point left; a failed caller and a lost challenger pay double. Nobody pays more than was brought to the hand.
rules-pay-chips = **Units** Each loser pays 1, or 3 after Tongits or a challenged call; and { $secret } for each secret of the winner, 1 for each of the winner's aces, 1 more if burned. Nobody pays more than was brought to the hand.
rules-pay-units = **Units** Each loser pays 1, and 1 for Tongits, { $secret } for each secret of the winner, 1 for each of the winner's aces and kings, 1 more if burned, 2 more for a fight lost. Nobody pays more than was brought to the hand.
rules-hitter = **Hitter pot** Each player puts in { $units ->
    [one] one unit
   *[other] { $units } units
} at every deal. Win two hands running and all of it is yours.
rules-clock = **Clock** When it ends, the bot draws for you and throws the card that hurts least.
rules-differ = **What differs from { $preset }**
rules-differ-none = Exactly the { $preset } rules.
rules-here = This table: stake { $stake }, rate { $rate }, { $clock } a turn, buy-in { $buy_in }.
rules-here-friendly = This table is friendly, no chips move: { $clock } a turn, everybody begins with { $points } points.
rules-here-units = This table: { $stake } chips a unit, { $clock } a turn, buy-in { $buy_in }.
