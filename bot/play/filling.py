"""Checking what a person fills in - command options, selects, modals - as their client would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .components import INPUTS, SELECTS, Kind, walk
from .errors import Json
from .limit_commands import GROUP, SUBCOMMAND

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10
MAX_STRING = 6000
Resolve = Callable[[int, str], bool]  # option type, id -> is there such a thing


class Refused(Exception):
    """A real Discord client would not have let the person do this; the text says why."""


def fill_options(known: Json, sent: list[Json], resolve: Resolve) -> tuple[list[str], list[Json]]:
    """Subcommand names on the way, and the options as the interaction carries them.

    >>> new = {"type": 1, "name": "new", "options": [{"type": 4, "name": "stake", "max_value": 9}]}
    >>> asked = [{"type": 1, "name": "new", "options": [{"type": 4, "name": "stake", "value": 5}]}]
    >>> fill_options({"name": "tongits", "options": [new]}, asked, lambda kind, key: True)[0]
    ['new']
    """
    options = known.get("options") or []
    branches = {o["name"]: o for o in options if o["type"] in (SUBCOMMAND, GROUP)}
    if not branches:
        return [], _fill_leaves(options, sent, resolve)
    if len(sent) != 1 or sent[0].get("name") not in branches:
        raise Refused(f"Choose one of: {', '.join(branches)}.")
    branch = branches[sent[0]["name"]]
    names, inner = fill_options(branch, sent[0].get("options") or [], resolve)
    return [branch["name"], *names], [
        {"type": branch["type"], "name": branch["name"], "options": inner}
    ]


def _fill_leaves(options: list[Json], sent: list[Json], resolve: Resolve) -> list[Json]:
    given = {one.get("name"): one.get("value") for one in sent}
    unknown = [str(name) for name in given if name not in {o["name"] for o in options}]
    if unknown:
        raise Refused(f"There is no option {unknown[0]}.")
    filled = []
    for option in options:
        if given.get(option["name"]) is not None:
            _check_value(option, given[option["name"]], resolve)
            kept = {"type": option["type"], "name": option["name"]}
            filled.append(kept | {"value": given[option["name"]]})
        elif option.get("required"):
            raise Refused(f"{option['name']} is required.")
    return filled


def _check_value(option: Json, value: Any, resolve: Resolve) -> None:
    name, kind = option["name"], option["type"]
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise Refused(f"{name}: pick one of {', '.join(choice['name'] for choice in choices)}.")
    if kind in (INTEGER, NUMBER):
        _check_number(option, value)
    elif kind == STRING:
        least, most = option.get("min_length") or 1, option.get("max_length") or MAX_STRING
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise Refused(f"{name} must have {least} to {most} characters.")
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"{name} must be true or false.")
    elif not resolve(kind, str(value)):
        raise Refused(f"{name}: nothing like that here.")


def _check_number(option: Json, value: Any) -> None:
    name = option["name"]
    whole = option["type"] == INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise Refused(f"{name} must be a {'whole ' if whole else ''}number.")
    least, most = option.get("min_value"), option.get("max_value")
    if least is not None and value < least:
        raise Refused(f"{name} must be at least {least}.")
    if most is not None and value > most:
        raise Refused(f"{name} must be at most {most}.")


def check_selection(select: Json, values: list[str]) -> None:
    """Refuses values the menu does not offer, too few or too many of them.

    >>> check_selection({"type": 3, "options": [{"value": "a"}]}, ["b"])
    Traceback (most recent call last):
    bot.play.filling.Refused: b is not in this menu.
    """
    if select.get("type") == Kind.SELECT:
        offered = {option["value"] for option in select.get("options") or ()}
        for value in values:
            if value not in offered:
                raise Refused(f"{value} is not in this menu.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if len(set(values)) != len(values) or not least <= len(values) <= most:
        raise Refused(f"Choose {least} to {most} of this menu.")


def fill_modal(modal: Json, sent: list[Json]) -> list[Json]:
    """The components of a modal submit, in the modal's own shape, checked field by field.

    >>> box = {"type": 4, "id": 2, "custom_id": "n", "max_length": 3}
    >>> modal = {"components": [{"type": 18, "id": 1, "label": "Name", "component": box}]}
    >>> fill_modal(modal, [{"type": 18, "component": {"custom_id": "n", "value": "Ana"}}])
    [{'type': 18, 'id': 1, 'component': {'type': 4, 'id': 2, 'custom_id': 'n', 'value': 'Ana'}}]
    """
    given = {c["custom_id"]: c for c, _ in walk(sent) if c.get("custom_id")}
    filled = []
    for top in modal["components"]:
        kept: Json = {"type": top["type"], "id": top.get("id", 0)}
        if top["type"] == Kind.LABEL:
            kept["component"] = _fill_input(top["component"], given, top.get("label"))
        elif top["type"] == Kind.ROW:
            inside = top["components"]
            kept["components"] = [_fill_input(one, given, one.get("label")) for one in inside]
        filled.append(kept)
    return filled


def _fill_input(field: Json, given: dict[str, Json], label: str | None) -> Json:
    sent = given.get(field["custom_id"], {})
    kept: Json = {key: field[key] for key in ("type", "id", "custom_id") if key in field}
    if field["type"] == Kind.TEXT_INPUT:
        return kept | {"value": _text(field, str(sent.get("value") or ""), label)}
    if field["type"] in SELECTS | {Kind.CHECKBOX_GROUP}:
        values = [str(value) for value in sent.get("values") or ()]
        if values or field.get("required", True):
            check_selection(field, values)
        return kept | {"values": values}
    if field["type"] in INPUTS and "value" in sent:
        return kept | {"value": sent["value"]}
    return kept


def _text(field: Json, text: str, label: str | None) -> str:
    if not text and not field.get("required", True):
        return text
    least, most = field.get("min_length") or 1, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise Refused(f"{label or 'The text'} must have {least} to {most} characters.")
    return text
