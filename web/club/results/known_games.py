"""What is known here of the games that tables report: their pictures, and their options in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from companion.core.setup import GameOption, Meta, OptionValue
from companion.core.wording import Wording, say, verbatim
from companion.games import shipped

ANY_GAME = Meta("", verbatim(""), (1, 1)).icon
"""The picture of a game that only its table knows."""


class OptionInWords(Struct, frozen=True):
    """How one option of a play stood. ``usual``: as it does unless somebody changes it, and no matter of what lies on
    the table.
    """

    label: Wording
    value: Wording
    usual: bool


@cache
def _metas() -> dict[str, Meta]:
    return {game.meta.key: game.meta for game in shipped()}


def icon_of(game: str) -> str:
    """The name of a game's picture in the icon set."""
    meta = _metas().get(game)
    return meta.icon if meta is not None else ANY_GAME


def options_in_words(game: str, options: Mapping[str, OptionValue]) -> tuple[OptionInWords, ...]:
    """The options of a play; of a game or an option that only its table knows, the key and the value as they are."""
    meta = _metas().get(game)
    known = {option.key: option for option in meta.options} if meta is not None else {}
    return tuple(_in_words(key, value, known.get(key)) for key, value in options.items())


def _in_words(key: str, value: OptionValue, option: GameOption | None) -> OptionInWords:
    if option is None:
        return OptionInWords(verbatim(key), _as_it_is(value), usual=False)
    told = (words for allowed, words in option.values if allowed == value and type(allowed) is type(value))
    usual = value == option.default and not option.basic
    return OptionInWords(option.label, next(told, _as_it_is(value)), usual)


def _as_it_is(value: OptionValue) -> Wording:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return verbatim(str(value))
