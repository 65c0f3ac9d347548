"""Facts that players enter during a play, as facts of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.boxes import Component, Fact, merged
from companion.games.ancient_world.box import kind_key
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import SYMBOLS, TRIBES

EntryKind = Literal["action", "empire", "military", "titan", "district"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Facts that somebody read off a component. ``symbols`` are printed once, ``more`` (``food*2``) several times.

    ``keep`` is for later plays too. ``stars`` are texts: they follow from the titan's place and are not asked here.
    """

    kind: EntryKind
    key: str
    deck: str | None = None
    defence: int | None = None
    counts: str | None = None
    symbols: tuple[str, ...] | None = None
    more: tuple[str, ...] = ()
    coins: int | None = None
    knowledge: int | None = None
    swords: int | None = None
    arrows: int | None = None
    old_swords: int | None = None
    old_arrows: int | None = None
    effect: str | None = None
    amount: int | None = None
    either: str | None = None
    first: str | None = None
    named: Literal["number", "write"] | None = None
    name: str | None = None
    keep: bool
    stars: Literal["0", "1", "2", "3"] | None = None


FIELDS = (
    *("deck", "defence", "counts", "coins", "knowledge", "swords", "arrows", "old_swords", "old_arrows"),
    *("effect", "amount", "either", "first", "name"),
)
"""The fields of an entry that are one fact each; the box writes them with hyphens."""

TIMES = (2, 3, 4)
"""How often a symbol can be printed on a card, beside once."""

MOST_TWICE = 4
"""The most symbols that a card shows more than once."""


def facts_of(entry: Entry) -> Component:
    """The facts of an entry. An impossible symbol is left in, to be refused as such."""
    found: dict[str, Fact] = {
        field.replace("_", "-"): value for field in FIELDS if (value := getattr(entry, field)) is not None
    }
    if entry.stars is not None:
        found["stars"] = int(entry.stars)
    if entry.symbols is None:
        return found
    printed = symbol_list(entry.symbols, entry.more)
    banners: list[int | str] = [key for key in printed if key in TRIBES]
    if entry.kind != "district":
        found["banners"] = banners
        printed = [key for key in printed if key not in TRIBES]
    found["symbols"] = [*printed]
    return found


def symbol_list(symbols: tuple[str, ...], more: tuple[str, ...]) -> list[str]:
    """Every symbol as often as it is printed, in the order of the list. ``food*3`` stands for three."""
    times = dict.fromkeys(symbols, 1)
    for several in more:
        key, _, n = several.partition("*")
        if key in times and n in map(str, TIMES):
            times[key] = max(times[key], int(n))
    known = [key for key in (*TRIBES, *SYMBOLS) if key in times]
    unknown = [key for key in times if key not in known]
    return [key for key in (*known, *unknown) for _ in range(times[key])]


def too_often(symbols: Iterable[object]) -> bool:
    """Whether more symbols are repeated than a card can show, or one is there more often than it can be printed."""
    times = Counter(symbols).values()
    return sum(n > 1 for n in times) > MOST_TWICE or max(times, default=0) > max(TIMES)


def with_entries(state: State, *entries: Entry | None) -> State:
    """A copy of the state with these facts entered, to see what would be possible. Read only."""
    box = state.box
    for entry in entries:
        if entry is not None:
            box = merged(box, {kind_key(state, entry.kind): {entry.key: facts_of(entry)}})
    return replace(state, box=box)
