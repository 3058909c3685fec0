"""What the kills did, counted by the point at which they struck."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final


@dataclass
class Row:
    """The kills at one point, and everything that was not as it must be afterwards."""

    kills: int = 0  # at each of which an interaction was in flight, not answered yet
    in_doubt: int = 0  # commands of which nobody knew whether they had happened
    acked: int = 0  # commands that were answered before the kill
    lost: int = 0
    doubled: int = 0
    drift_chips: int = 0
    audits: int = 0  # findings of the audit
    replays: int = 0  # private panels that differed from what the file says
    panels: int = 0  # panels that were not repaired, or stood there twice
    missed: int = 0  # tries at which the point was not reached, or nothing was in flight

    def add(self, other: Row) -> None:
        """Takes another row's counts in."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


WRONG: Final = ("lost", "doubled", "drift_chips", "audits", "replays", "panels")


@dataclass
class Tally:
    """Rows by point, and what went wrong in words."""

    rows: dict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    problems: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Takes another tally in."""
        for point, row in other.rows.items():
            self.rows[point].add(row)
        self.problems += other.problems

    @property
    def total(self) -> Row:
        """All rows together."""
        total = Row()
        for row in self.rows.values():
            total.add(row)
        return total

    @property
    def wrong(self) -> dict[str, int]:
        """What was not as it must be: name -> how often; empty if all is well."""
        total = asdict(self.total)
        return {name: total[name] for name in WRONG if total[name]}

    def to_json(self) -> dict[str, Any]:
        """For a line of a log."""
        rows = {point: asdict(row) for point, row in self.rows.items()}
        return {"rows": rows, "problems": self.problems}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> Tally:
        """Reads back what `to_json` wrote."""
        tally = cls(problems=list(said["problems"]))
        for point, row in said["rows"].items():
            tally.rows[point].add(Row(**row))
        return tally

    def __str__(self) -> str:
        names = [one.name for one in fields(Row)]
        titles = [name.removesuffix("_chips").replace("_", " ") for name in names]
        lines = [f"{'point':<24}" + "".join(f"{title:>10}" for title in titles)]
        for point, row in [*sorted(self.rows.items()), ("together", self.total)]:
            numbers = "".join(f"{getattr(row, name):>10}" for name in names)
            lines.append(f"{point:<24}{numbers}")
        return "\n".join([*lines, *self.problems[:20]])
