"""The process that draws: started when it is needed, ended with the bot, never waited for long."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import strict_localizer
from bot.pictures.painter import COMMAND, ROOT, Painter
from bot.ui.profile_picture import profile_sheet
from tests.ui.profiles import profile

SHEET = profile_sheet(profile(), strict_localizer("en"))
PNG = b"\x89PNG"


def acted(program: str) -> tuple[str, ...]:
    """A process that does otherwise than it should."""
    return (sys.executable, "-c", program)


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    made = Painter()
    yield made
    await made.close()


def process_of(painter: Painter) -> int:
    assert painter._process is not None
    return painter._process.pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(10):
        while is_alive(pid):  # noqa: ASYNC110  # nobody tells of another's child
            await asyncio.sleep(0.02)


async def test_one_process_draws_all_pictures_and_is_started_for_the_first(
    painter: Painter,
) -> None:
    assert painter._process is None
    drawn = await asyncio.gather(*(painter.draw(SHEET) for _ in range(4)))
    assert {(png or b"")[:4] for png in drawn} == {PNG}
    assert len(set(drawn)) == 1
    pid = process_of(painter)
    await painter.draw(SHEET)
    assert process_of(painter) == pid
    await painter.close()
    assert not is_alive(pid)
    assert await painter.draw(SHEET) is None


async def test_a_process_that_was_ended_is_started_anew(painter: Painter) -> None:
    await painter.draw(SHEET)
    first = painter._process
    assert first is not None
    first.kill()
    await first.wait()
    assert (await painter.draw(SHEET) or b"")[:4] == PNG
    assert process_of(painter) != first.pid


async def test_ctrl_c_is_the_bots_to_hear(painter: Painter) -> None:
    await painter.draw(SHEET)
    os.kill(process_of(painter), signal.SIGINT)
    assert (await painter.draw(SHEET) or b"")[:4] == PNG


@pytest.mark.parametrize(
    "program",
    [
        "import time; input(); time.sleep(60)",
        "input(); print(0, flush=True); input()",
        "input(); print('nonsense', flush=True); input()",
        "input(); print(99, flush=True); print('short', flush=True)",
        "input(); print(10**12, flush=True); input()",
        "raise SystemExit(1)",
    ],
    ids=["too slow", "not drawn", "no length", "cut short", "too large", "cannot start"],
)
async def test_whatever_goes_wrong_there_is_no_picture_in_time_and_no_process_left(
    program: str, caplog: pytest.LogCaptureFixture
) -> None:
    painter = Painter(acted(program), longest_s=2.0)
    async with asyncio.timeout(10):
        assert await painter.draw(SHEET) is None
    assert painter._process is None
    assert "a picture was not drawn" in caplog.text
    assert "Ben" not in caplog.text


async def test_a_program_that_is_not_there_is_no_picture() -> None:
    assert await Painter(("/nowhere/at/all",)).draw(SHEET) is None


async def test_the_event_loop_goes_on_meanwhile(painter: Painter) -> None:
    ticks = 0
    drawing = asyncio.create_task(painter.draw(SHEET))
    while not drawing.done():
        await asyncio.sleep(0)
        ticks += 1
    assert ticks > 100


async def test_who_waits_behind_a_slow_one_gives_up_in_time_too() -> None:
    painter = Painter(acted("import time; input(); time.sleep(60)"), longest_s=1.0)
    async with asyncio.timeout(5):
        assert await asyncio.gather(*(painter.draw(SHEET) for _ in range(3))) == [None] * 3
    await painter.close()


async def test_it_knows_nothing_of_the_bots_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("TONGITS_DB", "secret")
    program = (
        "import os; input(); names = ' '.join(sorted(os.environ)).encode();"
        "print(len(names), flush=True); print(names.decode(), end='', flush=True); input()"
    )
    painter = Painter(acted(program))
    names = (await painter.draw(SHEET) or b"").decode().split()
    await painter.close()
    assert "PATH" in names
    assert not [name for name in names if name.startswith(("DISCORD_", "TONGITS_"))]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_it_ends_when_who_asked_is_killed(how: signal.Signals) -> None:
    program = (
        "import asyncio, sys\n"
        "from bot.pictures.painter import Painter\n"
        "from bot.pictures.sheets import BoardSheet\n"
        "async def main():\n"
        "    painter = Painter()\n"
        "    assert await painter.draw(BoardSheet('x', ()))\n"
        "    print(painter._process.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    asked = await asyncio.create_subprocess_exec(*acted(program), cwd=ROOT, stdout=subprocess.PIPE)
    assert asked.stdout is not None
    pid = int(await asked.stdout.readline())
    assert is_alive(pid)
    asked.send_signal(how)
    await asked.wait()
    await until_gone(pid)


def test_the_bot_itself_never_loads_the_library_that_draws() -> None:
    program = (
        "import sys, bot.client, cogs.chips, cogs.buttons, cogs.pictures;"
        "sys.exit('matplotlib' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_what_goes_wrong_over_there_is_told_without_the_sheet() -> None:
    line = b'{"kind": "profile", "title": "Marisol"}\n'
    told = subprocess.run(COMMAND, cwd=ROOT, input=line, capture_output=True, check=True)
    assert told.stdout == b"0\n"
    assert told.stderr.decode().strip() == "not drawn: ValidationError"
