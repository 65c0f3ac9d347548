"""Pieces: the thing on the table that each tracked number counts, and the instructions to players that cannot be
derived from changed numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from companion.core.inventory import Thing
from companion.core.step import Step
from companion.core.wording import Message, SeatName, Verbatim, Wording, listed, say, say_n
from companion.games.antike.queries import provinces
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import STACKS, Good, Personality, Unit
from companion.games.antike.words import amount, coins, units


def _signed(one: str, many: str) -> Callable[[int], Message]:
    """A function from a number to short words with a placeholder for its sign, for small displays."""
    return lambda n: Message(one, {"sign": "", "n": n}, plural=many, count=n)


def _always(words: Message) -> Callable[[int], Message]:
    return lambda _: words


GOOD_THINGS: dict[Good, Thing] = {
    "marble": Thing("marble", partial(amount, "marble"), lambda n: say("{sign}{n} marble", sign="", n=n)),
    "iron": Thing("iron", partial(amount, "iron"), lambda n: say("{sign}{n} iron", sign="", n=n)),
    "gold": Thing("gold", partial(amount, "gold"), lambda n: say("{sign}{n} gold", sign="", n=n)),
}
COIN = Thing("coin", coins, lambda n: say_n("{sign}{n} coin", "{sign}{n} coins", n, sign=""))
UNIT_THINGS: dict[Unit, Thing] = {
    "legion": Thing("legion", partial(units, "legion"), lambda n: _so_many("legion", n, "")),
    "galley": Thing("galley", partial(units, "galley"), lambda n: _so_many("galley", n, "")),
}
TEMPLE = Thing("temple", lambda n: say_n("a temple", "{n} temples", n), _always(say("Temple")))
DISC = Thing("disc", _always(say("your disc")), _always(say("Disc")), "marker", say("your disc"), off=True)
"""The tracked number is the owner's place in the turn order, not an amount, so every text about it comes from this
game.
"""
CITY = Thing("city", lambda n: say_n("a disc", "{n} discs", n), _always(say("Disc")))
"""A disc where only the types of cities are counted."""
# "Stone" is also a resource of Antiquity, and the catalogue has one translation of a text.
_STONE = Verbatim({"": "Stone", "es": "Ficha", "de": "Stein"})
MARKER = Thing("marker", _always(say("your marker")), _always(say("Marker")), "marker", off=True)
STONE = Thing(
    "stone", _always(say("your stone")), _always(say("{stone}", stone=_STONE)), "marker", say("a stone"), off=True
)
CARD = Thing("personality", lambda n: say_n("{n} card", "{n} cards", n), lambda n: say("{sign}{n}", sign="", n=n))

# Citizens are also cards of The Ancient World.
_CITIZEN = Verbatim({"": "Citizen", "es": "el Ciudadano", "de": "Bürger"})
CARD_NAMES: dict[Personality, Callable[[int], Message]] = {
    "king": lambda n: say("King {n}", n=n),
    "scholar": lambda n: say("Scholar {n}", n=n),
    "general": lambda n: say("General {n}", n=n),
    "citizen": lambda n: say("{citizen} {n}", citizen=_CITIZEN, n=n),
    "navigator": lambda n: say("Navigator {n}", n=n),
}
CARDS_SHORT: dict[Personality, Callable[[int], Message]] = {
    "king": lambda n: say("+King {n}", n=n),
    "scholar": lambda n: say("+Scholar {n}", n=n),
    "general": lambda n: say("+General {n}", n=n),
    "citizen": lambda n: say("+Citizen {n}", n=n),
    "navigator": lambda n: say("+Navigator {n}", n=n),
}
CITY_OF_TYPE: dict[Good, Message] = {
    "marble": say("a marble city of yours"),
    "iron": say("an iron city of yours"),
    "gold": say("a gold city of yours"),
}
PROVINCE_OF_TYPE: dict[Good, Message] = {
    "marble": say("a marble province"),
    "iron": say("an iron province"),
    "gold": say("a gold province"),
}


def signed_units(unit: Unit, n: int) -> Message:
    """Short words for legions or galleys, for small displays; with a negative ``n`` they leave the board."""
    return _so_many(unit, abs(n), "-" if n < 0 else "+")


def _so_many(unit: Unit, n: int, sign: str) -> Message:
    if unit == "legion":
        return say_n("{sign}{n} legion", "{sign}{n} legions", n, sign=sign)
    return say_n("{sign}{n} galley", "{sign}{n} galleys", n, sign=sign)


# -- whose, and where ------------------------------------------------------------------------------------------------


def side_of(state: State, nation: Nation) -> Wording | None:
    """The nation's name if its seat plays another nation too; else None."""
    alone = sum(other.seat == nation.seat for other in state.nations) == 1
    return None if alone else nation.name


def place_of(state: State, city: str, of: dict[Good, Message]) -> Wording:
    """A province by its name, or by its type where provinces are not tracked."""
    if state.switches.mapped:
        return provinces(state)[city].name
    good, _, _ = city.partition("-")
    return of[good]  # type: ignore[index]


def _cover_of_city(state: State, nation: Nation, city: str, change: int) -> tuple[str, int]:
    """The key of the tracked number of a city, and its change when the nation lays (``change`` 1) or removes (-1) a
    disc.
    """
    if state.switches.mapped:
        return f"city.{city}", change * state.number(nation)
    good, _, temple = city.partition("-")
    return f"{nation.key}.{good}-{'temple' if temple else 'plain'}", change


def _instruct(
    step: Step[State],
    nation: Nation,
    words: Message,
    *,
    back: Message,
    short: Sequence[Message],
    covers: Iterable[tuple[str, int]],
) -> None:
    side = side_of(step.state, nation)
    step.instruct(nation.seat, words, back=back, short=short, covers=tuple(covers), side=side)


# -- instructions ----------------------------------------------------------------------------------------------------


def instruct_armed(step: Step[State], nation: Nation, armed: dict[Unit, int]) -> None:
    """Instruct a nation to place new units: on any of its cities, within the limit of section 6."""
    new = {unit: n for unit, n in armed.items() if n}
    if not new:
        return
    what = listed([units(unit, n) for unit, n in new.items()])
    _instruct(
        step,
        nation,
        say("Put {units} on your cities: 1 each, 3 with a temple.", units=what),
        back=say("Take {units} off again.", units=what),
        short=[signed_units(unit, n) for unit, n in new.items()],
        covers=[(f"{nation.key}.{_NUMBERS[unit]}", n) for unit, n in new.items()],
    )


_NUMBERS: dict[Unit, str] = {"legion": "legions", "galley": "galleys"}


def instruct_battle(step: Step[State], nations: tuple[Nation, Nation], unit: Unit, pairs: int) -> None:
    """Instruct both nations to remove ``pairs`` units each from the province that they share."""
    for nation, other in (nations, nations[::-1]):
        against = SeatName(other.seat) if side_of(step.state, other) is None else other.name
        what = own_units(unit, pairs)
        _instruct(
            step,
            nation,
            say("Battle with {who}: take {units} off the board.", who=against, units=what),
            back=say("Put {units} back on the board.", units=what),
            short=(say("Battle with {who}", who=against), signed_units(unit, -pairs)),
            covers=((f"{nation.key}.{_NUMBERS[unit]}", -pairs),),
        )


def own_units(unit: Unit, n: int) -> Message:
    """The words for ``n`` units that belong to the reader."""
    if unit == "legion":
        return say_n("{n} legion of yours", "{n} legions of yours", n)
    return say_n("{n} galley of yours", "{n} galleys of yours", n)


def instruct_losses(step: Step[State], nation: Nation, city: str, lost: dict[Unit, int]) -> None:
    """Instruct the conqueror to remove the units that a conquest costs."""
    gone = {unit: n for unit, n in lost.items() if n}
    if not gone:
        return
    place = place_of(step.state, city, CITY_OF_NATION)
    what = _of_yours(gone)
    _instruct(
        step,
        nation,
        say("Take {units} off {place}.", units=what, place=place),
        back=say("Put {units} back on {place}.", units=what, place=place),
        short=[signed_units(unit, -n) for unit, n in gone.items()],
        covers=[(f"{nation.key}.{_NUMBERS[unit]}", -n) for unit, n in gone.items()],
    )


def _of_yours(gone: dict[Unit, int]) -> Message:
    if len(gone) == 1:
        [(unit, n)] = gone.items()
        return own_units(unit, n)
    return say("{all} of yours", all=listed([units(unit, n) for unit, n in gone.items()]))


CITY_OF_NATION: dict[Good, Message] = {
    "marble": say("the marble city"),
    "iron": say("the iron city"),
    "gold": say("the gold city"),
}


def instruct_razed(step: Step[State], nation: Nation, city: str, *, temple: bool, units_there: dict[Unit, int]) -> None:
    """Instruct the owner of a lost city to remove the disc and ``units_there``, and to return the temple to the
    bank.
    """
    state = step.state
    place = place_of(state, city, CITY_OF_TYPE)
    there = [units(unit, n) for unit, n in units_there.items() if n]
    what = listed([say("your disc"), *there])
    _instruct(
        step,
        nation,
        say("Take {units} off {place}.", units=what, place=place),
        back=say("Put {units} back on {place}.", units=what, place=place),
        short=(
            say("Disc off {place}", place=place),
            *(signed_units(unit, -n) for unit, n in units_there.items() if n),
        ),
        covers=[
            _cover_of_city(state, nation, city, -1),
            *((f"{nation.key}.{_NUMBERS[unit]}", -n) for unit, n in units_there.items() if n),
        ],
    )
    if temple:
        _instruct(
            step,
            nation,
            say("Put its temple back in the bank."),
            back=say("Put a temple back on {place}.", place=place),
            short=(say("Temple to the bank"),),
            covers=((f"temple.{city}", -1),) if state.switches.mapped else (),
        )


def instruct_disc(step: Step[State], nation: Nation, city: str, loser: Nation | None = None) -> None:
    """Instruct a nation to lay a disc on a province; after a conquest, once the ``loser`` has cleared it."""
    state = step.state
    place = place_of(state, city, PROVINCE_OF_TYPE)
    if loser is None:
        words = say("Put your disc on {place}.", place=place)
    elif state.switches.mapped:
        who = SeatName(loser.seat) if side_of(state, loser) is None else loser.name
        words = say("When {who} has cleared it, put your disc on {place}.", who=who, place=place)
    else:
        who = SeatName(loser.seat) if side_of(state, loser) is None else loser.name
        words = say("When {who} has cleared it, put your disc there.", who=who)
    _instruct(
        step,
        nation,
        words,
        back=say("Take your disc off {place}.", place=place),
        short=(say("Disc on {place}", place=place),),
        covers=(_cover_of_city(state, nation, city.partition("-")[0] if not state.switches.mapped else city, 1),),
    )


def instruct_temple(step: Step[State], nation: Nation, city: str) -> None:
    """Instruct a nation to build a temple in a city of a type. Nothing where provinces are tracked: there the changed
    numbers give the instruction.
    """
    if step.state.switches.mapped:
        return
    good, _, _ = city.partition("-")
    place = CITY_OF_TYPE[good]  # type: ignore[index]
    _instruct(
        step,
        nation,
        say("Put a temple on {place}.", place=place),
        back=say("Take the temple off {place}.", place=place),
        short=(say("Temple on {place}", place=place),),
        covers=((f"{nation.key}.{good}-plain", -1), (f"{nation.key}.{good}-temple", 1)),
    )


def instruct_cards(step: Step[State], nation: Nation, kind: Personality, won: int) -> None:
    """Instruct a nation to take ``won`` cards of a stack. Stacks are in order, the lowest number on top, so the cards
    gone so far determine which ones.
    """
    if not won:
        return
    gone = STACKS[kind] - step.state.stacks[kind]
    numbers = range(gone - won + 1, gone + 1)
    cards = listed([CARD_NAMES[kind](number) for number in numbers])
    _instruct(
        step,
        nation,
        say("Take {cards}.", cards=cards),
        back=say("Put {cards} back on top of its stack.", cards=cards),
        short=[CARDS_SHORT[kind](number) for number in numbers],
        covers=((f"{nation.key}.{kind}", won),),
    )
