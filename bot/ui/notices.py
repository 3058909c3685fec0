"""Short messages: what a join means, where a hand appears, why something cannot be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import discord

from bot.i18n import Localizer, Text
from bot.ui.cards_text import card_text, cards_text, meld_text
from bot.ui.controls import notice
from bot.ui.names import shown_name
from bot.ui.phrases import Names, listed
from bot.ui.switch_texts import switch_name
from bot.ui.times import relative
from tongits.cards import DECK, JOKERS, Card
from tongits.seats import SeatNo

NOBODY: Names = ("", "", "")
_CARDS: Mapping[str, Card] = {card: card for card in (*DECK, *JOKERS)}


def channel_link(guild_id: int, channel_id: int) -> str:
    """The address of a channel."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def channel_text(channel_name: str, guild_id: int, channel_id: int) -> str:
    """A channel's name as a link to it; a mention would not show where the bot cannot look.

    >>> channel_text("general", 1, 2)
    '[#general](https://discord.com/channels/1/2)'
    """
    return f"[#{shown_name(channel_name)}]({channel_link(guild_id, channel_id)})"


NoDm = Literal["closed", "failed", "unwanted"]  # why a hand goes by no direct message


def joined_notice(
    l10n: Localizer,
    seat: SeatNo,
    chips: int,
    hand_at: int | NoDm,
    *,
    moves_chips: bool = True,
) -> discord.ui.LayoutView:
    """Tells who joined where the hand will appear: the channel of direct messages, or why not."""
    sat = l10n("joined-seat" if moves_chips else "joined-seat-points", seat=seat + 1, chips=chips)
    return notice(f"{sat} {_hand_text(l10n, hand_at)}")


def _hand_text(l10n: Localizer, hand_at: int | NoDm) -> str:
    match hand_at:
        case "closed":
            return l10n("joined-my-hand")
        case "failed":
            return l10n("joined-no-dm-now")
        case "unwanted":
            return l10n("joined-no-dms-here")
        case channel_id:
            return l10n("joined-dm", link=f"https://discord.com/channels/@me/{channel_id}")


def dm_opened_notice(
    l10n: Localizer, guild_name: str, channel_name: str, guild_id: int, channel_id: int
) -> discord.ui.LayoutView:
    """The first direct message: from which table, and what will come."""
    channel = channel_text(channel_name, guild_id, channel_id)
    return notice(l10n("dm-opened", guild=shown_name(guild_name), channel=channel))


def closed_text(l10n: Localizer, why: str, *, moves_chips: bool = True) -> str:
    """Why a table is closed; where no chips moved, none are back."""
    return l10n(f"closed-{why}", gives_back="yes" if moves_chips else "no")


def refusal_text(
    code: str, values: Mapping[str, object], l10n: Localizer, names: Names = NOBODY
) -> str:
    """The sentence for a refusal of the engine or of the service, from its code and values.

    Values may be cards, melds, a seat, switches, moments (`refill_at_ms`), permission names, the
    code of a close.

    >>> from bot.i18n import localizer
    >>> refusal_text("card_not_held", {"card": DECK[0]}, localizer("en"))
    'You do not hold A♠: select from the cards you have.'
    """
    told: dict[str, Text] = {"link": "none", "refill_at": "none"}
    for key, value in values.items():
        told.update(_told(key, value, l10n, names))
    return l10n(f"error-{code}", **told)


def _told(key: str, value: object, l10n: Localizer, names: Names) -> dict[str, Text]:
    """One value as its sentence takes it; {} for one that is missing."""
    match key, value:
        case _, None:
            return {}
        case str(), int(at_ms) if key.endswith("_at_ms"):
            return {key.removesuffix("_ms"): relative(at_ms)}
        case "seat", int(seat):
            return {key: shown_name(names[seat])}
        case "why", str(why):
            return {key: closed_text(l10n, why)}
        case "value", _:
            return {key: shown_name(str(value))}
        case _, bool(flag):
            return {key: "yes" if flag else "no"}
        case (("switch" | "first" | "second"), str(switch)):
            return {key: switch_name(switch, l10n)}
        case (("cards" | "meld" | "names"), (tuple() | list())):
            return {key: _row_text(key, [str(word) for word in value])}
        case _, int(number):
            return {key: number}
        case _:
            return {key: _word_text(str(value))}


def _row_text(key: str, words: list[str]) -> str:
    """Cards, a meld or names in a row; "none" where nothing is to be seen."""
    if key == "names":
        return listed(words)
    cards = [_CARDS[word] for word in words if word in _CARDS]
    if not cards:
        return "none"
    return meld_text(cards) if key == "meld" else cards_text(cards)


def _word_text(word: str) -> str:
    """A word as it is, a card as people read it."""
    return card_text(_CARDS[word]) if word in _CARDS else word
