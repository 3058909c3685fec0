# A finished hand.

result-tongits = ### Hand { $hand } · { $name } wins by Tongits
result-call = ### Hand { $hand } · { $name } wins the call
result-stock = ### Hand { $hand } · { $name } wins, the stock is empty
result-void = ### Hand { $hand } · { hand-void }
result-void-units = ### Hand { $hand } · { hand-void-units }

result-called = { $name } called (Tawag): { $replies }
reply-show = { $name } showed
reply-challenge = { $name } challenged
reply-fold = { $name } folded

result-hand = **{ $name }** · { $points ->
    [one] one point
   *[other] { $points } points
}
result-hand-sunog = **{ $name }** · { $points ->
    [one] one point
   *[other] { $points } points
} · sunog
result-out = no cards left
result-laid = laid { $melds }
result-kept = in hand { $melds }
result-left = left { $cards }
result-face-down = face down: { $melds }

pay-sum = stake { $stake } + { $points } points × { $rate }
pay-sum-difference = stake { $stake } + { $points } more than the winner × { $rate }
pay-sum-times = { $factor } × ({ $sum })
pay-sum-why = { $sum }, { $why }
pay-sum-extra = { $sum } + { $extra }
pay-sum-units = { $units } = { $total } × { $unit }
pay-sum-units-times = { $units } = { $total } × { $unit } × { $factor }
pay-extra-burned = { $chips } for sunog
pay-extra-secret = { $count ->
    [one] { $chips } for a secret
   *[other] { $chips } for { $count } secrets
}
pay-kang = Kang
pay-challenger_won = a challenger won
pay-failed_call = the call failed
pay-lost_challenge = the challenge was lost
pay-line = { $name } pays **{ $paid }**: { $sum }
pay-line-capped = { $name } pays **{ $paid }**, all it brought to the hand, of { $debt }: { $sum }
pay-pot = { $name } gets the carried pot: **{ $chips }**
pay-hitter = Hitter pot: { $name } wins twice running and takes **{ $chips }**
pay-hitter-stays = Hitter pot: each put in { $ante }, **{ $chips }** in it now
pay-pot-grows = Pot for the next hand: **{ $chips }**
pay-fee = Fee, { $percent } %: { $chips }

# A line of what is paid in units: "1 win + 2 aces"
unit-win = { $count } win
unit-tongits = { $count } Tongits
unit-challenged = { $count } for a challenged call
unit-ace = { $count ->
    [one] 1 ace
   *[other] { $count } aces
}
unit-king = { $count ->
    [one] 1 king
   *[other] { $count } kings
}
unit-secret = { $count } for secrets
unit-long_run = { $count } for long runs
unit-burned = { $count } sunog
unit-fought = { $count } for the lost fight

result-stack = { $name } **{ $chips }** ({ $change })
result-cashed-out = { $name } cashed out ({ $change })
result-gone = { $name } left ({ $change })
result-friendly = Friendly: no chips moved, these are points.
result-next = Next hand { $when }
result-next-ready = Next hand { $when } · ready: { $names }

chips-gain = +{ $chips }
chips-loss = −{ $chips }
chips-even = ±0
