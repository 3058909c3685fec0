"""Named places in the code at which a test can end the process, as a power cut would.

Nobody else is served by this: unless a test names a file in `TONGITS_KILL_AT`, passing a point
costs one comparison.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final

VARIABLE: Final = "TONGITS_KILL_AT"

_named = os.environ.get(VARIABLE)
_orders: Final = Path(_named) if _named else None
_read: list[str] = []  # the orders as they were when points were last counted off
_left: list[str] = []  # what is still to be passed of them


def reach(point: str) -> None:
    """Says that a point is reached; ends the process if it is the last one of the orders.

    The file of orders may be written at any time. It lists points to be passed in turn, one a
    word, so `committed committed` means the second time.
    """
    if _orders is not None:
        _count_off(point, _orders)


def _count_off(point: str, orders: Path) -> None:
    words = orders.read_text(encoding="utf-8").split() if orders.exists() else []
    if words != _read:
        _read[:] = _left[:] = words
    if _left[:1] == [point]:
        del _left[0]
        if not _left:
            os.kill(os.getpid(), signal.SIGKILL)
