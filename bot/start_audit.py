"""The audit that follows every start: beside the running bot, in a thread that takes its time."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.tables.replay import replayer
from data.audit import DAMAGED, audit_in_steps
from data.db import damaged, open_readonly

log = logging.getLogger(__name__)

# After each table the thread rests this many times as long as it worked: clicks go first.
REST: Final = 1.0


async def audit_of_start(path: Path) -> None:
    """Logs a line for each finding; tables are played on whatever it finds about one of them.

    Raises `DatabaseDamaged` if the file itself is, and what an audit of it raises.
    """
    stop = threading.Event()
    try:
        await asyncio.to_thread(_audit, path, stop)
    finally:
        stop.set()


def _audit(path: Path, stop: threading.Event) -> None:
    began, found = time.monotonic(), 0
    with closing(open_readonly(path)) as conn:
        for findings in audit_in_steps(conn, replayer(conn)):
            for finding in findings:
                log.warning("audit: %s", finding)
                if finding.startswith(DAMAGED):
                    raise damaged(path, finding.removeprefix(DAMAGED).rstrip("."))
            found += len(findings)
            worked_s, began = time.monotonic() - began, time.monotonic()
            if stop.wait(REST * worked_s):
                return
            began = time.monotonic()
    log.info("the audit found %s", f"{found} things wrong" if found else "nothing wrong")
