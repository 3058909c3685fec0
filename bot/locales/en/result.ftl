# A finished hand.

result-tongits = ### Hand { $hand } · { $name } wins by Tongits
result-call = ### Hand { $hand } · { $name } wins the call
result-stock = ### Hand { $hand } · { $name } wins, the stock is empty
result-void = ### Hand { $hand } · { hand-void }

result-called = { $name } called (Tawag): { $replies }
reply-show = { $name } showed
reply-challenge = { $name } challenged

result-hand = **{ $name }** · { $points ->
    [one] one point
   *[other] { $points } points
}
result-hand-sunog = **{ $name }** · { $points ->
    [one] one point
   *[other] { $points } points
} · sunog
result-out = no cards left
result-left = left { $cards }

pay-sum = stake { $stake } + { $points } points × { $rate }
pay-sum-doubled = 2 × (stake { $stake } + { $points } points × { $rate }), { $why }
pay-failed_call = the call failed
pay-lost_challenge = the challenge was lost
pay-line = { $name } pays **{ $paid }**: { $sum }
pay-line-capped = { $name } pays **{ $paid }**, all it brought to the hand, of { $debt }: { $sum }
pay-pot = { $name } gets the carried pot: **{ $chips }**
pay-pot-grows = Pot for the next hand: **{ $chips }**
pay-fee = Fee: { $chips }

result-stack = { $name } **{ $chips }** ({ $change })
result-cashed-out = { $name } cashed out ({ $change })
result-next = Next hand { $when }
result-next-ready = Next hand { $when } · ready: { $names }

chips-gain = +{ $chips }
chips-loss = −{ $chips }
chips-even = ±0
