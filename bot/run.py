"""Starts and stops the parts of a process, in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from pathlib import Path
from typing import Final

import discord

from bot.client import TongitsClient
from bot.config import DEFAULT_DB, PLAYGROUND_DB, Settings
from bot.play.pointing import point_discord_at
from bot.play.server import PlayDiscord
from bot.start_audit import audit_of_start
from bot.tables.service import Tables
from data.alone import alone_with
from data.db import Database
from data.errors import DatabaseDamaged, DataError

log = logging.getLogger(__name__)

WRONG_LOGIN: Final = (
    "Discord refused the bot token: copy it again from the Bot page of your application "
    "into DISCORD_TOKEN."
)
STOP_TRY_S: Final = 1.0  # after which a connection that did not end is told so again
STOP_TRIES: Final = 15
QUIET_LOGGERS = (
    "discord",
    "discord.http",
    "discord.webhook.async_",
    "discord.gateway",
    "aiosqlite",
)


class CannotRun(Exception):
    """The bot cannot start; the text is one plain sentence."""


def set_up_logging(level: str) -> None:
    """Our own level for our own words; libraries never below INFO, for they would log secrets."""
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    quiet = max(logging.INFO, logging.getLevelNamesMapping()[level])
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(quiet)


def now_ms() -> int:
    """Wall-clock time, ms since 1970."""
    return time.time_ns() // 1_000_000


async def run_bot(settings: Settings) -> None:
    """The bot on Discord, until it is told to stop. Raises `CannotRun`."""
    if settings.discord_token is None:
        raise CannotRun(
            "There is no bot token: set DISCORD_TOKEN in the environment or in .env, "
            "or start the offline playground with: python -m bot --play"
        )
    if settings.discord_api:
        point_discord_at(settings.discord_api)
    token = settings.discord_token.get_secret_value()
    await _serve(settings, settings.db or DEFAULT_DB, token, _stop_asked())


async def run_playground(settings: Settings) -> None:
    """The bot against the offline Discord, until it is told to stop. Raises `CannotRun`."""
    play, stop = PlayDiscord(), _stop_asked()
    try:
        await play.start(port=settings.play_port)
    except OSError as error:
        raise CannotRun(
            f"The playground cannot listen on port {settings.play_port}: "
            f"{os.strerror(error.errno or 0)}. Choose another with TONGITS_PLAY_PORT."
        ) from error
    try:
        point_discord_at(play.api_base)
        path, is_new = _playground_db()
        await _serve(settings, path, play.token, stop, is_new=is_new, page_url=play.page_url)
    finally:
        await play.stop()


def _playground_db() -> tuple[Path, bool]:
    """The playground's own file, and whether it begins anew, for its Discord forgets all as well.

    Never the file that .env names: real tables are no playground. The environment can name one.
    """
    asked = os.environ.get("TONGITS_DB")
    return (Path(asked), False) if asked else (PLAYGROUND_DB, True)


def _begin_anew(path: Path) -> None:
    """Takes a database away; nobody else has it open."""
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        file.unlink(missing_ok=True)


def _stop_asked() -> asyncio.Event:
    """Is set when the process is asked to stop; who asks again once it stops ends it at once."""
    asked, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers
            loop.add_signal_handler(name, asked.set)
    return asked


def _end_when_asked_again() -> None:
    """What was acknowledged is on disk: nothing is lost by an end at once."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.remove_signal_handler(name)
            signal.signal(name, signal.SIG_DFL)


async def _serve(
    settings: Settings,
    path: Path,
    token: str,
    stop: asyncio.Event,
    *,
    is_new: bool = False,
    page_url: str = "",
) -> None:
    """Runs on the file as long as it has it alone. `page_url`: the playground's, told once open."""
    try:
        with alone_with(path):
            if is_new:
                _begin_anew(path)
            await _serve_alone(settings, path, token, stop, page_url)
    except DataError as error:
        raise CannotRun(str(error)) from error


async def _serve_alone(
    settings: Settings, path: Path, token: str, stop: asyncio.Event, page_url: str
) -> None:
    db = await Database.open(path, now_ms=now_ms())
    try:
        if page_url:
            print(f"The playground is open: {page_url}", flush=True)  # noqa: T201  # its whole purpose
        service = Tables(db, now_ms, one_seat_per_server=settings.one_seat_per_server)
        async with TongitsClient(service, left_server_days=settings.left_server_days) as client:
            watch = asyncio.create_task(_watch(client, db, path))
            await _until_stopped(client, token, stop, watch)
    finally:
        await db.close()


async def _watch(client: TongitsClient, db: Database, path: Path) -> None:
    """Returns or raises when the process must not go on with its file, else never."""
    broken = asyncio.create_task(db.until_broken())
    audit = asyncio.create_task(_audit_once_ready(client, path))
    try:
        await asyncio.wait((broken, audit), return_when=asyncio.FIRST_COMPLETED)
        if not broken.done():
            await audit
            await broken
    finally:
        broken.cancel()
        audit.cancel()
    raise CannotRun(
        f"The bot stopped: it is not certain what the disk has taken of the database {path}. "
        "Nothing that was acknowledged is affected; see to the disk and start again."
    )


async def _audit_once_ready(client: TongitsClient, path: Path) -> None:
    """Looks at the whole file once the tables can be played."""
    await client.wait_until_ready()
    try:
        await audit_of_start(path)
    except DatabaseDamaged:
        raise
    except Exception:
        log.exception("the audit of this start could not be made")


async def _until_stopped(
    client: TongitsClient, token: str, stop: asyncio.Event, watch: asyncio.Task[None]
) -> None:
    """Runs the client until it ends by itself, the process is asked to stop or the file fails."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((running, stopping, watch), return_when=asyncio.FIRST_COMPLETED)
    failed = watch.exception() if watch.done() else None
    for task in (stopping, watch):
        task.cancel()
    await asyncio.gather(stopping, watch, return_exceptions=True)
    if not running.done():
        log.info("stopping")
        _end_when_asked_again()
        await stop_client(client, running)
    elif not failed:
        await _ended(running)
    if failed:
        raise failed


async def stop_client(client: discord.Client, running: asyncio.Task[None]) -> None:
    """Ends the connection that `running` keeps, whatever becomes of it.

    discord.py may swallow a cancellation and connect again; not once the client is closed.
    """
    closing = asyncio.create_task(client.close())
    for _ in range(STOP_TRIES):
        running.cancel()
        _, left = await asyncio.wait((running, closing), timeout=STOP_TRY_S)
        if not left:
            break
    else:
        log.warning("the connection to Discord did not end in time")
        closing.cancel()
    for ended in (running, closing):
        if ended.done() and not ended.cancelled() and (error := ended.exception()):
            log.info("the connection ended with %s", type(error).__name__)


async def _ended(running: asyncio.Task[None]) -> None:
    """Why the client ended, as a sentence. Raises `CannotRun`."""
    try:
        await running
    except asyncio.CancelledError:
        pass  # as asked
    except discord.LoginFailure as error:
        raise CannotRun(WRONG_LOGIN) from error
    except discord.ConnectionClosed as error:
        if error.code == 4004:
            raise CannotRun(WRONG_LOGIN) from error
        raise CannotRun(f"Discord closed the connection for good, code {error.code}.") from error
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise CannotRun(f"Discord cannot be reached: {error}.") from error
