"""Collecting what is wrong with a body, each problem with its place and Discord's rule name."""

from __future__ import annotations

from typing import Any

from .errors import Json, Path, Problem, invalid_form


class Report:
    """Problems found so far; `raise_if_any()` turns them into one 50035.

    >>> report = Report()
    >>> report.text({"label": "x" * 81}, "label", ("components", 0), most=80)
    >>> report.problems[0][:2]
    (('components', 0, 'label'), 'BASE_TYPE_MAX_LENGTH')
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, path: Path, rule: str, sentence: str) -> None:
        """Notes one problem."""
        self.problems.append((path, rule, sentence))

    def raise_if_any(self) -> None:
        """Raises `ApiError` 50035 when something was noted."""
        if self.problems:
            raise invalid_form(self.problems)

    def text(
        self, holder: Json, key: str, path: Path, *, most: int, least: int = 0, must: bool = False
    ) -> None:
        """A text field: its type, its length in characters, and whether it must be there."""
        value = holder.get(key)
        here = (*path, key)
        if value is None:
            if must:
                self.required(here)
        elif not isinstance(value, str):
            self.add(here, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif len(value) > most:
            self.add(here, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif len(value) < least:
            self.add(here, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def number(
        self, holder: Json, key: str, path: Path, *, least: float, most: float, must: bool = False
    ) -> None:
        """A number field and its range."""
        value = holder.get(key)
        here = (*path, key)
        if value is None:
            if must:
                self.required(here)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            self.add(here, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")
        elif value < least:
            self.add(here, "NUMBER_TYPE_MIN", f"Value must be greater than or equal to {least}.")
        elif value > most:
            self.add(here, "NUMBER_TYPE_MAX", f"Value must be less than or equal to {most}.")

    def listing(
        self, holder: Json, key: str, path: Path, *, most: int, least: int = 0, must: bool = False
    ) -> list[Any]:
        """A list field and its length; gives the list, empty when there is none."""
        value = holder.get(key)
        here = (*path, key)
        if value is None:
            if must:
                self.required(here)
            return []
        if not isinstance(value, list):
            self.add(here, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
            return []
        if not least <= len(value) <= most:
            self.add(here, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return value

    def mapping(self, holder: Json, key: str, path: Path) -> Json:
        """A field that is an object; gives it, empty when there is none."""
        value = holder.get(key)
        if value is not None and not isinstance(value, dict):
            self.add((*path, key), "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        return value if isinstance(value, dict) else {}

    def required(self, path: Path) -> None:
        """Notes that a field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
