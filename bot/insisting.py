"""Commands for what Discord tells only once: a disk that refuses them is waited for."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.tables.commands import Command
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from data.errors import DatabaseClosed, NotWritten

log = logging.getLogger(__name__)

AGAIN_S: Final = 3.0  # between two tries


async def insist(service: Tables, table_id: str, command: Command) -> None:
    """Has the command carried out, as often as it takes; a table that refuses it stays as it is.

    When the bot stops meanwhile, its next start sees for itself what Discord has to say.
    """
    while True:
        if await _is_done(service, table_id, command):
            return
        await asyncio.sleep(AGAIN_S)


async def _is_done(service: Tables, table_id: str, command: Command) -> bool:
    try:
        await service.submit(table_id, command)
    except Refused as refused:  # closed already
        log.info("table %s: %s", table_id, refused.code)
    except DatabaseClosed:
        log.info("table %s: %s is left to the next start", table_id, type(command).__name__)
    except NotWritten as failure:
        log.warning("table %s: %s waits. %s", table_id, type(command).__name__, failure)
        return False
    return True
