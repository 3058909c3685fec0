"""Imports point one way: tongits <- data <- bot.tables <- bot.publisher, cogs; panels see views.

The checker is a pure function of a module's name and text, so every rule is also tried on a planted
module that breaks it: a checker that finds nothing would fail here first.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("tongits", "data", "bot", "cogs")
PANELS_MAY_SEE = ("cards", "melds", "moves", "views", "errors", "rules", "seats")
CLOCKS_AND_CHANCE = (
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "asyncio",
    "threading",
    "socket",
)
SQL = re.compile(
    r"\s*(SELECT\s.+\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(TABLE|INDEX|TRIGGER|VIEW|UNIQUE)\b|PRAGMA\s+\w+|BEGIN\s+IMMEDIATE)",
    re.DOTALL,
)


def inside(name: str, *packages: str) -> bool:
    """Whether a dotted name is one of these modules or packages, or lies in one of them."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def standard(name: str) -> bool:
    """Whether a dotted name belongs to Python itself."""
    return name.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[str]:
    """Every dotted name a module imports, wherever in it: `from a.b import c` gives `a.b.c`."""
    home = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level + 1] if node.level else []
            origin = [*base, *([node.module] if node.module else [])]
            yield from (".".join([*origin, alias.name]) for alias in node.names)
        elif isinstance(node, ast.Call):
            yield from named_at_run_time(node)


def named_at_run_time(call: ast.Call) -> Iterator[str]:
    """The module that `import_module("x")` or `__import__("x")` names, if it is such a call."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in {"import_module", "__import__"} or not call.args:
        return
    argument = call.args[0]
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value


Rule = tuple[str, Callable[[str], bool], Callable[[str], bool]]

# what the rule says; the modules it speaks of; the imports it forbids them
RULES: tuple[Rule, ...] = (
    (
        "tongits imports nothing but Python and itself",
        lambda module: inside(module, "tongits"),
        lambda name: not standard(name) and not inside(name, "tongits"),
    ),
    (
        "the engine knows no clock, no chance and no network",
        lambda module: (
            inside(module, "tongits")
            and not inside(module, "tongits.players", "tongits.deal", "tongits.__main__")
        ),
        lambda name: inside(name, *CLOCKS_AND_CHANCE),
    ),
    (
        "data imports nothing but Python, aiosqlite, pydantic, openskill, tongits and itself",
        lambda module: inside(module, "data"),
        lambda name: (
            not standard(name)
            and not inside(name, "aiosqlite", "pydantic", "openskill", "tongits", "data")
        ),
    ),
    (
        "bot.tables knows no Discord and nobody above it",
        lambda module: inside(module, "bot.tables"),
        lambda name: inside(
            name, "discord", "cogs", "bot.ui", "bot.publisher", "bot.client", "bot.play"
        ),
    ),
    (
        "bot.ui sees only " + ", ".join(PANELS_MAY_SEE) + " of the engine",
        lambda module: inside(module, "bot.ui"),
        lambda name: (
            inside(name, "tongits")
            and not inside(name, *(f"tongits.{part}" for part in PANELS_MAY_SEE))
        ),
    ),
    (
        "bot.ui is pure: no storage, no client, no cogs",
        lambda module: inside(module, "bot.ui"),
        lambda name: inside(name, "data", "cogs", "bot.publisher", "bot.client", "bot.play"),
    ),
    (
        "the playground knows Discord, not the game",
        lambda module: inside(module, "bot.play"),
        lambda name: inside(
            name, "tongits", "data", "cogs", "bot.tables", "bot.ui", "bot.publisher"
        ),
    ),
    (
        "the publisher knows no cogs",
        lambda module: inside(module, "bot.publisher"),
        lambda name: inside(name, "cogs"),
    ),
    (
        "only data opens a database",
        lambda module: not inside(module, "data", "tests"),
        lambda name: inside(name, "sqlite3", "aiosqlite"),
    ),
    (
        "only the process that draws knows matplotlib",
        lambda module: not inside(module, "tests", "bot.pictures.charts", "bot.pictures.__main__"),
        lambda name: inside(name, "matplotlib", "numpy", "bot.pictures.charts"),
    ),
    (
        "nothing imports the tests",
        lambda module: not inside(module, "tests"),
        lambda name: inside(name, "tests", "conftest"),
    ),
    (
        "random is for house players and tests: deals come from secrets",
        lambda module: not inside(module, "tests", "tongits.players"),
        lambda name: inside(name, "random"),
    ),
)


def violations(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What a module imports or says against the rules, one sentence each; [] if nothing."""
    found = [
        f"{module} imports {name}: {says}"
        for name in imports(module, source, is_package=is_package)
        for says, speaks_of, forbids in RULES
        if speaks_of(module) and forbids(name)
    ]
    return found + sql_outside_data(module, source)


def sql_outside_data(module: str, source: str) -> list[str]:
    """One sentence for each text of a module outside data that is an SQL statement."""
    if inside(module, "data", "tests"):
        return []
    return [
        f"{module} line {node.lineno} holds SQL: only data does"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
    ]


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the program with its file."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def test_imports_point_one_way() -> None:
    found = [
        sentence
        for module, file in modules()
        for sentence in violations(
            module, file.read_text(encoding="utf-8"), is_package=file.name == "__init__.py"
        )
    ]
    assert found == []


def test_every_package_of_the_program_was_read() -> None:
    assert {module.split(".")[0] for module, _ in modules()} == set(PACKAGES)


PLANTED = {
    "tongits imports nothing but Python and itself": [
        ("tongits.engine", "import discord"),
        ("tongits.engine", "from data.commit import commit"),
        ("tongits.engine", "from ..data import commit"),
        ("tongits.players.greedy", "def f():\n    import numpy"),
    ],
    "the engine knows no clock, no chance and no network": [
        ("tongits.engine", "from time import time"),
        ("tongits.scoring", "import secrets"),
    ],
    "data imports nothing but Python, aiosqlite, pydantic, openskill, tongits and itself": [
        ("data.commit", "from bot.tables import service"),
        ("data.commit", "import discord"),
        ("data.db", "import sqlalchemy.orm"),
    ],
    "bot.tables knows no Discord and nobody above it": [
        ("bot.tables.actor", "import discord"),
        ("bot.tables.actor", "from discord.ext import commands"),
        ("bot.tables.actor", "from cogs import play"),
        ("bot.tables.actor", "from bot import ui"),
        ("bot.tables.actor", "from ..publisher import Publisher"),
        ("bot.tables.actor", "import bot.client"),
        ("bot.tables.actor", "import importlib\nimportlib.import_module('bot.ui.hand_panel')"),
        ("bot.tables.actor", "if TYPE_CHECKING:\n    from bot.publisher import Publisher"),
    ],
    "bot.ui sees only cards, melds, moves, views, errors, rules, seats of the engine": [
        ("bot.ui.hand_panel", "from tongits.engine import legal_moves"),
        ("bot.ui.hand_panel", "from tongits import state"),
        ("bot.ui.hand_panel", "import tongits.events"),
        ("bot.ui.hand_panel", "from tongits.scoring import settle"),
        ("bot.ui.hand_panel", "from tongits.deal import deck"),
        ("bot.ui.hand_panel", "import tongits"),
    ],
    "bot.ui is pure: no storage, no client, no cogs": [
        ("bot.ui.hand_panel", "from data import ledger"),
        ("bot.ui.hand_panel", "from bot.publisher import Publisher"),
        ("bot.ui.hand_panel", "__import__('cogs.play')"),
    ],
    "the playground knows Discord, not the game": [
        ("bot.play.server", "from tongits.cards import Card"),
        ("bot.play.server", "from ..ui import hand_panel"),
    ],
    "the publisher knows no cogs": [("bot.publisher", "import cogs.buttons")],
    "only data opens a database": [
        ("bot.__main__", "import sqlite3"),
        ("bot.tables.service", "import aiosqlite"),
        ("cogs.chips", "from sqlite3 import connect"),
        ("tongits.match", "import sqlite3"),
    ],
    "only the process that draws knows matplotlib": [
        ("bot.pictures.painter", "from bot.pictures import charts"),
        ("bot.ui.profile_picture", "from bot.pictures.charts import png_of"),
        ("cogs.pictures", "from matplotlib.figure import Figure"),
    ],
    "nothing imports the tests": [
        ("cogs.play", "from tests.support import table"),
        ("tongits.cards", "import tests"),
    ],
    "random is for house players and tests: deals come from secrets": [
        ("tongits.deal", "import random"),
        ("bot.tables.service", "from random import shuffle"),
    ],
    "holds SQL: only data does": [
        ("cogs.chips", "rows = 'SELECT chips FROM wallets'"),
        ("bot.tables.service", "run('PRAGMA secure_delete=ON')"),
        ("bot.client", "text = f'INSERT INTO panels VALUES ({number})'"),
    ],
}


@pytest.mark.parametrize(
    ("says", "module", "source"),
    [(says, *planted) for says, cases in PLANTED.items() for planted in cases],
)
def test_a_planted_violation_is_caught(says: str, module: str, source: str) -> None:
    assert any(says in sentence for sentence in violations(module, source))


def test_every_rule_has_a_planted_violation() -> None:
    assert {says for says, _, _ in RULES} < set(PLANTED)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tongits.engine", "from . import cards\nfrom .melds import Meld\nimport dataclasses"),
        (
            "tongits.players.greedy",
            "from random import Random\nfrom tongits.views import TableView",
        ),
        ("tongits.deal", "import secrets"),
        ("data.commit", "import aiosqlite\nimport sqlite3\nfrom pydantic import TypeAdapter"),
        ("data.ledger", "text = 'SELECT chips FROM wallets'"),
        (
            "bot.tables.actor",
            "from data.commit import commit\nfrom tongits import engine\nimport time",
        ),
        (
            "bot.ui.hand_panel",
            "import discord\nfrom tongits.views import TableView\nfrom bot import i18n",
        ),
        ("bot.publisher", "from bot.ui import hand_panel\nfrom data import panels\nimport discord"),
        ("cogs.play", "from bot.tables.service import Service\nfrom bot.ui import lobby_panel"),
        ("bot.play.server", "import aiohttp.web\nfrom .world import World"),
        ("tests.support", "import random, sqlite3\nfrom tests import conftest"),
        ("bot.tablesque", "import discord"),
    ],
)
def test_what_the_layers_allow_is_not_blamed(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_relative_imports_are_read_from_where_they_stand() -> None:
    assert list(imports("bot.ui.hand_panel", "from ..tables import actor")) == ["bot.tables.actor"]
    assert list(imports("bot.ui", "from . import emoji", is_package=True)) == ["bot.ui.emoji"]
    assert list(imports("bot.ui.a", "from .. import client")) == ["bot.client"]
