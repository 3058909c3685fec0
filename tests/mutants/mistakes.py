"""Mistakes that an engine of Tongits could make, each as a change of one place in ours.

Every one must be caught by the tests named beside it. A mistake keeps its name when the code
around it changes; its `old` text must stand in the file exactly once.
"""

# ruff: noqa: E501
# fmt: off

from typing import Final, NamedTuple


class Mistake(NamedTuple):
    """A wrong rule: `old` in `file` (of the package) becomes `new`; `tests` must fail then."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def _in(file: str, tests: str, *changes: tuple[str, str, str]) -> tuple[Mistake, ...]:
    """Mistakes of one file that the same tests catch: (name, old, new)."""
    paths = tuple(f"tests/rules/test_{name}.py" for name in tests.split())
    return tuple(Mistake(name, file, old, new, paths) for name, old, new in changes)


MISTAKES: Final = (
    *_in(
        "cards.py",
        "default_move",
        ("king worth 13", "min(number, 10)", "number"),
    ),
    *_in(
        "cards.py",
        "ace",
        ("ace worth eleven", "card: min(number, 10) for", "card: 11 if number == 1 else min(number, 10) for"),
    ),
    *_in(
        "plain_melds.py",
        "edges",
        ("a set of five", "MAX_SET: Final = 4", "MAX_SET: Final = 5"),
        ("plain runs of two", "if last - first + 1 >= MIN_MELD:", "if last - first + 2 >= MIN_MELD:"),
        ("a card twice in a plain meld", "if len(set(cards)) != len(cards):", "if False:"),
    ),
    *_in(
        "plain_melds.py",
        "secret_in_hand bonuses edges",
        ("a run of five is short", "LONG_RUN: Final = 5", "LONG_RUN: Final = 6"),
        ("a run of four is long", "LONG_RUN: Final = 5", "LONG_RUN: Final = 4"),
    ),
    *_in(
        "plain_melds.py",
        "vectors extensions jokers edges",
        ("the king closes no run", "MAX_RUN: Final = 13", "MAX_RUN: Final = 12"),
    ),
    *_in(
        "plain_melds.py",
        "ace",
        ("ace high in a plain run where it is low", 'above = (held & 1) << MAX_RUN if ace_in_runs == "both" else 0\n    places', "above = (held & 1) << MAX_RUN\n    places"),
        ("plain runs of three are too short", "if last - first + 1 >= MIN_MELD:", "if last - first + 1 > MIN_MELD:"),
    ),
    *_in(
        "plain_melds.py",
        "vectors",
        ("Q-K-A is overlooked", "(hand >> 2 | _QUEENS)", "hand >> 2"),
        ("a set takes four only at once", "sizes = range(MIN_MELD, len(cards) + 1)", "sizes = range(len(cards), len(cards) + 1)"),
    ),
    *_in(
        "plain_melds.py",
        "extensions",
        ("nothing is laid off below a run", "while held >> low - 1 & 1:", "while False:"),
    ),
    *_in(
        "melds.py",
        "edges",
        ("a pair is a set", "not MIN_MELD <= len(held) <= MAX_SET", "not 2 <= len(held) <= MAX_SET"),
        ("a run of two", "len(held) < MIN_MELD or len({suit", "len(held) < 2 or len({suit"),
        ("a run in two suits", "len({suit(card) for card in held}) != 1", "len({suit(card) for card in held}) > 2"),
        ("a card twice in a set", "or len(set(held)) != len(held):", "or False:"),
        ("a sapaw of no card", "if not more or set(more)", "if set(more)"),
        ("sapaw turns a set into a run", "return None if named else as_set((*meld.cards, *more), rules)", "return meld_of((*meld.cards, *more), named, rules)"),
        ("a joker alone as a meld", "return rules.joker_min_naturals if any(is_joker(card) for card in cards) else 0", "return 0"),
        ("one natural is always enough", "return rules.joker_min_naturals if any", "return 1 if any"),
        ("a joker forgets its name", "return as_run((*meld.cards, *more), (*meld.named, *named), rules)", "return as_run((*meld.cards, *more), named, rules)"),
        ("a joker is swapped for its card", "if not more or set(more) & set(meld.cards):", "for joker, name in meld.named:\n        if more == (name,):\n            return as_run([name if c == joker else c for c in meld.cards], (), rules)\n    if not more or set(more) & set(meld.cards):"),
        ("two jokers on one place", "if len(stands) != len(held) or any", "if any"),
        ("an unnamed joker in a run", "!= names.keys() or len(named) != len(names)", "- names.keys() or len(named) != len(names)"),
        ("three of a kind is a four", 'return meld.kind == "set" and len(meld.cards) == FOUR', 'return meld.kind == "set"'),
    ),
    *_in(
        "melds.py",
        "edges ace jokers vectors extensions",
        ("ace high where it is low", 'if rules.ace_in_runs == "both" and low[0] == 1:', "if low[0] == 1:"),
        ("ace low where it is both", 'if rules.ace_in_runs == "both" and low[0] == 1:', "if False:"),
    ),
    *_in(
        "melds.py",
        "extensions",
        ("K-A-2 goes round", "choices.append([*low[1:], ACE_HIGH])", "choices.append([*low[1:], ACE_HIGH])\n        if low[:2] == [1, 2] and low[-1] == 13:\n            return tuple(low)"),
    ),
    *_in(
        "splits.py",
        "secret_in_hand",
        ("a secret saves in every preset", "if not rules.secret_in_hand:\n        return False\n", "if False:\n        return False\n"),
        ("a secret saves nobody", "if not rules.secret_in_hand:\n        return False\n", "return False\n"),
        ("an unopened seat breaks its secret", "if not opened and rules.secret_in_hand:", "if False:"),
        ("an opened seat must keep its secret", "if not opened and holds_secret(cards, rules):", "if holds_secret(cards, rules):"),
    ),
    *_in(
        "refusals.py",
        "turn take_back call guards new_meld declare fold_challenge no_dump",
        ("a turn passes before the draw", 'raise IllegalMove("must_draw_first")', "pass"),
        ("two draws a turn", 'raise IllegalMove("already_drawn")', "pass"),
        ("the guard binds every preset", "if guarded and state", "if state"),
        ("a card that fits is thrown", "if rules.no_dump_sapawable:", "if False:"),
        ("final_discard ignored", "return len(held) - 1 if rules.final_discard else len(held)", "return len(held)"),
        ("final_discard everywhere", "return len(held) - 1 if rules.final_discard else len(held)", "return len(held) - 1"),
        ("final_discard lets declare", 'return "keep_a_discard" if state.rules.final_discard else None', "return None"),
        ("only the first lay is taken back", "bool(state.placed) and not state.placed[-1]", "len(state.placed) == 1 and not state.placed[-1]"),
        ("a reply of the other kind of rules", 'if reply not in ("challenge", state.rules.passive_reply):', "if False:"),
        ("declared with cards left over", "if deadwood(state.hands[seat], state.rules):", "if deadwood(state.hands[seat], state.rules) > 5:"),
        ("anybody plays", "if seat not in to_act(state):\n        raise", "if False:\n        raise"),
    ),
    *_in(
        "refusals.py",
        "turn",
        ("cards of others are laid", 'if card not in held:\n            raise IllegalMove("card_not_held", card=card)', "if False:\n            raise AssertionError"),
        ("a card that fits is never thrown", "if rules.no_dump_sapawable:", "if True:"),
        ("declared in every preset", "if not state.rules.tongits_declare_in_hand:", "if False:"),
    ),
    *_in(
        "refusals.py",
        "guards",
        ("no guard against swapping for ever", "if guarded and state.idle_turns >= IDLE_TURN_LIMIT:", "if False:"),
        ("the guard comes one turn late", "state.idle_turns >= IDLE_TURN_LIMIT", "state.idle_turns > IDLE_TURN_LIMIT"),
        ("a guard on the last card", "if len(hand) == 1:\n        return blocks", "if not hand:\n        return blocks"),
        ("the drawn card may not be thrown", "    return blocks\n\n\ndef declare_block", '    if state.drew in hand:\n        blocks[state.drew] = "taken_this_turn"\n    return blocks\n\n\ndef declare_block'),
    ),
    *_in(
        "refusals.py",
        "no_dump",
        ("a guard on the last two cards", "if len(hand) == 1:\n        return blocks", "if len(hand) <= 2:\n        return blocks"),
    ),
    *_in(
        "refusals.py",
        "take_back",
        ("the taken card is thrown back", 'if state.taken in hand and "no_return" in', 'if False and "no_return" in'),
    ),
    *_in(
        "refusals.py",
        "new_meld",
        ("a taken card must not be melded", 'if state.rules.discard_take == "free":\n        return None\n', "if True:\n        return None\n"),
        ("the discard is taken for other cards' meld", 'if top not in cards:\n        raise IllegalMove("take_needs_meld", card=top)', "if False:\n        raise AssertionError"),
        ("final_discard ignored on a take", "most = most_laid(held, rules)\n    melds", "most = len(held)\n    melds"),
        ("the last draw is taken back", "and not state.placed[-1].with_taken", ""),
    ),
    *_in(
        "refusals.py",
        "call",
        ("who has laid nothing calls", 'if not state.is_opened(seat):\n        return "not_opened"', "if False:\n        return None"),
        ("an answer can be changed", "if state.replies[seat] is None)\n", ")\n"),
    ),
    *_in(
        "refusals.py",
        "sapaw_block",
        ("sapaw never blocks a call", 'return "sapaw_blocks_call" if state.blocks[seat] else None', "return None"),
    ),
    *_in(
        "refusals.py",
        "sapaw_block face_down secret_in_hand fold_challenge",
        ("a secret holder may call", "if not state.is_opened(seat):\n        return", "if is_burned(state, seat):\n        return"),
        ("face down in every preset", "if not state.rules.face_down_four:", "if False:"),
        ("three of a kind face down", "if meld is None or not is_four(meld):", "if meld is None:"),
        ("final_discard ignored face down", 'raise IllegalMove("not_a_four", cards=cards)\n    _refuse_empty_hand(state, state.hands[seat], cards)', 'raise IllegalMove("not_a_four", cards=cards)'),
    ),
    *_in(
        "refusals.py",
        "secret_in_hand",
        ("a secret holder may not challenge", "return state.caller not in (None, seat) and not is_burned(state, seat)", "return state.caller not in (None, seat) and state.is_opened(seat)"),
        ("a secret does not save from sunog", "return not state.is_opened(seat) and not holds_secret(state.hands[seat], state.rules)", "return not state.is_opened(seat)"),
    ),
    *_in(
        "refusals.py",
        "face_down",
        ("a burned seat challenges", "return state.caller not in (None, seat) and not is_burned(state, seat)", "return state.caller not in (None, seat)"),
        ("a face-down four is sapawable", 'if laid.face_down:\n        raise IllegalMove("meld_face_down", seat=laid.owner)', "if False:\n        raise AssertionError"),
    ),
    *_in(
        "refusals.py",
        "edges",
        ("a block binds the wrong seat", 'return "sapaw_blocks_call" if state.blocks[seat] else None', 'return "sapaw_blocks_call" if any(state.blocks) else None'),
    ),
    *_in(
        "state.py",
        "turn",
        ("a sapaw opens the seat that laid it", "return seat in [meld.owner for meld in self.melds]", "return seat in [meld.owner for meld in self.melds] or (seat == self.turn_seat and any(p.before for p in self.placed))"),
    ),
    *_in(
        "state.py",
        "sapaw_block",
        ("a face-down four does not open", "return seat in [meld.owner for meld in self.melds]", "return seat in [meld.owner for meld in self.melds if not meld.face_down]"),
        ("blocks in every preset", 'if state.rules.sapaw_blocks_call == "off":', "if False:"),
        ("a sapaw blocks the seat that laid it", "return with_seat(state.blocks, meld.owner, Block", "return with_seat(state.blocks, by, Block"),
        ("own sapaw does not block", 'if state.rules.sapaw_blocks_call == "off":', 'if state.rules.sapaw_blocks_call == "off" or by == meld.owner:'),
        ("a block is never cleared", "blocks = with_seat(state.blocks, seat, None) if state.began_blocked else state.blocks", "blocks = state.blocks"),
        ("a block is cleared by every turn", "blocks = with_seat(state.blocks, seat, None) if state.began_blocked else state.blocks", "blocks = (None, None, None)"),
        ("a turn begins blocked for the wrong seat", "began_blocked=blocks[following] is not None", "began_blocked=blocks[state.turn_seat] is not None"),
        ("taking back keeps the block", "blocks=newest.blocks,", "blocks=state.blocks,"),
        ("taking back lifts every block", "blocks=newest.blocks,", "blocks=(None, None, None),"),
        ("taking back undoes the oldest", "newest = state.placed[-1]", "newest = state.placed[0]"),
        ("a sapaw makes the meld its own", "after = replace(before, cards", "after = replace(before, owner=seat, cards"),
        ("a meld of three connects itself", "LONG_MELD = 4", "LONG_MELD = 3"),
        ("a meld of five only connects itself", "LONG_MELD = 4", "LONG_MELD = 5"),
        ("every preset connects itself", "state.rules.long_meld_self_connect and len", "len"),
        ("the turn goes the other way", "following = next_seat(seat)", "following = next_seat(next_seat(seat))"),
    ),
    *_in(
        "state.py",
        "deal",
        ("the dealer gets 12", "size = rules.hand_size + (seat == dealt.dealer)", "size = rules.hand_size"),
        ("the next seat gets 13", "(seat == dealt.dealer)", "(seat == next_seat(dealt.dealer))"),
    ),
    *_in(
        "state.py",
        "sapaw_block take_back guards new_meld deal face_down turn bonuses",
        ("the dealer draws first", "phase=ACT,\n        hands=(hands[0]", "phase=START,\n        hands=(hands[0]"),
        ("a block is cleared a turn early", "blocks = with_seat(state.blocks, seat, None) if state.began_blocked else state.blocks", "blocks = with_seat(state.blocks, seat, None)"),
    ),
    *_in(
        "state.py",
        "take_back",
        ("the taken card is forgotten after undo", "placed=state.placed[:-1],", "placed=state.placed[:-1],\n        taken=None,"),
        ("undoing hides what was shown", "seen=_seen(state, seat, add=shown)", "seen=state.seen"),
        ("idle turns not reset by a meld", "idle = state.drew is None and not state.placed", "idle = state.drew is None and all(p.is_new for p in state.placed)"),
        ("idle turns reset by a take", "idle = state.drew is None and not state.placed", "idle = state.drew is None and state.taken is None and not state.placed"),
    ),
    *_in(
        "state.py",
        "face_down",
        ("undoing shows a face-down four", "shown = () if meld.face_down else newest.cards\n    if", "shown = newest.cards\n    if"),
    ),
    *_in(
        "state.py",
        "guards",
        ("idle turns not reset by sapaw", "idle = state.drew is None and not state.placed", "idle = state.drew is None and not any(p.is_new for p in state.placed)"),
        ("idle turns not reset by a draw", "idle = state.drew is None and not state.placed", "idle = not state.placed"),
        ("idle turns counted by seat", "state.idle_turns + 1 if idle", "state.idle_turns + (state.turn_seat == 0) if idle"),
        ("the taken card stays taken next turn", "taken=None,\n        placed=(),", "placed=(),"),
    ),
    *_in(
        "state.py",
        "bonuses",
        ("every draw is a Kang", "if alike == FOUR - 1 else", "if alike >= 0 else"),
        ("Kang at three", "if alike == FOUR - 1 else", "if alike == FOUR - 2 else"),
        ("own cards are guests", "guests = before.guests if seat == before.owner else", "guests ="),
        ("cards of others are the owner's own", "guests = before.guests if seat == before.owner else before.guests.union(cards)", "guests = before.guests"),
    ),
    *_in(
        "state.py",
        "edges",
        ("the block tells a face-down four", "shown = () if laid.face_down else laid.cards", "shown = laid.cards"),
    ),
    *_in(
        "engine.py",
        "declare",
        ("declared automatically", "if state.declared is not None or not all(state.hands):", "if state.declared is not None or not all(deadwood(h, state.rules) for h in state.hands):"),
    ),
    *_in(
        "engine.py",
        "turn",
        ("an empty hand goes on", "if state.declared is not None or not all(state.hands):", "if state.declared is not None:"),
    ),
    *_in(
        "engine.py",
        "stock",
        ("the stock ends before the last drawer is done", "if isinstance(move, Discard) and not state.stock:", "if not state.stock:"),
        ("one stock card is left over", "if isinstance(move, Discard) and not state.stock:", "if isinstance(move, Discard) and len(state.stock) <= 1:"),
    ),
    *_in(
        "engine.py",
        "call",
        ("a call ends with the first answer", 'HandEnded(outcome_of(state, "call")) if not to_act(state) else None', 'HandEnded(outcome_of(state, "call")) if not to_act(state) or any(state.replies) else None'),
    ),
    *_in(
        "engine.py",
        "default_move",
        ("the clock keeps dear cards", "return left, -points(card, state.rules.joker_points), place, -rank", "return left, points(card, state.rules.joker_points), place, -rank"),
        ("the clock breaks melds", "return left, -points(card", "return -left, -points(card"),
        ("the clock challenges", "return Answer(state.rules.reply_timeout)", 'return Answer("challenge")'),
    ),
    *_in(
        "engine.py",
        "new_meld",
        ("the chowed meld can be taken back", "return (took, _lay(state, seat, cards, named, with_taken=True)) if cards", "return (took, _lay(state, seat, cards, named)) if cards"),
    ),
    *_in(
        "outcomes.py",
        "bonuses",
        ("aces of guests count", "for card in meld.cards if card not in meld.guests]", "for card in meld.cards]"),
        ("aces laid elsewhere count", "own = [meld for meld in state.melds if meld.owner == winner]", "own = list(state.melds)"),
        ("aces in hand do not count", "for card in (*state.hands[winner], *laid)]", "for card in laid]"),
        ("queens count as kings", 'kings=ranks.count("K")', 'kings=ranks.count("Q")'),
        ("a long run with guests is the owner's own", "row = 0 if card in laid.guests else row + 1", "row = row + 1"),
        ("a four laid open is a secret", "secrets=sum(meld.face_down for meld in own)", "secrets=sum(len(meld.cards) == 4 for meld in own)"),
        ("a four in hand is no secret", " + len(secrets),", ","),
        ("a Kang counts at a call", 'kang=ending == "tongits" and state.kang[winner]', "kang=state.kang[winner]"),
        ("the Kang of another doubles", "and state.kang[winner]", "and any(state.kang)"),
    ),
    *_in(
        "outcomes.py",
        "secret_in_hand",
        ("a seat without a choice challenges", "passive = state.rules.passive_reply", 'passive = "challenge"'),
        ("an unopened hand is counted as opened", "deadwood(state.hands[seat], state.rules, opened=opened[seat]) for", "deadwood(state.hands[seat], state.rules) for"),
    ),
    *_in(
        "outcomes.py",
        "edges",
        ("the turn's seat wins a declared hand", "next(emptied) if state.declared is None else state.declared", "next(emptied, SEATS[0])"),
        ("a guest in the middle splits no long run", "row = 0 if card in laid.guests else row + 1", "row += card not in laid.guests"),
    ),
    *_in(
        "outcomes.py",
        "call",
        ("a burned seat wins every comparison", "burned = _per_seat([not opened[seat] and is_burned(state, seat) for seat in SEATS])", "burned = (False, False, False)"),
    ),
    *_in(
        "scoring.py",
        "call",
        ("the caller loses ties in book", 'order = [first, second, third] if rules.tie_call == "caller" else', "order ="),
        ("ties of others go backwards", "order = [first, second, third] if", "order = [first, third, second] if"),
        ("who only showed is not compared", 'if rules.replies == "fold_challenge":\n        order', "if True:\n        order"),
    ),
    *_in(
        "scoring.py",
        "fold_challenge",
        ("the caller wins ties in pagat", 'if rules.tie_call == "challenger":\n        order.sort', 'if rules.tie_call == "caller":\n        order.sort'),
        ("a tie of challengers goes backwards", "else [second, third, first]\n", "else [third, second, first]\n"),
        ("who folded is compared", 'if rules.replies == "fold_challenge":\n        order', "if False:\n        order"),
    ),
    *_in(
        "scoring.py",
        "stock",
        ("stock tie to the wrong seat", "order = from_seat(SEATS[0] if last_drawer is None else last_drawer)", "order = from_seat(SEATS[0])"),
        ("stock tie after the last drawer", "order = from_seat(SEATS[0] if last_drawer is None else last_drawer)", "order = from_seat(SEATS[0] if last_drawer is None else SEATS[(last_drawer + 1) % 3])"),
        ("stock tie goes backwards", "order = from_seat(SEATS[0] if last_drawer is None else last_drawer)", "order = from_seat(SEATS[0] if last_drawer is None else last_drawer)\n    order = (order[0], order[2], order[1])"),
        ("a void hand gives stakes back", 'lost = stake_chips if rules.payout == "stake_rate" else 0', "lost = 0"),
        ("a void hand drops the pot", "pot_chips + 3 * lost", "3 * lost"),
        ("the highest wins the stock", "default=None)\n\n\ndef settle", "default=None)\n\n\ndef _worst(d: Sequence[int], b: Sequence[bool], _: SeatNo | None) -> SeatNo | None:\n    return max((s for s in SEATS if not b[s]), key=lambda s: d[s], default=None)\n\n\nwinner_of_stock = _worst\n\n\ndef settle"),
    ),
    *_in(
        "scoring.py",
        "payouts",
        ("fee rounded up", "fee = received * rules.fee_percent // 100", "fee = -(-received * rules.fee_percent // 100)"),
        ("fee of the pot too", "fee = received * rules.fee_percent // 100", "fee = (received + pot_chips) * rules.fee_percent // 100"),
        ("the fee is paid by nobody", "chips[winner] = received - fee + pot_chips", "chips[winner] = received + pot_chips"),
        ("a void hand costs units", 'lost = stake_chips if rules.payout == "stake_rate" else 0', "lost = stake_chips"),
        ("burned_extra before doubling", "* factor + stakes * stake_chips\n    return", "* factor + stakes * stake_chips * factor\n    return"),
        ("burned_extra for everybody", "rules.burned_extra * burned +", "rules.burned_extra +"),
        ("the difference may be nothing", "max(1, counted - _points_of_winner(outcome, winner))", "max(0, counted - _points_of_winner(outcome, winner))"),
        ("a challenged call is cheap", 'return ((dear, 3) if tongits or fought else ("win", 1), *shared)', 'return ((dear, 3) if tongits else ("win", 1), *shared)'),
        ("Tongits is cheap", 'return ((dear, 3) if tongits or fought else ("win", 1), *shared)', 'return ((dear, 3) if fought else ("win", 1), *shared)'),
        ("burned and fought together", "lost_fight = fought and not burned and _in_fight", "lost_fight = fought and _in_fight"),
        ("who folded pays the fight", "lost_fight = fought and not burned and _in_fight(outcome, seat)", "lost_fight = fought and not burned"),
        ("kings count in pagat", 'return ((dear, 3) if tongits or fought else ("win", 1), *shared)', 'return ((dear, 3) if tongits or fought else ("win", 1), *shared, ("king", bonuses.kings))'),
        ("a lost fight costs one unit", '("fought", 2 * lost_fight)', '("fought", 1 * lost_fight)'),
        ("aces cost nothing", '("ace", bonuses.aces),', ""),
        ("a secret is always three", "bonuses.secrets * rules.secret_units", "bonuses.secrets * 3"),
        ("burned costs nothing in units", '("burned", int(burned)),', ""),
        ("Kang without the switch", "if rules.kang and outcome.bonuses.kang and", "if outcome.bonuses.kang and"),
        ("Kang triples", "return factor * (rules", "return (factor + factor // 2) * (rules"),
        ("the multiplier for a caller's win", 'outcome.replies[winner] == "challenge"\n    return', "True\n    return"),
    ),
    *_in(
        "scoring.py",
        "scoring",
        ("the carried pot is lost", "chips[winner] = received - fee + pot_chips", "chips[winner] = received - fee"),
        ("cap ignoring the ante", "brought_chips[payment.seat])", "brought_chips[payment.seat] - payment.stake_chips)"),
        ("no cap", "paid = min(payment.debt_chips, brought_chips[payment.seat])", "paid = payment.debt_chips"),
        ("a failed caller pays once", 'if seat == outcome.caller:\n        return "failed_call"', "if False:\n        return None"),
        ("a lost challenge pays once", 'return "lost_challenge" if outcome.replies[seat] == "challenge" else None', "return None"),
        ("who showed pays double", 'return "lost_challenge" if outcome.replies[seat] == "challenge" else None', 'return "lost_challenge"'),
        ("only points are doubled", "debt = (stake_chips + rate * counted) * factor", "debt = stake_chips + rate * counted * factor"),
    ),
    *_in(
        "scoring.py",
        "edges",
        ("Tongits leaves the winner his points", 'return 0 if outcome.ending == "tongits" else outcome.deadwood[winner]', "return outcome.deadwood[winner]"),
    ),
    *_in(
        "match.py",
        "deal",
        ("the winner deals in book", 'if rules.next_dealer == "rotate":', "if winner is None:"),
        ("a void hand passes the deal", "return dealer if winner is None else winner", "return next_seat(dealer) if winner is None else winner"),
    ),
    *_in(
        "match.py",
        "hitter",
        ("hitter pot kept after two wins", "return HitterPot(0, winner), filled", "return HitterPot(filled, winner), filled"),
        ("hitter pot for every win", "if winner == pot.last_winner:", "if True:"),
        ("hitter streak lost by taking the pot", "return HitterPot(0, winner), filled", "return HitterPot(0, None), filled"),
        ("hitter streak lost by a void hand", "return HitterPot(filled, pot.last_winner), 0", "return HitterPot(filled, None), 0"),
        ("a void hand pays no ante", "return HitterPot(filled, pot.last_winner), 0", "return HitterPot(pot.chips, pot.last_winner), 0"),
        ("two seats pay the hitter ante", "pot.chips + 3 * rules.hitter_ante_units", "pot.chips + 2 * rules.hitter_ante_units"),
    ),
    *_in(
        "match.py",
        "progressive",
        ("a session ends only beyond the limit", "lowest > -rules.progressive_limit", "lowest >= -rules.progressive_limit"),
        ("one seat loses a session of two", "return tuple(seat for seat in SEATS if totals[seat] == lowest)", "return tuple(seat for seat in SEATS if totals[seat] == lowest)[:1]"),
        ("a session always ends", "if not rules.progressive_limit or lowest", "if lowest"),
    ),
    *_in(
        "rules.py",
        "guards",
        ("eight idle turns", "IDLE_TURN_LIMIT: Final = 6", "IDLE_TURN_LIMIT: Final = 8"),
    ),
    *_in(
        "rules.py",
        "clashes",
        ("who does not challenge shows everywhere", 'return "show" if self.replies == "show_challenge" else "fold"', 'return "show"'),
    ),
    *_in(
        "presets/pagat.toml",
        "presets",
        ("pagat has secrets in hand", "secret_in_hand = false", "secret_in_hand = true"),
    ),
    *_in(
        "presets/go.toml",
        "presets",
        ("go pays two into the hitter pot", "hitter_ante_units = 1", "hitter_ante_units = 2"),
    ),
    *_in(
        "presets/book.toml",
        "presets",
        ("book has no guards", 'discard_guards = ["no_return", "stock_after_6"]', "discard_guards = []"),
    ),
)
