# The switches of the rules. For each one:
#   name-…    what it is called, in a sentence or a list
#   short-…   what a table plays instead of its preset, in a few words after "book rules +"
#   switch-…  the same as a line of the rule card
# $value is on or off, a number, or one of the switch's words.

name-turn_order = turn order
short-turn_order = { $value }
switch-turn_order = **Turn order** Play goes { $value }.

name-ace_in_runs = ace at both ends
short-ace_in_runs = { $value ->
    [both] ace at both ends
   *[low] ace low only
}
switch-ace_in_runs = { $value ->
    [both] **Ace** Q-K-A and A-2-3 are runs.
   *[low] **Ace** A-2-3 is a run, Q-K-A is none.
}

name-next_dealer = winner deals
short-next_dealer = { $value ->
    [winner] winner deals
   *[rotate] the deal rotates
}
switch-next_dealer = { $value ->
    [winner] **Deal** Who won deals the next hand; after a void hand the same dealer.
   *[rotate] **Deal** The deal passes one seat after every hand.
}

name-discard_take = discard only for a new meld
short-discard_take = { $value ->
    [free] free discard taking
   *[new_meld_now] discard only for a new meld
}
switch-discard_take = { $value ->
    [free] **Discard** The top discard may be taken freely.
   *[new_meld_now] **Discard** The top discard may only be taken for a new meld, laid with it at once.
}

name-discard_guards = discard guards
short-discard_guards = { $value ->
    [none] no discard guards
   *[other] discard guards
}
switch-discard_guards = { $value ->
    [none] **Guards** No guards against swapping discards.
    [no_return] **Guards** A taken card may not be thrown back in the same turn.
    [stock_after_6] **Guards** After six turns running without a draw, a meld or a sapaw, the stock must be drawn.
   *[both] **Guards** A taken card may not be thrown back in the same turn; after six turns running without a draw, a meld or a sapaw, the stock must be drawn.
}

name-sapaw_blocks_call = sapaw blocks the call
short-sapaw_blocks_call = { $value ->
    [off] sapaw blocks no call
   *[owner_next_turn] sapaw blocks the call
}
switch-sapaw_blocks_call = { $value ->
    [off] **Tawag** A sapaw on your meld blocks no call.
   *[owner_next_turn] **Tawag** A sapaw on your meld, your own too, blocks your call until your next turn is over.
}

name-long_meld_self_connect = long melds block the call
short-long_meld_self_connect = { $value ->
    [on] long melds block the call
   *[off] long melds block no call
}
switch-long_meld_self_connect = { $value ->
    [on] **Long melds** Four or more cards laid at once count as your own sapaw: they block your call.
   *[off] **Long melds** Four or more cards laid at once block no call.
}

name-face_down_four = face-down four
short-face_down_four = { $value ->
    [on] face-down four
   *[off] no face-down four
}
switch-face_down_four = { $value ->
    [on] **Face down** Four of a kind may be laid face down; it opens you and is a secret.
   *[off] **Face down** Nothing is laid face down.
}

name-secret_in_hand = secrets in hand
short-secret_in_hand = { $value ->
    [on] secrets in hand
   *[off] no secrets in hand
}
switch-secret_in_hand = { $value ->
    [on] **Secret** Four of a kind or a run of five or more in hand saves you from sunog; you may challenge, not call.
   *[off] **Secret** Nothing in hand saves you from sunog.
}

name-replies = fold or challenge
short-replies = { $value ->
    [show_challenge] show or challenge
   *[fold_challenge] fold or challenge
}
switch-replies = { $value ->
    [show_challenge] **Answers** After a call the others show or challenge; every hand is compared.
   *[fold_challenge] **Answers** After a call the others fold or challenge; only challengers are compared.
}

name-reply_timeout = answer when time is up
short-reply_timeout = { $value ->
    [show] late answers show
   *[fold] late answers fold
}
switch-reply_timeout = { $value ->
    [show] **Late** Who does not answer a call in time shows.
   *[fold] **Late** Who does not answer a call in time folds.
}

name-tie_call = challenger wins ties
short-tie_call = { $value ->
    [caller] caller wins ties
   *[challenger] challenger wins ties
}
switch-tie_call = { $value ->
    [caller] **Ties** On equal points the caller wins.
   *[challenger] **Ties** On equal points the challenger wins.
}

name-tie_stock = ties when the stock is out
short-tie_stock = last drawer wins ties
switch-tie_stock = **Ties** When the stock is out the last to draw wins on equal points, else the next seat.

name-tongits_declare_in_hand = declare Tongits from the hand
short-tongits_declare_in_hand = { $value ->
    [on] Tongits declared from the hand
   *[off] Tongits only by laying
}
switch-tongits_declare_in_hand = { $value ->
    [on] **Tongits** May be declared when every card in hand is in a meld.
   *[off] **Tongits** All melds must be laid; it is not declared from the hand.
}

name-final_discard = final discard
short-final_discard = { $value ->
    [on] final discard
   *[off] no final discard
}
switch-final_discard = { $value ->
    [on] **Final discard** Going out ends with a thrown card: melds and sapaw must leave one.
   *[off] **Final discard** Not needed: melds and sapaw may empty the hand.
}

name-no_dump_sapawable = no throwing what fits a meld
short-no_dump_sapawable = { $value ->
    [on] no throwing what fits a meld
   *[off] throw what you like
}
switch-no_dump_sapawable = { $value ->
    [on] **Discards** A card that fits a meld on the table may not be thrown, the last one excepted.
   *[off] **Discards** Any card may be thrown.
}

name-payout = payouts
short-payout = { $value ->
    [stake_rate] pay by points
    [chips] pay in chips
   *[units] pay in units
}
switch-payout = { $value ->
    [stake_rate] **Payouts** Losers pay the stake plus the rate for every point.
    [chips] **Payouts** Losers pay in units: 1 for a win, 3 for Tongits or a challenged call.
   *[units] **Payouts** Losers pay in units: 1 for a win, more for Tongits and a lost fight.
}

name-hitter_ante_units = hitter pot
short-hitter_ante_units = { $value ->
    [0] no hitter pot
    [one] hitter pot of one unit
   *[other] hitter pot of { $value } units
}
switch-hitter_ante_units = { $value ->
    [0] **Hitter pot** None.
    [one] **Hitter pot** Each player puts in one unit a hand; two wins running take it.
   *[other] **Hitter pot** Each player puts in { $value } units a hand; two wins running take it.
}

name-fee_percent = fee
short-fee_percent = { $value ->
    [0] no fee
   *[other] { $value } % fee
}
switch-fee_percent = { $value ->
    [0] **Fee** None.
   *[other] **Fee** { $value } % of what the losers pay goes to the house, rounded down.
}

name-jokers = jokers
short-jokers = { $value ->
    [0] no jokers
    [one] one joker
   *[other] { $value } jokers
}
switch-jokers = { $value ->
    [0] **Jokers** None in the deck.
    [one] **Jokers** One (★) in the deck. It stands for any card of a meld; in a run it keeps its place.
   *[other] **Jokers** { $value } (★) in the deck. They stand for any card of a meld; in a run they keep their place.
}

name-joker_points = points of a joker
short-joker_points = jokers { $value } points
switch-joker_points = **Joker points** A joker left in hand counts { $value }.

name-joker_min_naturals = natural cards beside jokers
short-joker_min_naturals = { $value ->
    [one] one natural card a meld
   *[other] { $value } natural cards a meld
}
switch-joker_min_naturals = { $value ->
    [one] **Joker melds** A meld with jokers needs one natural card.
   *[other] **Joker melds** A meld with jokers needs { $value } natural cards.
}

name-kang = Kang
short-kang = { $value ->
    [on] Kang
   *[off] no Kang
}
switch-kang = { $value ->
    [on] **Kang** Draw the fourth of a rank from the stock into your hand and win by Tongits: everything doubles.
   *[off] **Kang** Doubles nothing.
}

name-secret_bonus_stakes = secret bonus
short-secret_bonus_stakes = { $value ->
    [0] no secret bonus
   *[other] secret bonus
}
switch-secret_bonus_stakes = { $value ->
    [0] **Secret bonus** None.
    [one] **Secret bonus** Each loser pays one more stake for every unexposed four of a kind of the winner.
   *[other] **Secret bonus** Each loser pays { $value } more stakes for every unexposed four of a kind of the winner.
}

name-secret_units = units of a secret
short-secret_units = { $value ->
    [0] secrets pay nothing
    [one] secrets pay one unit
   *[other] secrets pay { $value } units
}
switch-secret_units = { $value ->
    [0] **Secrets** Pay nothing.
    [one] **Secrets** Each loser pays one unit for every secret of the winner.
   *[other] **Secrets** Each loser pays { $value } units for every secret of the winner.
}

name-long_run_bonus_units = long-run bonus
short-long_run_bonus_units = { $value ->
    [0] no long-run bonus
   *[other] long-run bonus
}
switch-long_run_bonus_units = { $value ->
    [0] **Long runs** Pay nothing extra.
   *[other] **Long runs** Each loser pays { $value } units for every own run of five or more of the winner, laid or in hand.
}

name-burned_extra = sunog surcharge
short-burned_extra = { $value ->
    [0] no sunog surcharge
   *[other] sunog surcharge
}
switch-burned_extra = { $value ->
    [0] **Sunog** Costs nothing on top.
    [one] **Sunog** A burned loser pays one stake on top, after doubling.
   *[other] **Sunog** A burned loser pays { $value } stakes on top, after doubling.
}

name-challenge_win_multiplier = multiplier of a won challenge
short-challenge_win_multiplier = won challenges × { $value }
switch-challenge_win_multiplier = **Challenge** When a challenger wins, all debts are multiplied by { $value }.

name-pay_difference = pay the difference
short-pay_difference = { $value ->
    [on] pay the difference
   *[off] pay all points
}
switch-pay_difference = { $value ->
    [on] **Points** Losers pay for the difference to the winner's points, at least one.
   *[off] **Points** Losers pay for all their points.
}

name-progressive_limit = progressive session
short-progressive_limit = { $value ->
    [0] no session
   *[other] session to −{ $value }
}
switch-progressive_limit = { $value ->
    [0] **Session** None is kept.
   *[other] **Session** Results add up; when somebody stands at −{ $value } or lower, the lowest loses the session.
}

name-suits = suits of the deck
short-suits = other suits
switch-suits = **Deck** Its suits are { $value }.

name-ranks = ranks of the deck
short-ranks = other ranks
switch-ranks = **Deck** Its ranks are { $value }.

name-hand_size = cards dealt
short-hand_size = { $value } cards each
switch-hand_size = **Deal** { $value } cards each, one more for the dealer.

# The lobby's first line: "book rules + Kang, 2 jokers"
rules-name = { $preset } rules
rules-name-house = { $preset } rules + { $changes }
rules-more-changes = { $count } more
