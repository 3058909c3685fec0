"""The real bot, beside which nothing can be drawn."""

from __future__ import annotations

import sys
from functools import partial

from bot import client
from bot.__main__ import main
from bot.pictures.painter import Painter

if __name__ == "__main__":
    client.Painter = partial(Painter, ("/nowhere/at/all",))
    sys.exit(main([]))
