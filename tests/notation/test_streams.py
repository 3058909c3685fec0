"""The command line with streams that are closed, full or left: no traceback, whatever it does."""

import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAND = "tests/golden/hands/go-stock-out.hand"
COMMANDS = [
    "ask",
    f"replay {HAND}",
    f"replay --views all {HAND}",
    "perft --depth 2 --split",
    "simulate 3",
    "--help",
    "ask --help",
    "replay --help",
]
QUESTIONS = b'{"q":"meld","cards":"7S 7H 7C"}\n' * 200

every_command = pytest.mark.parametrize("command", COMMANDS)
# Python writes at once, or in blocks and the last one at its end.
either_way = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["in blocks", "at once"])
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def run(command: str, streams: str, unbuffered: str = "") -> subprocess.CompletedProcess[bytes]:
    """A command as a shell runs it, with its streams redirected."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m tongits {command} {streams}', sys.executable],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        input=QUESTIONS,
        capture_output=True,
        timeout=60,
        check=False,
    )


@every_command
def test_a_closed_output_is_one_sentence_and_status_2(command: str) -> None:
    done = run(command, ">&-")
    assert (done.returncode, done.stderr) == (2, b"Open standard output: it is closed.\n")


@needs_full
@either_way
@every_command
def test_a_full_output_is_one_sentence_and_status_2(command: str, unbuffered: str) -> None:
    done = run(command, ">/dev/full", unbuffered)
    assert done.returncode == 2
    assert re.fullmatch(rb"Make room on standard output: .+\.\n", done.stderr)


@pytest.mark.parametrize("command", ["ask", "replay -"])
def test_an_input_that_cannot_be_read_is_one_sentence_and_status_2(command: str) -> None:
    done = run(command, "<&-")
    assert (done.returncode, done.stderr) == (2, b"Open standard input: it is closed.\n")
    done = run(command, "0>/dev/null")
    assert done.returncode == 2
    assert re.fullmatch(rb"Give standard input something to read: .+\.\n", done.stderr)


@pytest.mark.parametrize("command", [f"replay {HAND}", "perft --depth 2", "simulate 3"])
def test_a_closed_input_is_nothing_to_who_does_not_read_it(command: str) -> None:
    done = run(command, "<&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize("errors", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("ask", 0),
        ("ask >&-", 2),
        ("simulate 3", 0),
        ("simulate x", 2),
        ("replay missing.hand", 2),
        ("replay pyproject.toml", 1),
    ],
)
def test_errors_that_nobody_can_be_told_change_no_status(
    command: str, status: int, errors: str
) -> None:
    assert run(command, errors).returncode == status


@either_way
@every_command
def test_a_reader_that_goes_away_ends_it_quietly(command: str, unbuffered: str) -> None:
    """`python -m tongits … | head`, the reader gone before the first line."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "tongits", *command.split()],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            input=QUESTIONS,
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_long_command_is_interrupted_quietly() -> None:
    command = [sys.executable, "-m", "tongits", "perft", "--depth", "30"]
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a background job ignores it
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heeded,  # noqa: PLW1509  # no other thread here
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"depth 1 ")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")
