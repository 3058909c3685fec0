"""Standard input, output and error as they may be: closed, full, or left by their reader."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from typing import BinaryIO, Final, TextIO

WRONG_USE: Final = 2
INTERRUPTED: Final = 130


class BadStream(Exception):
    """A stream that cannot be used: the sentence about it."""


def guarded(run: Callable[[], int]) -> int:
    """The status of a command, whatever its streams do.

    A stream that fails is told in one sentence, with status 2; a reader that has gone and Ctrl-C
    end the command quietly, with status 0 and 130.
    """
    if sys.stderr is None:  # closed by the caller: what would be told there is told to nobody
        sys.stderr = StringIO()
    try:
        return _flushed(run)
    except BadStream as error:
        complain(f"{error}\n")
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED


def _flushed(run: Callable[[], int]) -> int:
    """Runs it; what it wrote has then left, or `BadStream` says why not."""
    if sys.stdout is None:
        raise BadStream("Open standard output: it is closed.")
    try:
        try:
            return run()
        finally:  # argparse ends the process after its help
            sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        return 0
    except OSError as error:
        _silence(sys.stdout)
        raise BadStream(f"Make room on standard output: {_reason(error)}.") from None


def _reason(error: OSError) -> str:
    """What the system says, inside a sentence."""
    said = error.strerror or "it cannot be used"
    return said[:1].lower() + said[1:]


def _silence(stream: TextIO) -> None:
    """Python flushes a stream once more at its end; that must find an open file."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(text: str) -> None:
    """Writes to standard error; where that cannot be written nobody is there to be told."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _silence(sys.stderr)


def input_lines() -> Iterator[bytes]:
    """The lines of standard input as they come. Raises `BadStream`.

    Bytes: only a newline ends a line, and no letter is fatal.
    """
    stream = _standard_input()
    while True:
        try:
            line = stream.readline()
        except OSError as error:
            raise _unreadable(error) from None
        if not line:
            return
        yield line


def input_bytes() -> bytes:
    """All of standard input. Raises `BadStream`."""
    try:
        return _standard_input().read()
    except OSError as error:
        raise _unreadable(error) from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise BadStream("Open standard input: it is closed.")
    return sys.stdin.buffer


def _unreadable(error: OSError) -> BadStream:
    return BadStream(f"Give standard input something to read: {_reason(error)}.")
