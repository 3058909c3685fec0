"""`python -m bot.play`: the offline Discord alone, for a bot started by hand beside it."""

from __future__ import annotations

import argparse
import asyncio
import sys

from .server import PlayDiscord


def main() -> int:
    """Runs until interrupted; 2 when the port is taken."""
    parser = argparse.ArgumentParser(prog="python -m bot.play", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (0: any free one)")
    parser.add_argument("--token", help="the bot's token (default: a new one, printed)")
    options = parser.parse_args()
    try:
        asyncio.run(serve(options.port, options.token))
    except OSError as error:
        print(f"Port {options.port} cannot be used: {error.strerror}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


async def serve(port: int, token: str | None) -> None:
    """Starts, prints the addresses, and waits until cancelled."""
    play = PlayDiscord(token=token)
    await play.start(port=port)
    try:
        print(f"Page:  {play.page_url}")
        print("Point the bot here with these two settings:")
        print(f"TONGITS_DISCORD_API={play.api_base}")
        print(f"DISCORD_TOKEN={play.token}", flush=True)
        await asyncio.Event().wait()
    finally:
        await play.stop()


if __name__ == "__main__":
    sys.exit(main())
