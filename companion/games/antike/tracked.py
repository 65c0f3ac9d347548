"""Every tracked number: for corrections, audits, and a play that begins under way. Section 12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.core.inventory import Tracked
from companion.core.wording import N_, Message, say
from companion.games.antike import queries, tables
from companion.games.antike.pieces import CARD, CITY, COIN, DISC, GOOD_THINGS, MARKER, STONE, TEMPLE, UNIT_THINGS
from companion.games.antike.state import Nation, OfNation, State, Turn
from companion.games.antike.tables import Column, Good, Personality
from companion.games.antike.words import KNOW_NAMES, SPACE_NAMES

NOBODY = say("nobody")
NO_YES = (say("no"), say("yes"))
COLUMN_NAMES: dict[Column, Message] = {
    "legions": say("Know-how: legions"),
    "galleys": say("Know-how: galleys"),
    "production": say("Know-how: production"),
    "defence": say("Know-how: defence"),
}
PLAIN: dict[Good, Message] = {
    "marble": say("Marble cities without temple"),
    "iron": say("Iron cities without temple"),
    "gold": say("Gold cities without temple"),
}
TEMPLED: dict[Good, Message] = {
    "marble": say("Marble cities with temple"),
    "iron": say("Iron cities with temple"),
    "gold": say("Gold cities with temple"),
}
REWARDED: dict[Personality, Message] = {
    "king": say("Kings won by cities"),
    "citizen": say("Citizens won by temples"),
    "navigator": say("Navigators won by seas"),
}


def inventory(state: State) -> list[Tracked]:
    """All tracked numbers."""
    return [
        *(tracked for nation in state.nations for tracked in _named(state, nation)),
        Tracked("round", say("Round"), (state, "round"), high=999),
        *on_turn(state),
        *bank(state),
        *of_firsts(state),
        *of_provinces(state),
    ]


def _named(state: State, nation: Nation) -> Iterator[Tracked]:
    """The numbers of a nation; with its name, if its seat plays another one too."""
    alone = sum(other.seat == nation.seat for other in state.nations) == 1
    for tracked in of_nation(state, nation):
        if not alone:
            tracked.side = nation.name
            tracked.label = say("{nation}: {what}", short=N_("{what}"), nation=nation.name, what=tracked.label)
        yield tracked


def nations(state: State) -> tuple[Message, ...]:
    """The words for a number that names a nation by its place in the turn order; 0 is nobody."""
    return (NOBODY, *(nation.name for nation in state.nations))


class NationOnTurn:
    """The place in the turn order of the nation whose turn begins. Setting it changes all parts of the agenda."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def number(self) -> int:
        top = self._state.agenda[-1]
        return self._state.number(self._state.nation(top.nation)) if isinstance(top, Turn) else 0

    @number.setter
    def number(self, number: int) -> None:
        key = self._state.nations[number - 1].key
        self._state.agenda = [
            replace(due, nation=key) if isinstance(due, OfNation) else due for due in self._state.agenda
        ]


def on_turn(state: State) -> Iterator[Tracked]:
    """The nation on turn; nothing once it has moved on the rondel, since it cannot be corrected then."""
    if state.agenda and isinstance(state.agenda[-1], Turn):
        at, meanings = (NationOnTurn(state), "number"), nations(state)[1:]
        yield Tracked("on-turn", say("Nation on turn"), at, low=1, high=len(state.nations), meanings=meanings)


def of_firsts(state: State) -> Iterator[Tracked]:
    """The nation that had each know-how first."""
    most, meanings = len(state.nations), nations(state)
    for know in tables.KNOW:
        label = say("First to have {know}", know=KNOW_NAMES[know])
        yield Tracked(f"first.{know}", label, (state.firsts, know), high=most, icon="scroll", meanings=meanings)


def bank(state: State) -> Iterator[Tracked]:
    """The coins, temples and stacks of the bank."""
    yield coins("bank.coins", say("Coins in the bank"), (state, "bank_coins"), state)
    yield temples("bank.temples", say("Temples left"), (state, "bank_temples"))
    for kind in tables.STACKS:
        yield cards(f"stack.{kind}", kind, (state.stacks, kind))


def coins(key: str, label: Message, at: tuple[Any, Any], state: State, owner: int | None = None) -> Tracked:
    """A number of coins; together they are all coins in the box."""
    return Tracked(key, label, at, owner, high=state.switches.coins, conserved="coins", icon="coin", thing=COIN)


def temples(key: str, label: Message, at: tuple[Any, Any], owner: int | None = None) -> Tracked:
    """A number of temples; together they are all temples in the box."""
    return Tracked(key, label, at, owner, high=tables.TEMPLES, conserved="temples", icon="temple", thing=TEMPLE)


def cards(key: str, kind: Personality, at: tuple[Any, Any], owner: int | None = None) -> Tracked:
    """A number of personalities of a kind; together they are all cards of this kind."""
    label, most, icon = tables.STACK_NAMES[kind], tables.STACKS[kind], tables.PERSONALITY_ICONS[kind]
    return Tracked(key, label, at, owner, high=most, conserved=f"cards-{kind}", icon=icon, thing=CARD)


def of_nation(state: State, nation: Nation) -> Iterator[Tracked]:
    """The numbers of a nation, which belong to its seat."""
    key, seat = nation.key, nation.seat
    for good, label in tables.GOODS.items():
        yield Tracked(f"{key}.{good}", label, (nation.goods, good), seat, icon=good, thing=GOOD_THINGS[good])
    yield coins(f"{key}.coins", say("Coins"), (nation, "coins"), state, seat)
    legions, galleys = UNIT_THINGS["legion"], UNIT_THINGS["galley"]
    of_legions, most = (nation, "legions"), tables.PIECES
    yield Tracked(f"{key}.legions", say("Legions"), of_legions, seat, high=most, icon="spear", thing=legions)
    of_galleys = (nation, "galleys")
    yield Tracked(f"{key}.galleys", say("Galleys"), of_galleys, seat, high=most, icon="ship", thing=galleys)
    yield Tracked(f"{key}.seas", say("Seas"), (nation, "seas"), seat, high=tables.PIECES, icon="sea")
    names = SPACE_NAMES[state.switches.profile]
    wheel = (
        say("not on it yet"),
        *(say("{n}. {space}", n=n, space=names[space]) for n, space in enumerate(tables.SPACES, 1)),
    )
    place = (nation, "place")
    yield Tracked(
        f"{key}.rondel",
        say("Space on the rondel"),
        place,
        seat,
        high=len(tables.SPACES),
        meanings=wheel,
        thing=MARKER,
        places=(NOBODY, *(names[space] for space in tables.SPACES)),
    )
    if not state.switches.mapped:
        yield from of_cities(nation)
    for column in tables.COLUMNS:
        levels = (say("none"), *(KNOW_NAMES[know] for know, (of, _) in tables.KNOW.items() if of == column))
        at = (nation.know, column)
        yield Tracked(
            f"{key}.know-{column}", COLUMN_NAMES[column], at, seat, high=2, icon="scroll", meanings=levels, thing=STONE
        )
    for kind in tables.STACKS:
        yield cards(f"{key}.{kind}", kind, (nation.cards, kind), seat)
    for kind in tables.STEPS:
        yield Tracked(f"{key}.paid-{kind}", REWARDED[kind], (nation.rewarded, kind), seat, high=tables.DISCS)


def of_cities(nation: Nation) -> Iterator[Tracked]:
    """The cities of a nation by type, where provinces are not tracked."""
    for good in tables.GOODS:
        key = f"{nation.key}.{good}"
        yield Tracked(
            f"{key}-plain", PLAIN[good], (nation.plain, good), nation.seat, high=tables.DISCS, icon="city", thing=CITY
        )
        yield temples(f"{key}-temple", TEMPLED[good], (nation.temples, good), nation.seat)


def of_provinces(state: State) -> Iterator[Tracked]:
    """For each tracked province the nation with a city there, and whether it has a temple."""
    most, meanings = len(state.nations), nations(state)
    for key, province in queries.tracked_provinces(state).items():
        if key in state.owners:
            owner, temple = say("City in {city}", city=province.name), say("Temple in {city}", city=province.name)
            holder = state.owners[key]
            yield Tracked(
                f"city.{key}",
                owner,
                (state.owners, key),
                high=most,
                icon="city",
                meanings=meanings,
                thing=DISC,
                held_by=(state.nations[holder - 1].seat,) if 0 < holder <= most else (),
            )
            yield Tracked(
                f"temple.{key}",
                temple,
                (state.built, key),
                high=1,
                conserved="temples",
                icon="temple",
                meanings=NO_YES,
                thing=TEMPLE,
                place=province.name,
            )
