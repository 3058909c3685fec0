"""A hand is replayed from its events: what was handed out stays what it was."""

import inspect
from dataclasses import FrozenInstanceError, fields, is_dataclass
from types import ModuleType

import pytest

from tongits import events, match, moves, plain_melds, rules, scoring, state, views

MODULES = (events, match, moves, plain_melds, rules, scoring, state, views)


def values_of(module: ModuleType) -> list[type]:
    classes = [each for _, each in inspect.getmembers(module, inspect.isclass)]
    return [each for each in classes if is_dataclass(each) and each.__module__ == module.__name__]


@pytest.mark.parametrize(
    "value",
    [each for module in MODULES for each in values_of(module)],
    ids=lambda each: each.__name__,
)
def test_a_value_is_not_changed_in_place(value: type) -> None:
    made = object.__new__(value)
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(made, field.name, None)
