"""What the channel is told of a commit: one value, stored until it is posted."""

import re
from collections.abc import Callable

import pytest

from bot.tables import news
from bot.tables.commands import Close, Command, Leave, Remove
from bot.tables.departures import close
from bot.tables.events import TablePaused, TableResumed
from bot.tables.news import News, Note
from bot.tables.story import Story
from bot.tables.views import TurnLine
from tests.tables.chances import ALL_MELDS, call_deck, stacked, winning_deck
from tests.tables.random_life import Life
from tests.tables.test_away import miss
from tests.tables.world import NAMES, TURN_MS, World
from tongits.cards import Card, parse_cards
from tongits.moves import Answer, Discard, Draw, Lay, Sapaw, Take, TakeBack
from tongits.seats import SEATS

CARD = re.compile(r'"([A2-9TJQK][SHDC])"')


async def told(world: World, table_id: str) -> list[News]:
    """Everything the channel was told, oldest first."""
    sql = f"SELECT body FROM posts WHERE table_id = '{table_id}' ORDER BY seq, rowid"
    return [news.from_json(str(body)) for (body,) in await world.rows(sql)]


async def lines(world: World, table_id: str) -> list[TurnLine]:
    return [line for one in await told(world, table_id) for line in one.lines]


def line(seat: int, next_seat: int | None, **acts: object) -> TurnLine:
    quiet: dict[str, object] = {
        "drew": False,
        "took": None,
        "laid": (),
        "laid_off": (),
        "face_down": 0,
        "declared": False,
        "threw": None,
        "called": False,
        "auto": False,
    }
    turn = {"seat": SEATS[seat], "next_seat": None if next_seat is None else SEATS[next_seat]}
    return TurnLine(**{**quiet, **turn, **acts})  # type: ignore[arg-type]  # fields by name


def codes(one: News) -> list[str]:
    return [note.code for note in one.notes]


def card(text: str) -> Card:
    return parse_cards(text)[0]


async def test_a_turn_tells_what_was_laid_and_thrown_and_who_is_next(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0)
    laid = tuple(parse_cards(meld) for meld in ("2S 3S 4S", "5H 6H 7H", "9H 9D 9C"))
    assert await lines(world, table_id) == [line(0, 1, laid=laid, threw=card("KD"))]


async def test_a_drawn_card_is_told_of_but_not_named(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0)
    await world.play(table_id, 1, Draw(), Discard(parse_cards("5D")[0]))
    assert (await lines(world, table_id))[-1] == line(1, 2, drew=True, threw=card("5D"))
    (*_, (body,)) = await world.rows("SELECT body FROM posts ORDER BY seq")
    assert "7C" not in str(body)


async def test_a_taken_discard_is_named(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0, lays=False)
    await world.play(table_id, 1, Take(), Discard(parse_cards("5D")[0]))
    assert (await lines(world, table_id))[-1] == line(1, 2, took=card("KD"), threw=card("5D"))


SAPAW_DECK = stacked(
    0,
    {
        0: "5H 6H 7H AS AD KS KD QC JD 2S 3D 9C 4C",
        1: "8H 9H 4H TS TD QS QH JC 2C 3C 6D 6S",
        2: "KH KC QD JS JH TH TC 9S 9D 8S 8D 7C",
    },
    stock="5S",
)


async def sapaw_turn(world: World) -> str:
    """Seat 0 laid 5-6-7 of hearts; seat 1 has drawn and holds the 4, 8 and 9."""
    world.chance.decks.append(SAPAW_DECK)
    table_id = await world.hand(await world.three())
    await world.play(table_id, 0, Lay(parse_cards("5H 6H 7H")), Discard(parse_cards("4C")[0]))
    await world.play(table_id, 1, Draw())
    return table_id


async def test_a_sapaw_tells_the_cards_the_owner_and_the_meld_as_it_was(world: World) -> None:
    table_id = await sapaw_turn(world)
    eight, nine = Sapaw(0, parse_cards("8H")), Sapaw(0, parse_cards("9H"))
    await world.play(table_id, 1, eight, nine, Discard(parse_cards("TS")[0]))
    assert (await lines(world, table_id))[-1].laid_off == (
        (parse_cards("8H"), 0, parse_cards("5H 6H 7H")),
        (parse_cards("9H"), 0, parse_cards("5H 6H 7H 8H")),
    )


async def test_what_was_taken_back_is_not_told(world: World) -> None:
    table_id = await sapaw_turn(world)
    eight = Sapaw(0, parse_cards("8H"))
    await world.play(table_id, 1, eight, TakeBack(), Discard(parse_cards("TS")[0]))
    assert (await lines(world, table_id))[-1] == line(1, 2, drew=True, threw=card("TS"))


async def test_a_turn_in_the_making_is_not_told(world: World) -> None:
    table_id = await sapaw_turn(world)
    before = await told(world, table_id)
    await world.play(table_id, 1, Sapaw(0, parse_cards("8H")))
    assert await told(world, table_id) == before


async def test_a_turn_of_the_clock_says_so_and_the_next_own_one_does_not(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.pass_time(TURN_MS)
    await world.play(table_id, 1, Draw(), Discard(parse_cards("5D")[0]))
    assert [one.auto for one in await lines(world, table_id)] == [True, False]


async def test_an_own_turn_after_a_missed_one_is_told_as_own(world: World) -> None:
    table_id = await world.hand(await world.three())
    for _ in range(3):
        await world.pass_time(TURN_MS)
    await world.play(table_id, 0, Draw())
    hand = (await world.game(table_id)).hands[0]
    await world.play(table_id, 0, Discard(hand[0]))
    assert [one.auto for one in await lines(world, table_id)] == [True, True, True, False]


async def test_a_call_is_told_at_once_and_its_replies_are_not(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    assert (await lines(world, table_id))[-1] == line(0, None, called=True)
    before = await told(world, table_id)
    await world.play(table_id, 1, Answer("challenge"))
    assert await told(world, table_id) == before


async def test_going_out_by_melds_is_told_once_with_nobody_next(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    (only,) = await lines(world, table_id)
    assert (only.seat, only.threw, only.next_seat, len(only.laid)) == (0, None, None, 4)


async def test_going_out_by_the_last_discard_names_nobody_next(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    kept, *rest = (parse_cards(meld) for meld in ALL_MELDS)
    await world.play(table_id, 0, *(Lay(meld) for meld in (*rest, kept[:3])), Discard(kept[3]))
    (only,) = await lines(world, table_id)
    assert (only.threw, only.next_seat) == (card("4S"), None)
    assert (await world.state(table_id)).stage == "break"


async def test_the_last_turn_before_the_stock_is_out_names_nobody_next(world: World) -> None:
    table_id = await world.hand(await world.three())
    await world.finish_hand(table_id)
    turns = await lines(world, table_id)
    assert [one.next_seat is None for one in turns] == [False] * 15 + [True]
    last = (await world.state(table_id)).last_turn
    assert last == turns[-1]


async def test_turns_played_for_who_left_are_told_in_order(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    await world.leave(table_id, people[0])
    (first, second) = await told(world, table_id)
    assert [note.code for note in first.notes] == ["walked_out"]
    assert [(one.seat, one.auto) for one in second.lines] == [(0, True), (1, True)]
    assert second.player_ids == tuple(people)


async def test_a_cash_out_between_hands_is_told_with_its_chips(world: World) -> None:
    people = await world.three(None, 140, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    assert (await told(world, table_id))[-1].notes == (Note("left_short", people[1], 90),)


async def test_a_closed_table_is_told_in_one_note_however_many_sat_there(world: World) -> None:
    table_id = await world.hand(await world.three())
    await world.service.submit(table_id, Close("ended"))
    assert (await told(world, table_id))[-1].notes == (Note("closed", ""),)


async def test_what_follows_from_a_result_is_told_apart_from_the_turn_before_it(
    world: World,
) -> None:
    people = await world.three(None, 140, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    kinds = await world.rows("SELECT kind FROM posts ORDER BY seq, rowid")
    assert kinds == [(news.TURNS,), (news.AFTER,)]
    turns, after = await told(world, table_id)
    assert (len(turns.lines), turns.notes) == (1, ())
    assert (after.lines, len(after.notes)) == ((), 1)


async def test_who_goes_away_with_the_hand_is_told_of_once_as_cashed_out(world: World) -> None:
    """That a stand-in would play for them stood below the result, when their seat was open."""
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people)
    await world.called(table_id)
    await miss(world, table_id, 1, 1)
    await world.play(table_id, 2, Answer("show"))
    await world.pass_time(TURN_MS)
    assert codes((await told(world, table_id))[-1]) == ["left_away"]


async def test_nobody_is_told_to_come_back_to_a_table_that_closed(world: World) -> None:
    table_id = await world.hand(await world.three())
    for _ in range(6):
        await world.pass_time(TURN_MS)
    assert await world.status(table_id) == "empty"
    *_, last = await told(world, table_id)
    assert codes(last) == ["left_away", "left_away", "left_away", "closed"]


@pytest.mark.parametrize(
    ("command", "left"),
    [
        (Leave, "left_asked"),
        (lambda player_id: Remove(player_id, "kicked"), "left_kicked"),
        (lambda player_id: Remove(player_id, "gone"), "left_gone"),
    ],
)
async def test_whose_leaving_ends_the_hand_is_told_of_as_gone_and_not_as_played_for(
    world: World, command: Callable[[str], Command], left: str
) -> None:
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people)
    await world.called(table_id)
    await world.service.submit(table_id, command(people[1]))
    assert len(codes((await told(world, table_id))[-1])) == 1
    await world.service.submit(table_id, command(people[2]))
    assert codes((await told(world, table_id))[-1]) == [left, left]


async def test_a_table_that_goes_on_and_closes_at_once_is_told_as_closed(world: World) -> None:
    before = await world.state(await world.hand(await world.three()))
    story = Story(before)
    story.tell(TablePaused("outage"), TableResumed())
    goes_on = news.news_of((*story.befores, story.state), story.events)
    assert goes_on is not None
    assert codes(goes_on) == ["resumed"]
    close(story, "ended")
    closed = news.news_of((*story.befores, story.state), story.events)
    assert closed is not None
    assert codes(closed) == ["closed"]


async def test_no_note_of_a_random_life_says_what_its_own_commit_ended(world: World) -> None:
    life = Life(world, seed=11)
    seen: set[str] = set()
    for _ in range(600):
        accepted = await life.step()
        if accepted is None:
            continue
        state = await world.state(accepted.table_id)
        where = f"table_id = '{accepted.table_id}' AND seq = {state.seq}"
        sitting = {seat.player_id for _, seat in state.taken()}
        for (body,) in await world.rows(f"SELECT body FROM posts WHERE {where}"):
            for note in news.from_json(str(body)).notes:
                seen.add(note.code)
                if note.code in ("went_away", "came_back", "walked_out", "taken_out"):
                    assert note.player_id in sitting
                if note.code.startswith("left_"):
                    assert note.player_id not in sitting
    assert {"left_asked", "walked_out"} <= seen, seen


async def test_a_lobby_before_its_first_hand_is_quiet(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    for player_id in people:
        await world.leave(table_id, player_id)
    assert await told(world, table_id) == []


async def test_news_name_nobody_and_show_no_hidden_card(world: World) -> None:
    life = Life(world, seed=5)
    for _ in range(400):
        accepted = await life.step()
        if accepted is None:
            continue
        public, seq = life.public_cards(accepted), (await world.state(accepted.table_id)).seq
        where = f"table_id = '{accepted.table_id}' AND seq = {seq}"
        for (body,) in await world.rows(f"SELECT body FROM posts WHERE {where}"):
            assert set(CARD.findall(str(body))) <= public
    bodies = " ".join(str(body) for (body,) in await world.rows("SELECT body FROM posts"))
    discord_ids = [str(one) for (one,) in await world.rows("SELECT discord_id FROM players")]
    assert len(CARD.findall(bodies)) > 100
    assert not [text for text in (*NAMES, *discord_ids) if text in bodies]


async def test_events_and_transfers_name_nobody(world: World) -> None:
    life = Life(world, seed=6)
    for _ in range(200):
        await life.step()
    discord_ids = [str(one) for (one,) in await world.rows("SELECT discord_id FROM players")]
    for sql in ("SELECT body FROM events", "SELECT key, debit, credit, why FROM transfers"):
        text = str(await world.rows(sql))
        assert len(text) > 1_000
        assert not [one for one in (*NAMES, *discord_ids) if one in text]


def test_news_come_back_as_they_were_stored() -> None:
    full = News(
        ("ana", "ben", ""),
        (line(0, 1, took=card("7H"), laid=(parse_cards("7S 7D 7C"),), threw=card("2S")),),
        (Note("topped_up", "ana", 12), Note("closed", "")),
    )
    assert news.from_json(news.to_json(full)) == full
