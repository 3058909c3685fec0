"""People are known by a random id; who that is stands in one table."""

import pytest

from data import people
from tests.data.worlds import NOW_MS, World


def test_a_person_gets_one_opaque_id_for_good(world: World) -> None:
    first = people.player_for(world.conn, 4242, "Ana", NOW_MS)
    again = people.player_for(world.conn, 4242, "Ana", NOW_MS + 1)
    other = people.player_for(world.conn, 4243, "Ana", NOW_MS)
    assert first == again
    assert first.player_id != other.player_id
    assert "4242" not in first.player_id
    assert (first.name, first.dm_state, first.sort_order) == ("Ana", "unknown", "suit")


def test_a_changed_name_is_written_down(world: World) -> None:
    old = people.player_for(world.conn, 1, "Ana", NOW_MS)
    new = people.player_for(world.conn, 1, "Ana Maria", NOW_MS + 5)
    assert (new.player_id, new.name, new.seen_ms) == (old.player_id, "Ana Maria", NOW_MS + 5)


def test_last_seen_is_kept_to_the_hour(world: World) -> None:
    people.player_for(world.conn, 1, "Ana", NOW_MS)
    soon = NOW_MS + people.SEEN_STEP_MS - 1
    assert people.player_for(world.conn, 1, "Ana", soon).seen_ms == NOW_MS
    assert people.player_for(world.conn, 1, "Ana", soon + 1).seen_ms == soon + 1


def test_people_are_found_by_either_id(world: World) -> None:
    ana, ben = world.person("Ana", 1), world.person("Ben", 2)
    assert people.get_player(world.conn, ben).discord_id == 2
    found = people.players_by_id(world.conn, [ana, ben])
    assert {player_id: player.name for player_id, player in found.items()} == {
        ana: "Ana",
        ben: "Ben",
    }
    seen = people.find_player(world.conn, 1)
    assert seen is not None
    assert seen.player_id == ana
    assert people.find_player(world.conn, 3) is None


def test_an_unknown_player_is_a_key_error(world: World) -> None:
    with pytest.raises(KeyError):
        people.get_player(world.conn, "nobody")


def test_dm_channel_and_sort_order_are_remembered(world: World) -> None:
    ana = world.person()
    people.set_dm(world.conn, ana, 88, "open")
    people.set_sort(world.conn, ana, "rank")
    player = people.get_player(world.conn, ana)
    assert (player.dm_channel_id, player.dm_state, player.sort_order) == (88, "open", "rank")
    people.set_dm(world.conn, ana, None, "closed")
    assert people.get_player(world.conn, ana).dm_state == "closed"


def test_a_repr_does_not_say_who_it_is(world: World) -> None:
    player = people.player_for(world.conn, 123456789, "Ana", NOW_MS)
    people.set_dm(world.conn, player.player_id, 987654321, "open")
    shown = repr(people.get_player(world.conn, player.player_id))
    assert player.player_id in shown
    for secret in ("123456789", "987654321", "Ana"):
        assert secret not in shown
