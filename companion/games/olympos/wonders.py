"""Development: building a wonder. Section 5.2."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, listed, say, say_n
from companion.games.olympos import box, cards, time_track, words
from companion.games.olympos.facts import LOOK_UP_FIRST
from companion.games.olympos.moves import Build, LookUp, Move
from companion.games.olympos.pieces import instruct_off_god, instruct_used_stars, instruct_wonder
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import DEVELOPMENT, REDUCTION, WONDERS
from companion.games.olympos.time_track import Part

# -- what it takes ------------------------------------------------------------------------------------------------


def own_stars(side: Side) -> int:
    """Stars that count for every wonder. Section 5.2."""
    discoveries = int(side.has("architecture")) + int(side.has("engineering"))
    return side.stars + discoveries + side.marks["athena"] + side.marks["laid"]


def stars_for_column(side: Side, column: int) -> int:
    """Stars for the wonder in ``column``, counted from 1. Section 5.2."""
    return own_stars(side) + side.bonus[column - 1]


def stars_for_wonder(state: State, side: Side, key: str) -> int:
    """Stars for this wonder; at the light level without those of its column, which is unknown."""
    return stars_for_column(side, state.wonders.index(key) + 1) if key in state.wonders else own_stars(side)


def price(side: Side) -> list[Part]:
    """Every part of the price of a wonder in action points. Section 5.2."""
    parts = [
        Part(DEVELOPMENT, say("development"), "hammer"),
        Part(-REDUCTION if side.has("architecture") else 0, say("Architecture"), "column"),
        Part(time_track.erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


# -- why it is not possible ---------------------------------------------------------------------------------------


def stars_lacking(state: State, side: Side, key: str) -> int:
    """How many stars a seat lacks for a wonder; 0 if its stars are unknown."""
    facts = box.wonder(state.box, key)
    return 0 if facts is None else max(0, facts[0] - stars_for_wonder(state, side, key))


def wonder_reason(state: State, side: Side, key: str) -> Message | None:
    """Why a wonder cannot be built, or None; None also while its stars are unknown. Section 5.2."""
    if key not in WONDERS or (not state.light and key not in state.wonders):
        return say("There is no such wonder.")
    if owner := next((other for other in state.sides if other.wonders[key]), None):
        return say("{seat} has built it.", N_("{seat} has it"), seat=SeatName(owner.seat))
    if state.light:
        return time_track.cost_reason(state, side, 1)
    if box.wonder(state.box, key) is None:
        return None
    if missing := stars_lacking(state, side, key):
        return say_n("You lack {n} star.", "You lack {n} stars.", missing, N_("Stars missing: {n}"))
    return time_track.cost_reason(state, side, time_track.total(price(side)))


def building_reason(state: State, side: Side) -> Message | None:
    """Why no wonder can be built, or None: the reason of the wonder for which fewest stars are missing."""
    left = [key for key in state.wonders or WONDERS if not any(other.wonders[key] for other in state.sides)]
    if not left:
        return say("All wonders are built.", short=N_("All are built"))
    if any(wonder_reason(state, side, key) is None for key in left):
        return None
    near = min(left, key=lambda key: stars_lacking(state, side, key))
    missing = stars_lacking(state, side, near)
    if state.light or not missing:
        return wonder_reason(state, side, near)
    return say_n(
        "For {wonder} you lack {n} star.",
        "For {wonder} you lack {n} stars.",
        missing,
        N_("Stars missing: {n}"),
        wonder=WONDERS[near],
    )


# -- its effect ---------------------------------------------------------------------------------------------------


def build(step: Step[State], move: Build) -> None:
    """Build a wonder: check its stars, discard those that are used up, pay. Section 5.2."""
    state, side = step.state, time_track.on_turn(step)
    step.require(building_reason(state, side) or wonder_reason(state, side, move.wonder))
    facts = box.wonder(state.box, move.wonder)
    if facts is None:
        step.refuse("unknown", LOOK_UP_FIRST)
    parts = price(side)
    if state.light:
        time_track.check_bounds(step, move.points, time_track.light_bounds(state, side))
        parts = time_track.entered(move.points)
    _use_up(step, side, facts[0] - stars_for_wonder(state, side, move.wonder))
    side.wonders[move.wonder] = 1
    instruct_wonder(step, side, move.wonder)
    what = WONDERS[move.wonder]
    step.tell_first(say("{seat} builds {what}.", N_("{seat}: {what}"), seat=SeatName(side.seat), what=what))
    time_track.pay(step, side, parts)


def _use_up(step: Step[State], side: Side, missing: int) -> None:
    """Discard the star of Athena and Star cards, as many as the wonder needs.

    ``missing`` is the stars that the wonder needs minus those of the seat: 0 or negative.
    """
    athena, laid = side.marks["athena"], side.marks["laid"]
    spare = -missing
    for mark in ("athena", "laid"):
        kept = min(side.marks[mark], max(0, spare))
        spare -= kept
        side.marks[mark] = kept
    used = laid - side.marks["laid"]
    cards.put_on_discards(step.state, "star", used)
    what: list[Message] = []
    if side.marks["athena"] < athena:
        what.append(say("Athena's star"))
        instruct_off_god(step, side, "athena")
    if used:
        what.append(say_n("{n} Star card", "{n} Star cards", used))
        instruct_used_stars(step, side, used)
    if what:
        step.tell(
            say(
                "{seat} uses up {what}.",
                N_("Stars used: {n}"),
                seat=SeatName(side.seat),
                what=listed(what),
                n=used + athena - side.marks["athena"],
            )
        )


# -- its question -------------------------------------------------------------------------------------------------


def ask_build(state: State, side: Side) -> Asking[Move]:
    """Which wonder, and its price; one with unknown stars is looked up first."""
    key = yield from which_wonder(state, side)
    if box.wonder(state.box, key) is None:
        return LookUp("build", key)
    return (yield from together("build", WONDERS[key], _ask_building(state, side, key), layout="open"))


def looked_up(state: State, side: Side) -> str | None:
    """The wonder that this seat just looked up, if it can build it now; else None."""
    found = state.sought
    if found is None or (found.seat, found.through) != (side.seat, "build"):
        return None
    return found.what if wonder_reason(state, side, found.what) is None else None


def which_wonder(state: State, side: Side) -> Pick[str]:
    """Which wonder, in the order of the columns. Section 5.2."""
    options = tuple(_wonder(state, side, key) for key in state.wonders or WONDERS)
    prompt = say("Which wonder?", N_("Which wonder?"))
    return Pick[str](
        key="wonder",
        prompt=prompt,
        options=options,
        usual=looked_up(state, side),
        meaning=say(
            "It costs {points} action points, {less} fewer with Architecture, and needs as many stars as it shows. "
            "Star tokens and your bonus spaces of its column are stars.",
            points=DEVELOPMENT,
            less=REDUCTION,
        ),
    )


def _wonder(state: State, side: Side, key: str) -> Option[str]:
    reason = wonder_reason(state, side, key)
    facts = box.wonder(state.box, key)
    if facts is None:
        hint = say("Stars not known yet", short=N_("Stars not known"))
        return Option(key, WONDERS[key], hint=hint, icon="temple", reason=reason)
    stars, points = facts
    if state.light:
        hint = say(
            "Needs {stars}, worth {points}.", stars=words.number_of_stars(stars), points=words.number_of_points(points)
        )
        return Option(key, WONDERS[key], hint=hint, icon="temple", reason=reason)
    own = stars_for_wonder(state, side, key)
    hint = say(
        "You have {own} of {stars}; worth {points}.",
        own=own,
        stars=words.number_of_stars(stars),
        points=words.number_of_points(points),
    )
    cost = Amount(time_track.total(price(side)), "clock", say("action points"))
    return Option(key, WONDERS[key], price=(cost,), hint=hint, icon="temple", reason=reason)


def _ask_building(state: State, side: Side, key: str) -> Asking[Move]:
    points = (
        (yield from time_track.ask_action_points(time_track.light_bounds(state, side), DEVELOPMENT))
        if state.light
        else 0
    )
    parts = time_track.entered(points) if state.light else price(side)
    act = time_track.priced(say("Build {what}", N_("Build it"), what=WONDERS[key]), time_track.total(parts))
    yield from time_track.ask_price(state, side, parts, act)
    return Build(key, points)
