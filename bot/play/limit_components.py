"""What Discord refuses in the components of a message."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from .components import CONTROLS, SELECTS, Kind, kind_of, walk
from .errors import Json, Path
from .report import Report

MAX_COMPONENTS = 40
MAX_TEXT = 4000  # over all text displays of one message
MAX_ROWS = 5
LINK_BUTTON, PREMIUM_BUTTON = 5, 6
TOP_LEVEL_V2 = {
    Kind.ROW,
    Kind.SECTION,
    Kind.TEXT,
    Kind.GALLERY,
    Kind.FILE,
    Kind.SEPARATOR,
    Kind.CONTAINER,
}
CHILDREN: dict[int, Collection[int]] = {
    Kind.ROW: CONTROLS,
    Kind.SECTION: {Kind.TEXT},
    Kind.CONTAINER: TOP_LEVEL_V2 - {Kind.CONTAINER},
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a component may refer to: emojis the bot has, files that come with the message."""

    emoji_ids: Collection[str] = ()
    file_names: Collection[str] = ()


@dataclass(slots=True)
class _Seen:
    """Ids met so far in one message."""

    custom_ids: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)


def check_components(
    report: Report, components: object, path: Path, *, v2: bool, around: Surroundings
) -> None:
    """Notes every broken limit of a message's components; `v2` tells the flag 32768.

    >>> report = Report()
    >>> check_components(report, [{"type": 10, "content": "x" * 4001}], (), v2=True,
    ...                  around=Surroundings())
    >>> sorted(rule for _, rule, _ in report.problems)
    ['BASE_TYPE_MAX_LENGTH', 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED']
    """
    if components is None:
        return
    if not isinstance(components, list):
        report.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
        return
    _check_children(report, components, path, TOP_LEVEL_V2 if v2 else {Kind.ROW})
    if not v2 and len(components) > MAX_ROWS:
        report.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_ROWS} or fewer in length.")
    if v2:
        _check_totals(report, components, path)
    seen = _Seen()
    for component, place in walk(components, path):
        _check_ids(report, component, place, seen)
        check = _CHECKS.get(kind_of(component))
        if check is not None:
            check(report, component, place, around)


def _check_totals(report: Report, components: list[object], path: Path) -> None:
    found = [component for component, _ in walk(components, path)]
    text = sum(len(str(c.get("content") or "")) for c in found if kind_of(c) == Kind.TEXT)
    if len(found) > MAX_COMPONENTS:
        report.add(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The maximum number of components ({MAX_COMPONENTS}) has been exceeded",
        )
    if text > MAX_TEXT:
        report.add(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The displayable text size ({MAX_TEXT}) has been exceeded",
        )


def _check_children(
    report: Report, children: list[object], path: Path, allowed: Collection[int]
) -> None:
    for index, child in enumerate(children):
        if not isinstance(child, dict):
            report.add((*path, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        elif kind_of(child) not in allowed:
            names = ", ".join(str(int(kind)) for kind in sorted(allowed))
            sentence = f"Value of field 'type' must be one of ({names})."
            report.add((*path, index, "type"), "UNION_TYPE_CHOICES", sentence)


def _check_ids(report: Report, component: Json, path: Path, seen: _Seen) -> None:
    custom_id, number = component.get("custom_id"), component.get("id")
    if isinstance(custom_id, str):
        if custom_id in seen.custom_ids:
            sentence = "Component custom id cannot be duplicated"
            report.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
        seen.custom_ids.add(custom_id)
    if isinstance(number, int) and number:
        if number in seen.numbers:
            sentence = "Component id must be unique within the message"
            report.add((*path, "id"), "COMPONENT_ID_DUPLICATED", sentence)
        seen.numbers.add(number)


def _row(report: Report, row: Json, path: Path, around: Surroundings) -> None:
    children = report.listing(row, "components", path, least=1, most=5, must=True)
    _check_children(report, children, (*path, "components"), CHILDREN[Kind.ROW])
    kinds = [kind_of(child) for child in children]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        sentence = "The specified component exceeds the maximum width"
        report.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)


def _section(report: Report, section: Json, path: Path, around: Surroundings) -> None:
    children = report.listing(section, "components", path, least=1, most=3, must=True)
    _check_children(report, children, (*path, "components"), CHILDREN[Kind.SECTION])
    if section.get("accessory") is None:
        report.required((*path, "accessory"))
    else:
        allowed = {Kind.BUTTON, Kind.THUMBNAIL}
        _check_children(report, [section["accessory"]], (*path, "accessory"), allowed)


def _container(report: Report, container: Json, path: Path, around: Surroundings) -> None:
    children = report.listing(container, "components", path, least=1, most=40, must=True)
    _check_children(report, children, (*path, "components"), CHILDREN[Kind.CONTAINER])
    report.number(container, "accent_color", path, least=0, most=0xFFFFFF)


def _text(report: Report, text: Json, path: Path, around: Surroundings) -> None:
    report.text(text, "content", path, least=1, most=MAX_TEXT, must=True)
    if isinstance(text.get("content"), str) and not text["content"].strip():
        report.required((*path, "content"))


def _separator(report: Report, separator: Json, path: Path, around: Surroundings) -> None:
    report.number(separator, "spacing", path, least=1, most=2)


def _thumbnail(report: Report, thumbnail: Json, path: Path, around: Surroundings) -> None:
    report.text(thumbnail, "description", path, most=1024)
    _media(report, thumbnail, "media", path, around)


def _gallery(report: Report, gallery: Json, path: Path, around: Surroundings) -> None:
    items = report.listing(gallery, "items", path, least=1, most=10, must=True)
    for index, item in enumerate(items):
        if isinstance(item, dict):
            report.text(item, "description", (*path, "items", index), most=1024)
            _media(report, item, "media", (*path, "items", index), around)


def _file(report: Report, file: Json, path: Path, around: Surroundings) -> None:
    _media(report, file, "file", path, around, schemes=("attachment",))


def _media(
    report: Report,
    holder: Json,
    key: str,
    path: Path,
    around: Surroundings,
    schemes: Collection[str] = ("http", "https", "attachment"),
) -> None:
    media = holder.get(key)
    if not isinstance(media, dict):
        report.required((*path, key))
        return
    report.text(media, "url", (*path, key), least=1, most=2048, must=True)
    check_url(report, media.get("url"), (*path, key, "url"), schemes, around.file_names)


def check_url(
    report: Report,
    url: object,
    path: Path,
    schemes: Collection[str] = ("http", "https"),
    file_names: Collection[str] = (),
) -> None:
    """Notes an address that is not one, has a wrong scheme, or names a file that did not come."""
    if not isinstance(url, str):
        return
    scheme, separator, rest = url.partition("://")
    if not separator or not rest or re.search(r"\s", url):
        report.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    elif scheme.lower() not in schemes:
        names = ", ".join(sorted(schemes))
        report.add(path, "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of ({names}).")
    elif scheme == "attachment" and rest not in file_names:
        sentence = f"The referenced attachment {rest!r} was not found."
        report.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", sentence)


def _button(report: Report, button: Json, path: Path, around: Surroundings) -> None:
    report.number(button, "style", path, least=1, most=6, must=True)
    report.text(button, "label", path, most=80)
    report.text(button, "custom_id", path, least=1, most=100)
    report.text(button, "url", path, most=512)
    check_emoji(report, button.get("emoji"), (*path, "emoji"), around)
    if button.get("style") == PREMIUM_BUTTON:
        return
    wanted, unwanted = ("custom_id", "url")
    if button.get("style") == LINK_BUTTON:
        wanted, unwanted = unwanted, wanted
        check_url(report, button.get("url"), (*path, "url"), ("http", "https", "discord"))
    if button.get(wanted) is None:
        report.add((*path, wanted), f"BUTTON_COMPONENT_{wanted.upper()}_REQUIRED", "Missing.")
    if button.get(unwanted) is not None:
        sentence = "A custom id and url cannot both be specified"
        report.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", sentence)
    if not button.get("label") and not button.get("emoji"):
        report.required((*path, "label"))


def check_select(report: Report, select: Json, path: Path, around: Surroundings) -> None:
    """Notes what is wrong with a select menu, of a message or of a modal."""
    report.text(select, "custom_id", path, least=1, most=100, must=True)
    report.text(select, "placeholder", path, most=150)
    report.number(select, "min_values", path, least=0, most=25)
    report.number(select, "max_values", path, least=1, most=25)
    least, most = bounds(select)
    if least > most:
        sentence = "min_values must not exceed max_values"
        report.add((*path, "min_values"), "SELECT_COMPONENT_MIN_GT_MAX", sentence)
    if kind_of(select) == Kind.SELECT:
        _check_options(report, select, path, around)


def bounds(select: Json) -> tuple[int, int]:
    """Least and most values of a select; 1 where none (or nothing usable) is given.

    >>> bounds({"min_values": 0, "max_values": 13}), bounds({})
    ((0, 13), (1, 1))
    """
    found = (select.get("min_values"), select.get("max_values"))
    least, most = (value if isinstance(value, int) else 1 for value in found)
    return least, most


def _check_options(report: Report, select: Json, path: Path, around: Surroundings) -> None:
    options = report.listing(select, "options", path, least=1, most=25, must=True)
    most = max(bounds(select))
    if len(options) < most:
        sentence = f"Must be between {most} and 25 in length."
        report.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", sentence)
    values: set[str] = set()
    for index, option in enumerate(options):
        place = (*path, "options", index)
        if not isinstance(option, dict):
            report.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
            continue
        _check_option(report, option, place, around)
        value = str(option.get("value"))
        if value in values:
            sentence = "The specified option value is already used"
            report.add((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", sentence)
        values.add(value)
    chosen = sum(bool(option.get("default")) for option in options if isinstance(option, dict))
    if chosen > most:
        sentence = "More default options than max_values"
        report.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", sentence)


def _check_option(report: Report, option: Json, path: Path, around: Surroundings) -> None:
    report.text(option, "label", path, least=1, most=100, must=True)
    report.text(option, "value", path, least=1, most=100, must=True)
    report.text(option, "description", path, most=100)
    check_emoji(report, option.get("emoji"), (*path, "emoji"), around)


def check_emoji(report: Report, emoji: object, path: Path, around: Surroundings) -> None:
    """Notes a custom emoji the bot does not have, or a name that is no unicode emoji."""
    if not isinstance(emoji, dict):
        return
    if emoji.get("id"):
        if str(emoji["id"]) not in around.emoji_ids:
            report.add((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif not is_emoji(str(emoji.get("name") or "")):
        report.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def is_emoji(text: str) -> bool:
    """Whether a text looks like one unicode emoji: pictures only, no letters, no plain digits.

    >>> [is_emoji(t) for t in ("♠", "🂡", "7️⃣", "ab", "", "7")]
    [True, True, True, False, False, False]
    """
    if re.fullmatch("[0-9#*]\ufe0f?\u20e3", text):
        return True
    return 0 < len(text) <= 20 and not any(ch.isalnum() or ch.isascii() for ch in text)


Check = Callable[[Report, Json, Path, Surroundings], None]
_CHECKS: dict[int, Check] = {
    Kind.ROW: _row,
    Kind.BUTTON: _button,
    Kind.SECTION: _section,
    Kind.TEXT: _text,
    Kind.THUMBNAIL: _thumbnail,
    Kind.GALLERY: _gallery,
    Kind.FILE: _file,
    Kind.SEPARATOR: _separator,
    Kind.CONTAINER: _container,
    **dict.fromkeys(SELECTS, check_select),
}
