"""Backups do not live for ever: whoever was erased is still in those that were made before.

The ones beside the database are found by their names. Where others were put is noted in a file of
its own beside it, `<database>.backups`; one that was moved away since is its operator's to delete.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from glob import escape
from pathlib import Path
from typing import Final

from data.backup import COPIED, SUFFIX, UNFINISHED

log = logging.getLogger(__name__)

KEPT_MS: Final = 30 * 24 * 3_600_000
NOTED: Final = ".backups"
HEAD: Final = b"SQLite format 3\x00"
COPIED_AT: Final = 60  # where the head of a file holds its user_version, 4 bytes


def note(database: Path, target: Path) -> None:
    """Remember where a backup is about to be made, unless something is there. Raises OSError."""
    if os.path.lexists(target):
        return
    with Path(f"{database}{NOTED}").open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(str(target.absolute()))}\n")


def remove_old(database: Path, now_ms: int) -> list[Path]:
    """Deletes the backups of a database that are 30 days old, and copies never finished; which.

    Only what is still the copy that was made: one that a bot has opened since is a database.
    """
    removed = []
    for path in sorted({*_beside(database), *_noted(database)}):
        try:
            if path.is_file() and _age_ms(path, now_ms) > KEPT_MS and _is_copy(path):
                path.unlink()
                removed.append(path)
        except OSError as error:
            log.warning("the old backup %s is not removed: %s", path, error.strerror)
    return removed


def _beside(database: Path) -> Iterator[Path]:
    yield from database.parent.glob(f"{escape(database.name)}*{SUFFIX}")
    yield from database.parent.glob(f"{escape(database.name)}.*{UNFINISHED}")


def _noted(database: Path) -> Iterator[Path]:
    try:
        lines = Path(f"{database}{NOTED}").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            path = Path(json.loads(line))
        except (ValueError, TypeError):  # a line cut short by a full disk
            continue
        yield path
        yield from path.parent.glob(f"{escape(path.name)}.*{UNFINISHED}")


def _age_ms(path: Path, now_ms: int) -> int:
    return now_ms - path.stat().st_mtime_ns // 1_000_000


def _is_copy(path: Path) -> bool:
    """Whether it is a copy that nobody opened in earnest, or one that was never finished."""
    if path.name.endswith(UNFINISHED):
        return True
    with path.open("rb") as file:
        head = file.read(COPIED_AT + 4)
    return head.startswith(HEAD) and int.from_bytes(head[COPIED_AT:], "big") == COPIED
