"""Figures with gates, and the Markdown table that tells them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Show = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report; without a gate it is only told."""

    name: str
    value: float
    show: Show
    gate: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def holds(self) -> bool:
        if self.gate is None:
            return True
        return self.value >= self.gate if self.at_least else self.value <= self.gate

    def row(self) -> str:
        sign = "≥" if self.at_least else "≤"
        gate = "" if self.gate is None else f"{sign} {self.show(self.gate)}"
        verdict = "" if self.gate is None else "yes" if self.holds else "**no**"
        return f"| {self.name} | {self.show(self.value)} | {gate} | {verdict} | {self.note} |"


def times(value: float) -> str:
    return f"{value:.2f}×"


def ms(value: float) -> str:
    return f"{1000 * value:,.2f} ms"


def seconds(value: float) -> str:
    return f"{value:.2f} s"


def per_second(value: float) -> str:
    return f"{value:,.0f}/s"


def kib(value: float) -> str:
    return f"{value / 1024:.2f} KiB"


def plain(value: float) -> str:
    return f"{value:.3f}"


def report(figures: Sequence[Figure], loads: Sequence[float]) -> str:
    """A Markdown table, under a line about the machine."""
    load = ", ".join(f"{value:.1f}" for value in loads)
    about = f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}"
    head = "| what | measured | gate | holds | |\n|---|---|---|---|---|"
    return "\n".join([f"{about} (before, after).\n", head, *(figure.row() for figure in figures)])
