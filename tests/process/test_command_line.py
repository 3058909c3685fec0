"""The command line's promises: one plain sentence and status 2, or a playground that ends well."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import aiohttp
import pytest

from bot.config import BadSetting, Settings, load_settings
from bot.play.server import PlayDiscord
from tests.process.bot_process import STOP_S, playground, run_bot

NOWHERE = "http://127.0.0.1:9/api/v10"  # the discard port: nobody listens
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.G1aaaa.not-a-real-token-only-its-shape-aaaaaa"


def check_one_sentence(status: int, said: str, *words: str) -> None:
    """Status 2, and one line that is a sentence and holds the words; no traceback."""
    lines = [line for line in said.splitlines() if " INFO " not in line]
    assert status == 2, said
    assert len(lines) == 1, said
    assert lines[0][0].isupper()
    assert lines[0].endswith((".", "--play"))
    assert all(word in lines[0] for word in words), said
    assert TOKEN not in said


async def test_without_a_token_it_says_how_to_get_on(tmp_path: Path) -> None:
    said = await run_bot(folder=tmp_path)
    check_one_sentence(*said, "DISCORD_TOKEN", "python -m bot --play")


async def test_an_empty_token_is_none(tmp_path: Path) -> None:
    said = await run_bot(folder=tmp_path, DISCORD_TOKEN="")
    check_one_sentence(*said, "DISCORD_TOKEN")


@pytest.mark.parametrize("token", [TOKEN, "nonsense", "two words", "café", "caf\udce9"])
async def test_a_wrong_token_is_refused_in_one_sentence(
    play: PlayDiscord, tmp_path: Path, token: str
) -> None:
    settings = {"TONGITS_DISCORD_API": play.api_base, "TONGITS_DB": str(tmp_path / "x.db")}
    said = await run_bot(folder=tmp_path, DISCORD_TOKEN=token, **settings)
    check_one_sentence(*said, "token")
    assert token not in said[1]


@pytest.mark.parametrize("place", ["a file/tongits.db", "a folder", "a file"])
async def test_a_database_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a file").write_text("This is no database, and longer than its header is. " * 20)
    settings = {"TONGITS_DISCORD_API": NOWHERE, "TONGITS_DB": place}
    said = await run_bot(folder=tmp_path, DISCORD_TOKEN=TOKEN, **settings)
    check_one_sentence(*said, "database", place)


@pytest.mark.parametrize("arguments", [(), ("--play",), ("audit",)])
async def test_a_newer_database_asks_for_a_newer_bot(
    play: PlayDiscord, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    path = tmp_path / "tongits.db"
    conn = sqlite3.connect(path)
    conn.execute("CREATE TABLE schema_migrations (version INTEGER, sha256 TEXT, applied_ms INT)")
    conn.execute("INSERT INTO schema_migrations VALUES (9999, 'of the future', 0)")
    conn.commit()
    conn.close()
    settings = {"TONGITS_DISCORD_API": play.api_base, "TONGITS_DB": str(path)}
    status, said = await run_bot(*arguments, folder=tmp_path, DISCORD_TOKEN=play.token, **settings)
    words = said.replace(str(path), "").splitlines()
    check_one_sentence(status, "\n".join(w for w in words if "playground is open" not in w), "9999")


async def test_a_taken_port_is_named_with_the_setting_that_changes_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        said = await run_bot("--play", folder=tmp_path, TONGITS_PLAY_PORT=port)
    check_one_sentence(*said, port, "TONGITS_PLAY_PORT")


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
async def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    said = await run_bot("--play", folder=tmp_path, TONGITS_PLAY_PORT=port)
    check_one_sentence(*said, "TONGITS_PLAY_PORT")


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.example.org/api/v10",
        "http://10.0.0.1/api/v10",
        "https://127.0.0.1/api/v10",
        "http://me:secret@127.0.0.1/api/v10",
        "127.0.0.1:8080",
        "http://127.0.0.1:99999/api/v10",
        "http://127.0.0.1.example.org/api/v10",
    ],
)
async def test_another_api_address_must_be_plain_http_on_this_machine(
    tmp_path: Path, address: str
) -> None:
    settings = {"TONGITS_DISCORD_API": address, "TONGITS_DB": str(tmp_path / "x.db")}
    said = await run_bot(folder=tmp_path, DISCORD_TOKEN=TOKEN, **settings)
    check_one_sentence(*said, "TONGITS_DISCORD_API")
    assert "secret" not in said[1]


async def test_a_discord_that_cannot_be_reached_is_said_in_one_sentence(tmp_path: Path) -> None:
    settings = {"TONGITS_DISCORD_API": NOWHERE, "TONGITS_DB": str(tmp_path / "x.db")}
    said = await run_bot(folder=tmp_path, DISCORD_TOKEN=TOKEN, **settings)
    check_one_sentence(*said, "Discord cannot be reached")


@pytest.mark.parametrize("level", ["LOUD", "debug "])
async def test_a_log_level_that_is_none_is_refused(tmp_path: Path, level: str) -> None:
    said = await run_bot(folder=tmp_path, TONGITS_LOG_LEVEL=level)
    check_one_sentence(*said, "TONGITS_LOG_LEVEL")


WRONG = {
    "TONGITS_LOG_LEVEL": "LOUD",
    "TONGITS_DISCORD_API": "https://discord.com",
    "TONGITS_PLAY_PORT": "http",
    "TONGITS_ONE_SEAT_PER_SERVER": "perhaps",
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_wrong_setting_is_told_what_it_must_be_in_plain_words(
    tmp_path: Path, name: str
) -> None:
    said = await run_bot(folder=tmp_path, **{name: WRONG[name]})
    check_one_sentence(*said, f"The setting {name} cannot be used: it must be ")
    assert not re.search(r"Value error|Input should|unable to|valid", said[1])
    assert WRONG[name] not in said[1]


def test_every_setting_has_plain_words_for_what_it_must_be() -> None:
    assert [name for name, one in Settings.model_fields.items() if not one.description] == []


@pytest.mark.parametrize("arguments", [(), ("--play",), ("audit",), ("backup", "copy.db")])
@pytest.mark.parametrize(
    "written",
    [b"DISCORD_TOKEN=caf\xe9\n", "DISCORD_TOKEN=x\n".encode("utf-16"), b"# \xa4\n"],
    ids=["Latin-1", "UTF-16", "in a comment"],
)
async def test_a_settings_file_that_is_not_utf_8_is_named_in_one_sentence(
    tmp_path: Path, written: bytes, arguments: tuple[str, ...]
) -> None:
    (tmp_path / ".env").write_bytes(written)
    said = await run_bot(*arguments, folder=tmp_path)
    check_one_sentence(*said, ".env", "UTF-8")


def test_a_settings_file_that_cannot_be_read_is_named_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pydantic_settings.sources.providers.dotenv.dotenv_values", refused)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\n")
    with pytest.raises(BadSetting, match=r"^The file \.env cannot be read: Permission denied\.$"):
        load_settings()


async def test_the_mark_that_windows_puts_before_utf_8_spoils_no_setting(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TONGITS_LOG_LEVEL=LOUD\n", encoding="utf-8-sig")
    check_one_sentence(*await run_bot(folder=tmp_path), "TONGITS_LOG_LEVEL")


async def test_help_says_what_it_takes(tmp_path: Path) -> None:
    status, said = await run_bot("--help", folder=tmp_path)
    assert status == 0
    assert all(word in said for word in ("--play", "audit", ".env.example", "TONGITS_DB"))


async def test_what_it_does_not_know_is_refused_with_its_usage(tmp_path: Path) -> None:
    status, said = await run_bot("--dance", folder=tmp_path)
    assert status == 2
    assert said.startswith("usage: python -m bot")


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("arguments", [("audit",), ("backup", "copy.db")])
@pytest.mark.parametrize("place", ["missing.db", "no folder/missing.db", "folder"])
async def test_a_missing_database_is_said_to_be_missing_and_none_is_made(
    tmp_path: Path, place: str, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "folder").mkdir()
    said = await run_bot(*arguments, folder=tmp_path, TONGITS_DB=place)
    check_one_sentence(*said, f"There is no database file {place}:", "TONGITS_DB")
    assert names(tmp_path) == ["folder"]


async def test_an_audit_of_what_is_no_database_is_status_2(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, this is no database. " * 50)
    said = await run_bot("audit", folder=tmp_path, TONGITS_DB=str(path))
    check_one_sentence(*said, "database")


def end(process: subprocess.Popen[str], sent: signal.Signals) -> None:
    """Sends the signal; expects status 0 in time, and nobody left of the process's group."""
    started = time.monotonic()
    process.send_signal(sent)
    assert process.wait(STOP_S) == 0
    assert time.monotonic() - started < STOP_S
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
async def test_the_playground_ends_at_once_on_a_signal_with_its_page_open(
    tmp_path: Path, sent: signal.Signals
) -> None:
    with playground(tmp_path) as (process, url):
        async with aiohttp.ClientSession() as browser, browser.get(url) as page:
            assert page.status == 200
            async with browser.ws_connect(f"{url}live") as live:
                assert (await live.receive_json())["t"] == "hello"
                end(process, sent)
        assert "Traceback" not in (tmp_path / "play.log").read_text()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_right_after_the_address_ends_it_just_as_well(
    tmp_path: Path, sent: signal.Signals
) -> None:
    with playground(tmp_path) as (process, _):
        end(process, sent)
    assert "Traceback" not in (tmp_path / "play.log").read_text()


async def test_the_playground_answers_on_loopback_alone_and_only_by_its_secret(
    tmp_path: Path,
) -> None:
    with playground(tmp_path) as (process, url):
        port = url.split("/")[2].split(":")[1]
        with pytest.raises(OSError, match=r"refused|unreachable|timed out|assign"):
            # Linux answers here on whatever listens on all addresses.
            socket.create_connection(("127.0.0.2", int(port)), timeout=2).close()
        async with aiohttp.ClientSession() as browser:
            for path in ("", "index.html", "live", "A" * 22 + "/"):
                async with browser.get(f"http://127.0.0.1:{port}/{path}") as page:
                    assert page.status in (401, 404), path
            rebound = {"Host": f"evil.example:{port}"}
            async with browser.get(url, headers=rebound) as page:
                assert page.status == 403
        end(process, signal.SIGTERM)


async def test_the_playground_needs_no_settings_and_ignores_a_token(tmp_path: Path) -> None:
    with playground(tmp_path, DISCORD_TOKEN=TOKEN) as (process, _):
        end(process, signal.SIGTERM)
    assert (tmp_path / "var" / "playground.db").exists()
