"""What the settings panel shows, and what its forms ask, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from data import setting_values
from data.server_settings import ServerSettings

Form = Literal["stakes", "days", "limits"]

CLOCKS: Final = setting_values.ALL_CLOCKS
SWITCHES: Final = ("turn_lines", "dm_hands", "friendly")


@dataclass(frozen=True, slots=True)
class SettingsView:
    """A server's settings; of the channels and roles chosen, those that are still there.

    `changed_by` is who changed anything last, "" where nobody did, and `changed_ms` when.
    """

    settings: ServerSettings
    channels_there: tuple[int, ...]
    roles_there: tuple[int, ...]
    changed_by: str = ""
    changed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: the setting, which end of a range it is, and what it takes.

    `limits` None: it takes no number but the name of a time zone.
    """

    key: str
    end: Literal["", "least", "most"] = ""
    limits: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """What tells it from the others of its form, `stakes-least`."""
        return f"{self.key}-{self.end}" if self.end else self.key


def _number(key: str) -> Field:
    return Field(key, limits=setting_values.NUMBERS[key])


def _ends(key: str) -> tuple[Field, Field]:
    limits = setting_values.PAIRS[key]
    return Field(key, "least", limits), Field(key, "most", limits)


FORMS: Final[Mapping[Form, tuple[Field, ...]]] = {
    "stakes": (*_ends("stakes"), *_ends("rates")),
    "days": (
        _number("daily_hour"),
        Field("daily_zone"),
        _number("account_days"),
        _number("member_days"),
    ),
    "limits": (_number("daily_loss"), _number("tables_each")),
}


def known_zone(name: str) -> str | None:
    """A time zone as it is spelled; None for one that is not known here.

    >>> known_zone(" asia/MANILA"), known_zone("Asia/Atlantis")
    ('Asia/Manila', None)
    """
    try:
        return setting_values.zone(name)
    except ValueError:
        return None
