"""What is stored about a person for one server, for the file of all their data."""

from __future__ import annotations

from datetime import date

from bot.tables.export_parts import (
    BoardPart,
    LinePart,
    PairPart,
    PlaysPart,
    RatingPart,
    ServerPart,
    SettingPart,
    moment,
)
from bot.tables.service import Tables
from data import personal, plays, ratings, statements
from data.db import Connection
from data.skill import MILLI, Rating


async def server_part(service: Tables, guild_id: int, player_id: str) -> ServerPart:
    """What is stored about the person for one server."""

    def look(conn: Connection) -> ServerPart:
        held = personal.holdings(conn, guild_id, player_id)
        daily = personal.daily(conn, guild_id, player_id)
        return ServerPart(
            server_id=str(guild_id),
            wallet_chips=held.wallet,
            table_chips=held.at_table,
            pot_chips=held.in_pot,
            has_left=personal.has_left(conn, guild_id, player_id),
            daily_last_claimed=date.fromordinal(daily.last_day).isoformat() if daily else None,
            daily_streak=daily.streak if daily else 0,
            boards=[_board(one) for one in personal.board_sums(conn, guild_id, player_id)],
            rating=_rating(ratings.of(conn, guild_id, player_id)),
            plays=_plays(plays.sums_of(conn, guild_id, player_id)),
            pairs=[_pair(one) for one in personal.pairs(conn, guild_id, player_id)],
            settings_changed=[
                SettingPart(at=moment(one.at_ms), setting=one.key, old=one.old, new=one.new)
                for one in personal.settings_set(conn, guild_id, player_id)
            ],
            statement=[_line(one) for one in personal.lines(conn, guild_id, player_id)],
        )

    return await service.db.read(look)


def _board(sums: personal.BoardSum) -> BoardPart:
    return BoardPart(
        period=sums.period,
        net_chips=sums.net,
        hands=sums.hands,
        won=sums.won,
        tongits=sums.tongits,
        biggest_chips=sums.biggest,
        best_streak=sums.best_streak,
    )


def _rating(rating: Rating | None) -> RatingPart | None:
    if rating is None:
        return None
    points, doubt = rating.mu / MILLI, rating.sigma / MILLI
    return RatingPart(points=points, doubt=doubt, hands=rating.hands)


def _plays(sums: plays.PlaySums | None) -> PlaysPart | None:
    if sums is None:
        return None
    return PlaysPart(
        burned=sums.burned,
        calls=sums.calls,
        by_tongits=sums.by_tongits,
        by_call=sums.by_call,
        by_answer=sums.by_answer,
        by_stock=sums.by_stock,
    )


def _pair(met: plays.Together) -> PairPart:
    return PairPart(
        hands=met.hands, won_by_you=met.won, won_by_them=met.other_won, net_chips=met.net
    )


def _line(line: statements.Line) -> LinePart:
    return LinePart(
        line=line.line_no,
        at=moment(line.at_ms),
        chips=line.change,
        why=line.why,
        place=line.place,
        chips_after=line.chips_after,
        channel_id=None if line.channel_id is None else str(line.channel_id),
        hand=line.hand_no,
    )
