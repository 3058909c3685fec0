"""One bot at a time: a lock beside the database, dropped by the system with its process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.errors import DatabaseInUse, DatabaseUnwritable

if sys.platform != "win32":
    import fcntl


@contextmanager
def alone_with(path: Path | str) -> Iterator[None]:
    """Holds the database for this process.

    Raises `DatabaseInUse` if another one has it, `DatabaseUnwritable` if no lock can be made
    there. On Windows a second process is the operator's to avoid.
    """
    if sys.platform == "win32":
        yield
        return
    lock = Path(f"{path}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        held = lock.open("a")
    except OSError as error:
        raise DatabaseUnwritable(path, error.strerror or str(error)) from error
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatabaseInUse(path) from None
        yield
