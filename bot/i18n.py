"""Texts: message ids and values in, sentences out. Every sentence lives in `locales/*/*.ftl`.

Ids are derived from codes: `error-<code>`, `why-<code of the ledger>`, `block-<code>`,
`closed-<why>`. A whole number is written with its language's thousands separators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from babel import Locale
from fluent.runtime import FluentBundle
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast, visitor

LOCALES: Final = Path(__file__).parent / "locales"
FALLBACK: Final = "en"
# Stands for the name of somebody erased until a sentence is written: each language has its own
# words for them. No name that a person chose is shown with this letter in it.
FORMER_PLAYER: Final = "\ue000"
SENTENCES_KEPT: Final = 4_096  # of each language

Text = str | int
Args = tuple[tuple[str, Text], ...]


class MissingText(Exception):
    """A message that no catalogue has, or a value its sentence needs; raised when strict."""


class _Plain(NamedTuple):
    """A sentence that only names values: filled in a tenth of the time Fluent takes."""

    template: str
    names: tuple[str, ...]
    locale: str

    def filled(self, args: Mapping[str, Text]) -> str | None:
        """What Fluent makes of it; None where a value is missing."""
        try:
            values = [args[name] for name in self.names]
        except KeyError:
            return None
        return self.template % tuple(
            [value if isinstance(value, str) else _number(value, self.locale) for value in values]
        )


class Localizer:
    """One language's texts, with English for what it lacks."""

    def __init__(self, bundles: Iterable[FluentBundle]) -> None:
        self._bundles = tuple(bundles)
        self._plain: dict[str, _Plain | None] = {}
        # Panels say the same again and again, and Fluent takes longer than all the rest of them.
        self._sentence = lru_cache(SENTENCES_KEPT)(self._format)

    def __call__(self, message_id: str, /, **args: Text) -> str:
        """The sentence; the id itself where no language has it, so that no click ends in silence.

        >>> localizer("en")("refilled", chips=1000)
        'You were out of chips: your wallet is refilled to 1,000.'
        """
        try:
            plain = self._plain[message_id]
        except KeyError:
            plain = self._plain[message_id] = self._plain_of(message_id)
        sentence = plain and plain.filled(args)
        if sentence is None:
            sentence = self._sentence(message_id, tuple(args.items()))
        if FORMER_PLAYER in sentence:
            return sentence.replace(FORMER_PLAYER, self("former-player"))
        return sentence

    def forget(self) -> None:
        """Lets go of sentences that were filled before: names of people stand in them."""
        self._sentence.cache_clear()

    def _plain_of(self, message_id: str) -> _Plain | None:
        for bundle in self._bundles:
            if bundle.has_message(message_id):
                return _plain(bundle.get_message(message_id).value, bundle.locales[0])
        return None

    def _format(self, message_id: str, args: Args) -> str:
        for bundle in self._bundles:
            if bundle.has_message(message_id):
                return self._format_in(bundle, message_id, args)
        return self._missing(message_id)

    def _format_in(self, bundle: FluentBundle, message_id: str, args: Args) -> str:
        pattern = bundle.get_message(message_id).value
        if pattern is None:
            return self._missing(message_id)
        sentence, problems = bundle.format_pattern(pattern, dict(args))
        for problem in problems:
            self._problem(message_id, problem)
        return str(sentence)

    def _missing(self, message_id: str) -> str:
        return message_id

    def _problem(self, message_id: str, problem: Exception) -> None:
        """A value the sentence needs is missing: its name stands there instead."""


class StrictLocalizer(Localizer):
    """For tests: raises `MissingText` where `Localizer` would make do."""

    def _missing(self, message_id: str) -> str:
        raise MissingText(message_id)

    def _problem(self, message_id: str, problem: Exception) -> None:
        raise MissingText(f"{message_id}: {problem}") from problem


@cache
def localizer(locale: str) -> Localizer:
    """The texts of a language; regions are ignored, and an unknown language is English.

    >>> localizer("en-GB")("button-join")
    'Join'
    """
    return Localizer(_bundles(locale))


@cache
def strict_localizer(locale: str) -> StrictLocalizer:
    """The texts of a language alone, for tests: nothing may be missing."""
    return StrictLocalizer(_bundles(locale)[:1])


def forget_sentences() -> None:
    """Lets go of every filled sentence: somebody wants to be forgotten."""
    for locale in locales():
        localizer(locale).forget()


def locales() -> tuple[str, ...]:
    """The languages there are texts for.

    >>> "en" in locales()
    True
    """
    return tuple(sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))


def catalogue(locale: str = FALLBACK) -> dict[str, frozenset[str]]:
    """Every message id of a language, with the names of the values its sentence takes.

    >>> sorted(catalogue()["why-open"]), sorted(catalogue()["refilled"])
    ([], ['chips'])
    """
    found: dict[str, frozenset[str]] = {}
    for resource in _resources(locale):
        for entry in resource.body:
            if isinstance(entry, ast.Message):
                found[entry.id.name] = _variables(entry)
    return found


def _plain(pattern: ast.Pattern | None, locale: str) -> _Plain | None:
    """The pattern if it only names values; None if it chooses between wordings."""
    template, names = "", []
    for part in getattr(pattern, "elements", [pattern]):  # Fluent keeps a single part bare
        inner = getattr(part, "expression", part)
        if isinstance(part, ast.TextElement):
            template += part.value.replace("%", "%%")
        elif isinstance(inner, ast.VariableReference):
            template += "%s"
            names.append(inner.id.name)
        else:
            return None
    return _Plain(template, tuple(names), locale)


@lru_cache(SENTENCES_KEPT)
def _number(value: int, locale: str) -> str:
    return str(fluent_number(value).format(Locale.parse(locale)))


class _Variables(visitor.Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 (its API)
        self.names.add(node.id.name)


def _variables(entry: ast.Message) -> frozenset[str]:
    reader = _Variables()
    reader.visit(entry)
    return frozenset(reader.names)


def _bundles(locale: str) -> tuple[FluentBundle, ...]:
    language = locale.replace("_", "-").split("-")[0]
    chain = [language, FALLBACK] if language in locales() else [FALLBACK]
    return tuple(_bundle(name) for name in dict.fromkeys(chain))


@cache
def _bundle(locale: str) -> FluentBundle:
    # No isolation marks: they are invisible letters, which Discord's names and links do not need.
    bundle = FluentBundle([locale], use_isolating=False)
    for resource in _resources(locale):
        bundle.add_resource(resource)
    return bundle


@cache
def _resources(locale: str) -> tuple[ast.Resource, ...]:
    parser = FluentParser()
    files = sorted((LOCALES / locale).glob("*.ftl"))
    return tuple(parser.parse(file.read_text(encoding="utf-8")) for file in files)
