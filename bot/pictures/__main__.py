"""The process that draws: a sheet a line comes in, its picture goes out, while anybody asks.

An answer is the length of a PNG on a line and the PNG; a length of 0 is a sheet that could not be
drawn. The bot's end of the pipe closes with it, however it ends, and then this ends too.
"""

from __future__ import annotations

import signal
import sys

from bot.pictures.charts import png_of
from bot.pictures.sheets import from_json


def main() -> int:
    """Draws what is asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the bot, which ends this
    for line in sys.stdin.buffer:
        picture = _drawn(line)
        try:
            sys.stdout.buffer.write(b"%d\n%b" % (len(picture), picture))
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            return 0
    return 0


def _drawn(line: bytes) -> bytes:
    """The picture; nothing where there is none. What went wrong is told without the sheet."""
    try:
        return png_of(from_json(line))
    except Exception as error:  # noqa: BLE001  # the next sheet may be drawn again
        print(f"not drawn: {type(error).__name__}", file=sys.stderr, flush=True)
        return b""


if __name__ == "__main__":
    sys.exit(main())
