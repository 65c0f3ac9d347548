"""What the table is asked in a war: facts of a city that the box lacks, and who holds one that is shown wrong."""

from __future__ import annotations

from companion.core.questions import Asking, Confirm, Count, Option, Pick
from companion.core.wording import N_, say
from companion.games.athens_sparta.dues import Looking
from companion.games.athens_sparta.ground import (
    place_name,
    seat_of,
    unknown_facts,
)
from companion.games.athens_sparta.moves import (
    Colour,
    Fix,
    Look,
    Move,
    YesNo,
)
from companion.games.athens_sparta.reasons import (
    fix_reason,
)
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_NAMES, Holder


def ask_fix(state: State) -> Asking[Move]:
    """The table: a city that the cardboard has in other hands. One row first, for it is rarely wanted."""
    hint = say("Only if the companion has it wrong.")
    wrong = (Option("city", say("A city is in other hands"), icon="city"),)
    yield from Pick[str](key="wrong", prompt=say("Set the map right"), hint=hint, options=wrong)
    cities = tuple(Option(city, place_name(state, city), icon="city") for city in state.cities)
    prompt = say("Which city is in other hands?", short=N_("Which city?"))
    city = yield from Pick[str](key="fix", prompt=prompt, options=cities)
    sides = tuple(
        Option[Holder](to, label, reason=fix_reason(state, city, to), seat=seat_of(state, to) or None)
        for to, label in SIDE_NAMES.items()
    )
    prompt = say("Who holds {place}?", short=N_("Held by whom?"), place=place_name(state, city))
    return Fix(city, (yield from Pick[Holder](key="holder", prompt=prompt, options=sides)))


def ask_look(state: State, due: Looking) -> Asking[Move]:
    """Only what the box lacks; with defaults, so that the evening goes on."""
    city, wanted = due.city, unknown_facts(state, due.city)
    place = place_name(state, city)
    colour: Colour | None = None
    points: int | None = None
    answers: dict[str, YesNo] = {}
    if "colour" in wanted:
        colour = yield from _ask_colour(state, place_name(state, city))
    if "points" in wanted:
        prompt = say("{place}: how many points on the map?", short=N_("{place}: points?"), place=place)
        points = yield from Count(key="points", prompt=prompt, low=0, high=4, start=0, default=0)
    for field, prompt, usual in (
        ("walled", say("{place}: walls (a hexagon)?", short=N_("{place}: walls?"), place=place), False),
        ("port", say("{place}: is it a port?", short=N_("{place}: port?"), place=place), True),
        ("island", say("{place}: an island?", short=N_("{place}: island?"), place=place), False),
    ):
        if field in wanted:
            said = yield from Confirm(key=field, prompt=prompt, yes=say("Yes"), no=say("No"), default=usual)
            answers[field] = "yes" if said else "no"
    keep = False
    if not state.practice:
        yes, no = say("Keep it"), say("Just this once")
        prompt = say("Keep that for other evenings?", short=N_("Keep that?"))
        keep = yield from Confirm(key="keep", prompt=prompt, yes=yes, no=no, default=False)
    return Look(city, keep, colour, points, answers.get("walled"), answers.get("port"), answers.get("island"))


def _ask_colour(state: State, place: object) -> Asking[Colour]:
    colours = (
        Option[Colour]("blue", say("Blue (Athens)")),
        Option[Colour]("red", say("Red (Sparta)")),
        Option[Colour]("green", say("Green (neutral)")),
        Option[Colour]("orange", say("Orange (Persia)")),
    )
    prompt = say("{place}: which colour?", short=N_("{place}: colour?"), place=place)  # type: ignore[arg-type]
    attacker = state.battle.attacker if state.battle else "athens"
    usual: Colour = "red" if attacker == "athens" else "blue"
    return (yield from Pick[Colour](key="colour", prompt=prompt, options=colours, default=usual))
