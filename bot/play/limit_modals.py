"""What Discord refuses in a modal."""

from __future__ import annotations

from .components import INPUTS, SELECTS, Kind, kind_of, walk
from .errors import Json, Path
from .limit_components import Surroundings, check_select
from .report import Report

MAX_TITLE = 45
TOP_LEVEL = {Kind.ROW, Kind.TEXT, Kind.LABEL}


def check_modal(modal: Json, *, around: Surroundings, path: Path = ("data",)) -> None:
    """Raises 50035 unless Discord would open this modal.

    >>> name = {"type": 4, "custom_id": "n", "style": 1, "label": "Name"}
    >>> check_modal({"title": "You", "custom_id": "m", "components": [
    ...     {"type": 1, "components": [name]}]}, around=Surroundings())
    """
    report = Report()
    report.text(modal, "title", path, least=1, most=MAX_TITLE, must=True)
    report.text(modal, "custom_id", path, least=1, most=100, must=True)
    tops = report.listing(modal, "components", path, least=1, most=5, must=True)
    for index, top in enumerate(tops):
        if kind_of(top) not in TOP_LEVEL:
            sentence = "A modal holds labels, text displays and action rows."
            report.add((*path, "components", index), "UNION_TYPE_CHOICES", sentence)
    custom_ids: set[str] = set()
    for component, place in walk(modal.get("components"), (*path, "components")):
        _check_one(report, component, place, around)
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            if custom_id in custom_ids:
                sentence = "Component custom id cannot be duplicated"
                report.add((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
            custom_ids.add(custom_id)
    report.raise_if_any()


def _check_one(report: Report, component: Json, path: Path, around: Surroundings) -> None:
    kind = kind_of(component)
    if kind == Kind.LABEL:
        _check_label(report, component, path)
    elif kind == Kind.ROW:
        _check_row(report, component, path)
    elif kind == Kind.TEXT_INPUT:
        _check_text_input(report, component, path)
    elif kind in SELECTS:
        check_select(report, component, path, around)
        if component.get("required", True) and component.get("min_values") == 0:
            sentence = "min_values must be at least 1 when required"
            report.add((*path, "min_values"), "NUMBER_TYPE_MIN", sentence)
    elif kind in INPUTS:
        report.text(component, "custom_id", path, least=1, most=100, must=True)


def _check_label(report: Report, label: Json, path: Path) -> None:
    report.text(label, "label", path, least=1, most=45, must=True)
    report.text(label, "description", path, most=100)
    if kind_of(label.get("component")) not in INPUTS:
        report.required((*path, "component"))


def _check_row(report: Report, row: Json, path: Path) -> None:
    for index, child in enumerate(report.listing(row, "components", path, least=1, most=1)):
        place = (*path, "components", index)
        if kind_of(child) != Kind.TEXT_INPUT:
            sentence = "A row of a modal holds one text input."
            report.add(place, "UNION_TYPE_CHOICES", sentence)
        else:
            report.text(child, "label", place, least=1, most=45, must=True)


def _check_text_input(report: Report, text_input: Json, path: Path) -> None:
    report.text(text_input, "custom_id", path, least=1, most=100, must=True)
    report.number(text_input, "style", path, least=1, most=2, must=True)
    report.text(text_input, "placeholder", path, most=100)
    report.text(text_input, "value", path, most=4000)
    report.number(text_input, "min_length", path, least=0, most=4000)
    report.number(text_input, "max_length", path, least=1, most=4000)
    least, most = text_input.get("min_length"), text_input.get("max_length")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        sentence = "min_length must not exceed max_length"
        report.add((*path, "min_length"), "TEXT_INPUT_MIN_GT_MAX", sentence)
    value = text_input.get("value")
    if isinstance(value, str) and isinstance(most, int) and len(value) > most:
        sentence = f"Must be {most} or fewer in length."
        report.add((*path, "value"), "BASE_TYPE_MAX_LENGTH", sentence)
