"""Plain messages to a table's channel: posts, and calls to one person. Each is sent once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.i18n import localizer
from bot.publisher.calls import Calls
from bot.publisher.notes import Notes
from bot.repairs import said_after_all
from bot.tables import news
from bot.tables.service import Tables
from bot.ui.news_text import news_text
from bot.ui.times import relative
from data import panels, posts
from data.db import Connection
from data.panels import PanelRow
from data.people import Player
from data.points import reach
from data.posts import Post
from tongits.seats import SEATS

NEXT_PING_CLOCK_S: Final = 600  # on slow clocks every turn pings (design.md 4)
PING: Final = "ping:"
GOES_ON: Final = (news.Note("resumed", ""),)  # after short outages it is said once


class Messages:
    """Sends to channels what is no panel."""

    def __init__(self, client: discord.Client, service: Tables, calls: Calls, notes: Notes) -> None:
        self._client = client
        self._service = service
        self._calls = calls
        self._notes = notes

    async def send_post(self, table_id: str, post: Post) -> None:
        """What happened; the next player is called where nothing else would reach them."""
        state = await self._service.state(table_id)
        told = news.from_json(post.body)
        if told == replace(told, lines=(), notes=GOES_ON) and await self._is_said(table_id, post):
            await self._note_sent(table_id, post, None)
            return
        people = await self._people(told)
        names = {key: player.name for key, player in people.items()}
        settings = await self._service.servers.get(state.guild_id)
        pinged = _pinged(told, state.clock_s, people, dm_hands=settings.dm_hands)
        mention = f"<@{pinged}>" if pinged else ""
        text = news_text(
            told, names, localizer("en"), mention=mention, with_turns=settings.turn_lines
        )
        if not text:
            await self._note_sent(table_id, post, None)
            return
        channel = self._client.get_partial_messageable(state.channel_id)
        sent: list[int] = []

        async def call() -> None:
            message = await channel.send(
                text,
                nonce=posts.post_nonce(table_id, post),
                silent=not pinged,
                allowed_mentions=only(pinged),
            )
            reach("posted")
            sent.append(message.id)

        if await self._calls.public(state.channel_id, call) not in ("again", "forbidden"):
            await self._note_sent(table_id, post, sent[0] if sent else None)

    async def _is_said(self, table_id: str, post: Post) -> bool:
        """Whether the last line in the channel said the same."""
        said = await self._service.db.read(lambda conn: posts.last_sent(conn, table_id))
        return said is not None and said.body == post.body

    async def _note_sent(self, table_id: str, post: Post, message_id: int | None) -> None:
        now = self._service.now_ms()
        note = partial(
            posts.mark_sent, table_id=table_id, post=post, message_id=message_id, sent_ms=now
        )
        await self._notes.write(table_id, note, unwritten=None)

    async def send_ping(self, row: PanelRow) -> int | None:
        """Calls whoever is asked; the id of a message that came too late and must go again."""
        state = await self._service.state(row.table_id)
        sat = state.seats[SEATS[int(row.panel.removeprefix(PING))]]
        view = await self._service.table_view(row.table_id)
        player = await self._service.players.get(sat.player_id) if sat else None
        sent: list[int] = []
        if player and player.discord_id and view.due_ms is not None:
            when, mention = relative(view.due_ms), f"<@{player.discord_id}>"
            text = localizer("en")("ping", name=mention, when=when)
            channel = self._client.get_partial_messageable(state.channel_id)
            allowed = only(player.discord_id)

            async def call() -> None:
                message = await channel.send(text, nonce=row.nonce, allowed_mentions=allowed)
                sent.append(message.id)

            fate = await self._calls.public(state.channel_id, call)
            if fate == "again" and not self._calls.rests(state.channel_id):
                # Once the player has answered, nobody would know of it and take it away.
                found = await said_after_all(self._client, channel, text)
                sent += [found] if found else []
            if fate in ("again", "forbidden") and not sent:
                return None
        message_id = sent[0] if sent else None

        def note(conn: Connection) -> bool:
            return panels.shown(
                conn, row.table_id, row.panel, message_id, state.seq, None, edition=row.edition
            )

        noted = await self._notes.write(row.table_id, note, unwritten=True)
        return None if noted else message_id

    async def call_to_table(self, channel_id: int, player: Player) -> None:
        """Says once in the channel that a hand did not arrive and where it is instead."""
        text = localizer("en")("dms-closed", name=f"<@{player.discord_id}>")
        channel = self._client.get_partial_messageable(channel_id)

        async def call() -> None:
            await channel.send(text, allowed_mentions=only(player.discord_id))

        await self._calls.public(channel_id, call)

    async def _people(self, told: news.News) -> dict[str, Player]:
        ids = {*told.player_ids, *(note.player_id for note in told.notes)} - {""}
        return {player_id: await self._service.players.get(player_id) for player_id in ids}


def only(discord_id: int | None) -> discord.AllowedMentions:
    """Lets a message mention this one person and nobody else."""
    users = [discord.Object(discord_id)] if discord_id else []
    return discord.AllowedMentions(users=users, everyone=False, roles=False)


def _pinged(
    told: news.News, clock_s: int, people: dict[str, Player], *, dm_hands: bool
) -> int | None:
    """Who is called to the table: the next player, where nothing else would reach them."""
    last = told.lines[-1] if told.lines else None
    if last is None or last.next_seat is None:
        return None
    player = people.get(told.player_ids[last.next_seat])
    if player is None:
        return None
    gets_hand = dm_hands and player.dm_state == "open"
    unreachable = not gets_hand or clock_s >= NEXT_PING_CLOCK_S
    return player.discord_id if unreachable else None
