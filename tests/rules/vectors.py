"""The rules' test vectors, a right answer for each preset, and how a test asks the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tongits.ask import answer
from tongits.rules import PRESETS

Vector = dict[str, str]
VECTORS: list[Vector] = [
    json.loads(line)
    for line in Path(__file__).with_name("vectors.jsonl").read_text("utf-8").splitlines()
]
BY_ID = {vector["id"]: vector for vector in VECTORS}

every_preset = pytest.mark.parametrize("rules", PRESETS)


def chosen(*letters: str, without: tuple[str, ...] = ()) -> list[Vector]:
    """The vectors of some groups."""
    found = [v for v in VECTORS if v["id"][0] in letters and v["id"] not in without]
    assert found
    return found


def group(*letters: str, without: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """A test of each vector of some groups."""
    found = chosen(*letters, without=without)
    return pytest.mark.parametrize("vector", found, ids=[v["id"] for v in found])


def ask(**question: Any) -> Any:
    return json.loads(answer(json.dumps({"rules": "book", **question})))
