"""`python -m bot`: the bot on Discord, the offline playground, an audit or a backup."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.config import DEFAULT_DB, BadSetting, Settings, load_settings
from bot.tables.replay import replayer
from data import ageing
from data.audit import audit
from data.backup import back_up
from data.db import open_readonly
from data.errors import BackupRefused, DataError

CANNOT = 2  # exit status: one sentence on standard error says what to do


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what the command line asks for; the process's exit status."""
    asked = _parser().parse_args(arguments)
    try:
        settings = load_settings()
        if asked.command == "audit":
            return _audit(settings)
        if asked.command == "backup":
            return _backup(settings, asked.file)
        return _run(settings, play=asked.play)
    except (BadSetting, DataError) as error:
        print(error, file=sys.stderr)
        return CANNOT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Hosts Tongits tables in Discord channels.",
        epilog="Settings come from the environment or .env; .env.example explains each.",
    )
    parser.add_argument(
        "--play",
        action="store_true",
        help="run against an offline Discord in your browser; needs no token",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser(
        "audit",
        help="check the database (TONGITS_DB) without changing it: "
        "status 0 if all is well, 1 with a list of what is not",
    )
    backup = commands.add_parser(
        "backup",
        help="copy the database (TONGITS_DB) to a new file and check the copy; "
        "the bot may be running",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="what the copy is to be called")
    return parser


def _run(settings: Settings, *, play: bool) -> int:
    from bot import run  # noqa: PLC0415  # an audit needs no Discord library

    run.set_up_logging(settings.log_level)
    try:
        asyncio.run(run.run_playground(settings) if play else run.run_bot(settings))
    except run.CannotRun as error:
        print(error, file=sys.stderr)
        return CANNOT
    return 0


def _database(settings: Settings) -> Path:
    """The database file that is meant. Raises `BadSetting` where there is none."""
    path = settings.db or DEFAULT_DB
    try:
        is_file = path.is_file()
    except OSError:  # it lies where we may not look
        is_file = True
    if not is_file:
        raise BadSetting(
            f"There is no database file {path}: TONGITS_DB names the one that is meant."
        )
    return path


def _audit(settings: Settings) -> int:
    with closing(open_readonly(_database(settings))) as conn:
        findings = audit(conn, replayer(conn))
    for finding in findings:
        print(finding)
    if not findings:
        print("The audit found nothing wrong.")
    return 1 if findings else 0


def _backup(settings: Settings, target: Path) -> int:
    database = _database(settings)
    with closing(open_readonly(database)) as conn:
        _note(database, target)
        findings = back_up(conn, target, lambda copy: audit(copy, replayer(copy)))
    if findings:
        print(f"The backup {target} is made, but its audit finds {len(findings)} things wrong.")
        return 1
    print(f"The backup {target} is made and checked.")
    return 0


def _note(database: Path, target: Path) -> None:
    """Backups age out, wherever they are. Raises `BackupRefused`."""
    try:
        ageing.note(database, target)
    except OSError as error:
        raise BackupRefused(target, error.strerror or str(error)) from error


if __name__ == "__main__":
    sys.exit(main())
