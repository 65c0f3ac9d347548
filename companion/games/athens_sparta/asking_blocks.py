"""Questions that describe a block as it is read from cardboard, and that pick a city or a place on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.moves import TypedBlock
from companion.games.athens_sparta.queries_blocks import body_of, is_ship
from companion.games.athens_sparta.reasons_battle import retreat_to_reason
from companion.games.athens_sparta.reasons_map import LOOK_FIRST, unless_look_up
from companion.games.athens_sparta.reminders import retreat_hint
from companion.games.athens_sparta.state import OPEN_GROUND, OUT_OF_PLAY, State, Unit
from companion.games.athens_sparta.tables import BlockKind, Side
from companion.games.athens_sparta.words import place_name

IN_THE_OPEN = say("In the open")


def ask_rating(
    key: str,
    prompt: Message,
    likely: str,
    *,
    usual: str | None = None,
    ratings: Iterable[tuple[str, int]] = tables.RATINGS,
    secret: bool = False,
) -> Asking[str]:
    """Ask for one of ``ratings``: ``likely`` answers for sleepers; ``usual`` is what nearly all blocks have."""
    words = [f"{letter}{rate}" for letter, rate in ratings]
    options = tuple(Option(word, say("{word}", word=word)) for word in words)
    usual = usual if usual in words else None
    default = likely if likely in words else words[0]
    return (yield from Pick[str](key=key, prompt=prompt, options=options, secret=secret, default=default, usual=usual))


def likely_rating(side: Side, kind: BlockKind) -> str:
    """The rating that most blocks of this kind have, as far as is known (section 17.1)."""
    return tables.SHIP_RATING[side] if kind == "ship" else tables.USUAL_RATING.get(kind, "B2")


def usual_rating(state: State, side: Side, kind: BlockKind) -> str | None:
    """The rating of the block of this side and kind that was revealed last, else the one of nearly all of them; None
    where they differ, as those of Spartan hoplites and of cavalry do.
    """
    for unit in reversed(state.units):
        body = body_of(state, unit)
        if (unit.side, body.kind) == (side, kind):
            return f"{body.letter}{body.rate}"
    differ = kind == "cavalry" or (kind, side) == ("hoplite", "sparta")
    return None if differ else likely_rating(side, kind)


def ask_typed(state: State, side: Side, kind: BlockKind, *, secret: bool = False) -> Asking[TypedBlock]:
    """Ask for rating and steps of a block whose kind is known."""
    prompt = say("{kind}: which rating?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
    usual = usual_rating(state, side, kind)
    word = yield from ask_rating("rating", prompt, likely_rating(side, kind), usual=usual, secret=secret)
    strength = yield from ask_steps(kind, tables.MOST_STEPS, secret=secret)
    return TypedBlock.rated(kind, word, strength)


def ask_steps(kind: BlockKind, most: int, *, secret: bool = False) -> Asking[int]:
    """Ask for the strength of a block now, at most ``most`` steps."""
    prompt = say("{kind}: how many steps now?", short=N_("{kind}: steps?"), kind=tables.KINDS[kind])
    return (
        yield from Count(
            key="steps", prompt=prompt, low=1, high=most, start=most, secret=secret, default=most, usual=most
        )
    )


LOOK_UP_HINT = say("What is not known of a city yet is asked first.", short=N_("Unknown: asked first"))


def ask_cities(
    prompt: Message, state: State, reasons: Mapping[str, Message | None], *, secret: bool = False
) -> Pick[str]:
    """One of the cities, by the reason why it is out of reach, or None. Those to be looked up first can be picked."""
    options = tuple(city_option(state, city, reason) for city, reason in reasons.items())
    hint = LOOK_UP_HINT if LOOK_FIRST in reasons.values() else None
    return Pick[str](key="city", prompt=prompt, hint=hint, options=options, secret=secret)


def city_option(state: State, city: str, reason: Message | None = None) -> Option[str]:
    """An option for a city. One that must be looked up first can be picked."""
    return Option(city, place_name(state, city), reason=unless_look_up(reason), icon="city")


def ask_place(
    state: State,
    prompt: Message,
    reason: Callable[[str], Message | None],
    *,
    hint: Message | None = None,
    rebel: bool = False,
    elsewhere: Message = IN_THE_OPEN,
) -> Asking[str]:
    """Ask the owner alone where a block stands from now on. ``reason``: why not in a city, or None. A revolt block
    (``rebel``) may be taken away. ``elsewhere``: what a place is called that is no city of the list.
    """
    cities = tuple(city_option(state, key, reason(key)) for key in state.cities)
    gone = (Option(OUT_OF_PLAY, say("It is taken away"), icon="minus"),) if rebel else ()
    options = (Option(OPEN_GROUND, elsewhere), *gone, *cities)
    return (yield from Pick[str](key="to", prompt=prompt, hint=hint, options=options, secret=True, default=OPEN_GROUND))


def ask_retreat(state: State, unit: Unit) -> Asking[str]:
    """Ask where a block retreats to; only where every block is followed."""
    if state.level != "full":
        return ""
    elsewhere = say("In another port") if is_ship(state, unit) else IN_THE_OPEN
    return (
        yield from ask_place(
            state,
            say("Where does it retreat to?", short=N_("Retreat where?")),
            lambda to: retreat_to_reason(state, unit, to),
            hint=retreat_hint(state, unit),
            elsewhere=elsewhere,
        )
    )
