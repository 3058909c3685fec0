"""An export as files that Discord takes: one if it fits, packed if it does not, else in parts."""

from __future__ import annotations

import gzip
from typing import Final, NamedTuple

from bot.tables.export_parts import Export

NAME: Final = "tongits-data"


class File(NamedTuple):
    """A file to be sent."""

    name: str
    content: bytes


def files_of(export: Export, most_bytes: int) -> list[File]:
    """The files, each of at most `most_bytes`, unless a single table is more than that.

    Parts are exports by themselves: each has its own tables, the first one all the rest.
    """
    whole = _json(export)
    if len(whole) <= most_bytes:
        return [File(f"{NAME}.json", whole)]
    packed = [gzip.compress(_json(part), mtime=0) for part in _parts(export, most_bytes)]
    if len(packed) == 1:
        return [File(f"{NAME}.json.gz", packed[0])]
    return [File(f"{NAME}-{number}.json.gz", one) for number, one in enumerate(packed, start=1)]


def _parts(export: Export, most_bytes: int) -> list[Export]:
    """The export, halved until each part fits."""
    fits = len(gzip.compress(_json(export), mtime=0)) <= most_bytes
    if fits or len(export.tables) < 2:
        return [export]
    middle = len(export.tables) // 2
    first = export.model_copy(update={"tables": export.tables[:middle]})
    rest = {"tables": export.tables[middle:], "servers": [], "moderation": []}
    second = export.model_copy(update=rest)
    return [*_parts(first, most_bytes), *_parts(second, most_bytes)]


def _json(export: Export) -> bytes:
    return export.model_dump_json(indent=1).encode()
