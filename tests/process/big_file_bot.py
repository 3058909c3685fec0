"""The real bot, to which every database is a big one: a start reads it only quickly."""

from __future__ import annotations

import sys

from bot.__main__ import main
from data import db

if __name__ == "__main__":
    db.WHOLE_CHECK_BYTES = 0
    sys.exit(main([]))
