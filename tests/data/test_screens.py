"""What should be on screen and what is; posts that go out once."""

import sqlite3

import pytest

from data import decisions, panels, posts, retiming, tables
from data.posts import Post
from tests.data.worlds import NOW_MS, World


@pytest.fixture
def table(world: World) -> World:
    world.table("t1")
    return world


def panel(world: World, name: str = "table") -> panels.PanelRow:
    row = panels.get(world.conn, "t1", name)
    assert row is not None
    return row


def test_a_wanted_panel_is_outdated_until_it_is_shown(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    assert [row.panel for row in panels.outdated(table.conn, "t1")] == ["table"]
    assert panels.outdated_tables(table.conn) == ["t1"]
    assert panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    assert panels.outdated(table.conn, "t1") == []
    assert panels.outdated_tables(table.conn) == []
    row = panel(table)
    assert (row.message_id, row.shown_seq, row.shown_hash, row.is_outdated) == (90, 4, "h4", False)


def test_a_panel_wanted_while_being_sent_stays_outdated(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.want(table.conn, "t1", "table", 6, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    assert panel(table).is_outdated
    panels.want(table.conn, "t1", "table", 5, 500)
    assert panel(table).wanted_seq == 6


def test_old_news_does_not_turn_a_panel_back(table: World) -> None:
    panels.want(table.conn, "t1", "table", 6, 500)
    panels.shown(table.conn, "t1", "table", 90, 6, "h6")
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    row = panel(table)
    assert (row.shown_seq, row.shown_hash) == (6, "h6")


def test_an_answer_that_lands_after_newer_news_is_painted_over(table: World) -> None:
    panels.want(table.conn, "t1", "hand:0", 6, None)
    panels.shown(table.conn, "t1", "hand:0", 90, 6, "h6")
    assert not panels.placed(table.conn, "t1", "hand:0", 90, 4, "h4", edition=0)
    row = panel(table, "hand:0")
    assert (row.is_outdated, row.message_id, row.shown_hash) == (True, 90, None)
    assert panels.placed(table.conn, "t1", "hand:0", 90, 6, "h6", edition=0)
    assert not panel(table, "hand:0").is_outdated


def test_an_answer_on_a_message_that_the_panel_has_left_is_to_be_deleted(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    assert not panels.placed(table.conn, "t1", "table", 91, 5, "h5", edition=0)
    assert (panel(table).message_id, panel(table).shown_hash) == (90, "h4")
    assert (panel(table, "old:91").channel_id, panel(table, "old:91").is_outdated) == (500, True)


def test_a_panel_on_its_way_to_a_new_message_does_not_return_to_the_old_one(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    panels.retire(table.conn, "t1", "table")
    panels.drop(table.conn, "t1", "old:90")
    assert not panels.placed(table.conn, "t1", "table", 90, 5, "h5", edition=0)
    assert (panel(table).message_id, panel(table).is_outdated) == (None, True)


def test_moved_due_times_ask_for_what_shows_them_and_for_nothing_else(table: World) -> None:
    shown = ("table", "hand:0", "result:1", "result:2", "ping:0", "old:9")
    for seq, name in enumerate(shown):
        panels.want(table.conn, "t1", name, seq, 500)
        panels.shown(table.conn, "t1", name, seq, seq, name)
    decisions.replace(table.conn, decisions.Decision("t1", "seat:0", "token", 1, 10))
    assert retiming.grace(table.conn, 10) == []
    assert panels.outdated(table.conn, "t1") == []
    assert retiming.grace(table.conn, 20) == ["t1"]
    outdated = [row.panel for row in panels.outdated(table.conn, "t1")]
    assert outdated == ["hand:0", "result:2", "table"]


def test_nothing_sent_keeps_the_message_that_stands(table: World) -> None:
    panels.want(table.conn, "t1", "hand:0", 4, None)
    panels.shown(table.conn, "t1", "hand:0", None, 4, None)
    assert panels.outdated(table.conn, "t1") == []
    assert panel(table, "hand:0").message_id is None
    panels.shown(table.conn, "t1", "hand:0", 91, 5, "h5", edition=0)
    panels.shown(table.conn, "t1", "hand:0", None, 6, "h5")
    assert panel(table, "hand:0").message_id == 91


def test_a_forgotten_panel_is_sent_anew(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    before = panel(table).nonce
    panels.forget(table.conn, "t1", "table")
    row = panel(table)
    assert (row.message_id, row.shown_hash, row.is_outdated) == (None, None, True)
    assert row.nonce != before


def test_an_edit_in_flight_does_not_bring_the_old_owners_message_back(table: World) -> None:
    panels.want(table.conn, "t1", "hand:0", 4, None)
    rendered = panel(table, "hand:0")
    panels.forget(table.conn, "t1", "hand:0")
    edition = rendered.edition
    assert not panels.shown(table.conn, "t1", "hand:0", 90, 4, "h4", edition=edition)
    assert panel(table, "hand:0").message_id is None
    assert panels.shown(table.conn, "t1", "hand:0", 95, 4, "h4", edition=edition + 1)
    assert panel(table, "hand:0").message_id == 95


def test_a_panel_wanted_in_another_channel_starts_anew(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    panels.want(table.conn, "t1", "table", 4, 501)
    row = panel(table)
    assert (row.channel_id, row.message_id, row.edition, row.is_outdated) == (501, None, 1, True)


def test_a_panel_never_wanted_is_not_there(table: World) -> None:
    assert panels.get(table.conn, "t1", "table") is None
    assert not panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    assert panels.of_table(table.conn, "t1") == []


def test_a_retired_panel_moves_and_its_old_message_waits_to_be_deleted(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    panels.retire(table.conn, "t1", "table")
    former, moved = panels.outdated(table.conn, "t1")
    assert (former.panel, former.channel_id, former.message_id) == ("old:90", 500, 90)
    assert (moved.panel, moved.message_id, moved.edition) == ("table", None, 1)
    panels.drop(table.conn, "t1", "old:90")
    assert [row.panel for row in panels.of_table(table.conn, "t1")] == ["table"]


def test_retiring_a_panel_without_a_message_leaves_nothing_to_delete(table: World) -> None:
    panels.retire(table.conn, "t1", "table")
    assert panels.of_table(table.conn, "t1") == []
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.retire(table.conn, "t1", "table")
    assert [row.panel for row in panels.of_table(table.conn, "t1")] == ["table"]


def test_a_panel_can_be_wanted_again_without_a_new_event(table: World) -> None:
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    panels.want_again(table.conn, "t1", "table", 500)
    row = panel(table)
    assert (row.is_outdated, row.message_id, row.wanted_seq) == (True, 90, 4)


def test_drawing_everything_anew_calls_nobody_a_second_time(table: World) -> None:
    for name in ("table", "hand:0", "ping:0"):
        panels.want(table.conn, "t1", name, 4, 500)
        panels.shown(table.conn, "t1", name, 90, 4, None)
    panels.doubt(table.conn, "t1")
    assert [row.panel for row in panels.outdated(table.conn, "t1")] == ["hand:0", "table"]


def test_an_open_table_without_a_panel_gets_one_wanted(table: World) -> None:
    table.table("t2", 600)
    table.table("shut")
    tables.close_table(table.conn, "shut", "idle", NOW_MS)
    panels.want(table.conn, "t1", "table", 4, 500)
    panels.shown(table.conn, "t1", "table", 90, 4, "h4")
    panels.want_missing_tables(table.conn)
    assert panels.outdated_tables(table.conn) == ["t2"]
    assert [row.channel_id for row in panels.outdated(table.conn, "t2")] == [600]


def test_a_table_given_up_shows_and_sends_nothing_more(table: World) -> None:
    table.table("t2")
    for table_id in ("t1", "t2"):
        panels.want(table.conn, table_id, "table", 4, 500)
        posts.add(table.conn, table_id, Post(4, "turn", "{}"))
    panels.give_up(table.conn, "t1")
    assert panels.outdated_tables(table.conn) == ["t2"]
    assert posts.unsent_tables(table.conn) == ["t2"]


def test_posts_wait_in_the_order_things_happened(table: World) -> None:
    table.table("t2")
    for post in (Post(7, "turn", '{"n": 7}'), Post(5, "turn", "{}"), Post(7, "result", "{}")):
        posts.add(table.conn, "t1", post)
    waiting = posts.unsent(table.conn, "t1")
    assert [(post.seq, post.kind) for post in waiting] == [(5, "turn"), (7, "turn"), (7, "result")]
    assert waiting[1].body == '{"n": 7}'
    assert posts.unsent_tables(table.conn) == ["t1"]


def test_a_sent_post_waits_no_more(table: World) -> None:
    for post in (Post(5, "turn", "{}"), Post(6, "turn", "{}")):
        posts.add(table.conn, "t1", post)
    first, second = posts.unsent(table.conn, "t1")
    posts.mark_sent(table.conn, "t1", first, 90, NOW_MS)
    assert posts.unsent(table.conn, "t1") == [second]
    posts.mark_sent(table.conn, "t1", second, None, NOW_MS)
    assert posts.unsent_tables(table.conn) == []


def test_an_event_has_one_post_of_a_kind(table: World) -> None:
    posts.add(table.conn, "t1", Post(5, "turn", "{}"))
    with pytest.raises(sqlite3.IntegrityError):
        posts.add(table.conn, "t1", Post(5, "turn", "{}"))


def test_nonces_differ_by_table_event_kind_and_text_and_fit_discord() -> None:
    made = {
        posts.post_nonce(table_id, Post(seq, kind, body))
        for table_id in ("t1", "t11")
        for seq in (1, 11)
        for kind in ("turn", "result")
        for body in ("{}", "[]")  # another event has the number once a backup was restored
    }
    assert len(made) == 16
    assert {len(nonce) for nonce in made} == {24}
