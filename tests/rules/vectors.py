"""The rules' test vectors for `book` without variants, and how a test asks the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tongits.ask import answer

Vector = dict[str, str]
VECTORS: list[Vector] = [
    json.loads(line)
    for line in Path(__file__).with_name("vectors_book.jsonl").read_text("utf-8").splitlines()
]
BY_ID = {vector["id"]: vector for vector in VECTORS}


def group(*letters: str, without: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    chosen = [v for v in VECTORS if v["id"][0] in letters and v["id"] not in without]
    assert chosen
    return pytest.mark.parametrize("vector", chosen, ids=[v["id"] for v in chosen])


def ask(**question: Any) -> Any:
    return json.loads(answer(json.dumps({"rules": "book", **question})))
