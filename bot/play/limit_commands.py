"""What Discord refuses in application commands."""

from __future__ import annotations

import unicodedata

from .components import kind_of
from .errors import Json, Path
from .report import Report

SUBCOMMAND, GROUP = 1, 2
MAX_COMMANDS = {1: 100, 2: 15, 3: 15}  # slash commands, user menus, message menus
MAX_SIZE = 8000  # characters of one command, all names, descriptions and values together


def check_commands(commands: object) -> None:
    """Raises 50035 unless Discord would take this whole list of commands.

    >>> check_commands([{"name": "table", "description": "Shows the table."}])
    >>> check_commands([{"name": "Table", "description": "No capitals."}])
    Traceback (most recent call last):
    bot.play.errors.ApiError: 400 50035 Invalid Form Body
    """
    report = Report()
    if not isinstance(commands, list):
        report.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
        commands = []
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        if not isinstance(command, dict):
            report.add((index,), "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
            continue
        check_command(report, command, (index,))
        key = (_kind(command), str(command.get("name")))
        if key in seen:
            sentence = "Application command names must be unique"
            report.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence)
        seen.add(key)
    for kind, most in MAX_COMMANDS.items():
        if sum(found == kind for found, _ in seen) > most:
            sentence = f"Maximum number of application commands reached ({most})"
            report.add((), "APPLICATION_COMMANDS_LIMIT", sentence)
    report.raise_if_any()


def check_command(report: Report, command: Json, path: Path) -> None:
    """Notes what is wrong with one command."""
    report.text(command, "name", path, least=1, most=32, must=True)
    if _kind(command) == 1:
        _check_name(report, command.get("name"), (*path, "name"))
        report.text(command, "description", path, least=1, most=100, must=True)
        _check_options(report, command, path, depth=0)
    elif command.get("description") or command.get("options"):
        sentence = "Context menu commands have no description and no options"
        report.add(path, "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", sentence)
    if command_size(command) > MAX_SIZE:
        sentence = f"Command exceeds maximum size ({MAX_SIZE})"
        report.add(path, "APPLICATION_COMMAND_TOO_LARGE", sentence)


def _kind(command: Json) -> int:
    """1 slash command (also when nothing is said), 2 user menu, 3 message menu."""
    return kind_of(command) or 1


def is_name(name: str) -> bool:
    """Whether a slash command or option may be called so.

    >>> [is_name(n) for n in ("new", "my-hand", "Hand", "two words", "kamay")]
    [True, True, False, False, True]
    """
    letters = all(ch in "-_'" or unicodedata.category(ch)[0] in "LN" for ch in name)
    return 1 <= len(name) <= 32 and letters and name == name.lower()


def _check_name(report: Report, name: object, path: Path) -> None:
    if isinstance(name, str) and not is_name(name):
        report.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(report: Report, holder: Json, path: Path, depth: int) -> None:
    options = [o for o in report.listing(holder, "options", path, most=25) if isinstance(o, dict)]
    names = [option.get("name") for option in options]
    kinds = {kind_of(option) in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        sentence = "Subcommands cannot stand beside other options"
        report.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_MIXED", sentence)
    optional_before = False
    for index, option in enumerate(options):
        place = (*path, "options", index)
        _check_option(report, option, place, depth)
        if names.index(option.get("name")) != index:
            sentence = "Option names must be unique"
            report.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", sentence)
        if option.get("required") and optional_before:
            rule = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            sentence = "Required options must be placed before non-required options"
            report.add((*place, "required"), rule, sentence)
        optional_before = optional_before or not option.get("required")


def _check_option(report: Report, option: Json, path: Path, depth: int) -> None:
    report.number(option, "type", path, least=1, most=11, must=True)
    report.text(option, "name", path, least=1, most=32, must=True)
    report.text(option, "description", path, least=1, most=100, must=True)
    _check_name(report, option.get("name"), (*path, "name"))
    kind = kind_of(option)
    if (kind == GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
        sentence = "Subcommands can only be nested one group deep"
        report.add((*path, "type"), "APPLICATION_COMMAND_INVALID_NESTING", sentence)
    elif kind in (SUBCOMMAND, GROUP):
        _check_options(report, option, path, depth + (2 if kind == SUBCOMMAND else 1))
    else:
        _check_choices(report, option, path)


def _check_choices(report: Report, option: Json, path: Path) -> None:
    choices = report.listing(option, "choices", path, most=25)
    names: set[str] = set()
    for index, choice in enumerate(choices):
        place = (*path, "choices", index)
        if not isinstance(choice, dict):
            report.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
            continue
        report.text(choice, "name", place, least=1, most=100, must=True)
        if isinstance(choice.get("value"), str):
            report.text(choice, "value", place, least=1, most=100)
        if str(choice.get("name")) in names:
            rule = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS"
            report.add((*place, "name"), rule, "Choice names must be unique")
        names.add(str(choice.get("name")))
    if choices and option.get("autocomplete"):
        sentence = "autocomplete may not be set when choices are present"
        report.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", sentence)


def command_size(command: Json) -> int:
    """Characters that count to the 8000 of a command, the longest translation of each text.

    >>> command_size({"name": "new", "description": "Opens a table."})
    17
    """
    size = _longest(command, "name") + _longest(command, "description")
    size += len(str(command.get("value", "")))
    for key in ("options", "choices"):
        parts = command.get(key)
        if isinstance(parts, list):
            size += sum(command_size(part) for part in parts if isinstance(part, dict))
    return size


def _longest(holder: Json, key: str) -> int:
    translations = holder.get(f"{key}_localizations")
    translated = translations.values() if isinstance(translations, dict) else ()
    found = [holder.get(key), *translated]
    return max(len(text) for text in [*found, ""] if isinstance(text, str))
