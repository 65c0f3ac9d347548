"""Questions about the map: facts of a city that the box lacks, unlisted cities, names, who holds what."""

from __future__ import annotations

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick, PickMany, Text
from companion.core.wording import N_, Message, Verbatim, Wording, say, verbatim
from companion.games.athens_sparta.agenda import LookingUpCity, NamingGreenBlocks
from companion.games.athens_sparta.asking_blocks import city_option
from companion.games.athens_sparta.moves import (
    AddCity,
    Colour,
    CorrectHolder,
    LookUpCity,
    Move,
    NameGreenBlocks,
    NamePlace,
    YesNo,
)
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import body_of
from companion.games.athens_sparta.queries_city import new_city_key, unknown_facts
from companion.games.athens_sparta.queries_neutrals import may_be_green
from companion.games.athens_sparta.reasons_map import (
    add_city_reason,
    change_holders_reason,
    city_names,
    correct_holder_reason,
    give_name_reason,
    unnamed_places,
)
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import ICONS, SIDE_NAMES, WORTH_FIELDS, CityField, Holder
from companion.games.athens_sparta.words import block_strength, place_name

NAME_PROMPT = say("What is it called?")
NOTE_DOWN = say("Note it down")


def ask_map_correction(state: State) -> Asking[Move]:
    """Ask the table what is wrong or missing on the map: a holder, a city, a name."""
    hint = say("Only if the companion has it wrong.", short=N_("Only if it is wrong"))
    todo = (
        Option("city", say("A city is in other hands"), reason=change_holders_reason(state), icon="city"),
        Option("new", say("A city is not listed"), reason=add_city_reason(state, ""), icon="plus"),
        Option(
            "name", say("Give a place its name", short=N_("Name a place")), reason=give_name_reason(state), icon="edit"
        ),
    )
    wrong = yield from Pick[str](key="wrong", prompt=say("Set the map right"), hint=hint, options=todo)
    match wrong:
        case "new":
            return (yield from _ask_add_city(state))
        case "name":
            return (yield from _ask_name_place(state))
    return (yield from _ask_correct_holder(state))


def _ask_correct_holder(state: State) -> Asking[Move]:
    cities = tuple(city_option(state, city) for city in state.cities)
    prompt = say("Which city is in other hands?", short=N_("Which city?"))
    city = yield from Pick[str](key="fix", prompt=prompt, options=cities)
    sides = tuple(
        Option[Holder](to, label, reason=correct_holder_reason(state, city, to), seat=seat_of(state, to) or None)
        for to, label in SIDE_NAMES.items()
    )
    prompt = say("Who holds {place}?", short=N_("Held by whom?"), place=place_name(state, city))
    return CorrectHolder(city, (yield from Pick[Holder](key="holder", prompt=prompt, options=sides)))


def _ask_add_city(state: State) -> Asking[Move]:
    """Ask for a city that is not listed. By keys it gets a number; a phone can name it now or later."""
    how = (Option("number", say("By a number, for now")), Option("name", say("By its name (on a phone)")))
    prompt = say("What do you call the city?", short=N_("What name?"))
    called = yield from Pick[str](key="new", prompt=prompt, options=how, default="number")
    name = (yield from Text(key="name", prompt=NAME_PROMPT, taken=city_names(state))) if called == "name" else ""
    place = verbatim(name) if name else place_name(state, new_city_key(state))
    colour = yield from _ask_colour(place)
    points = yield from _ask_points(place)
    walled = yield from _ask_yes_no("walled", place)
    port = yield from _ask_yes_no("port", place)
    return AddCity(name, (yield from ask_keep(state)), colour, points, walled, port)


def _ask_name_place(state: State) -> Asking[Move]:
    places = tuple(Option(key, place_name(state, key), icon="point") for key in unnamed_places(state))
    place = yield from Pick[str](key="place", prompt=say("Which place gets its name?"), options=places)
    name = yield from Text(key="name", prompt=NAME_PROMPT)
    keep = place in state.cities and (yield from ask_keep(state))
    return NamePlace(place, name, keep)


def ask_green_blocks(state: State, due: NamingGreenBlocks) -> Asking[Move]:
    """Ask the table which face-up blocks are those of a neutral city that has changed hands (section 9)."""
    options = tuple(
        Option(
            unit.handle,
            say("{block}, {place}", block=block_strength(body), place=place_name(state, unit.place)),
            icon=ICONS[body.kind],
        )
        for unit in may_be_green(state, due.city, due.side)
        for body in (body_of(state, unit),)
    )
    place = place_name(state, due.city)
    handles = yield from PickMany[str](
        key="green",
        prompt=say("Which of these blocks are green ones of {place}?", short=N_("Which are green?"), place=place),
        options=options,
        most=len(options),
        act=say("Green: {answer}", short=N_("They are green")),
        act_none=say("None of them"),
    )
    return NameGreenBlocks(handles)


# -- what is printed at a city -----------------------------------------------------------------------------------------
# None of these has a usual answer or a default: a wrong OK would cost blocks, and a kept one would do so every evening.


def ask_look_up_city(state: State, due: LookingUpCity) -> Asking[Move]:
    """Ask for the facts of a city that are due and that the box lacks, all on one form."""
    prompt = say("{place} on your map", place=place_name(state, due.city))
    asking = ask_facts(state, due.city, unknown_facts(state, due.city, due.fields))
    return together("look", prompt, asking, NOTE_DOWN, layout="rows")


def ask_facts(state: State, city: str, wanted: tuple[CityField, ...], *, secret: bool = False) -> Asking[Move]:
    """Ask what is printed at a city: the fields ``wanted``."""
    place = place_name(state, city)
    look: dict[CityField, Colour | int | YesNo] = {}
    if "colour" in wanted:
        look["colour"] = yield from _ask_colour(place, secret=secret)
    if "points" in wanted:
        look["points"] = yield from _ask_points(place, secret=secret)
    for field in wanted:
        if field not in WORTH_FIELDS:
            look[field] = yield from _ask_yes_no(field, place, secret=secret)
    keep = yield from ask_keep(state, secret=secret)
    return LookUpCity(city, keep, **look)  # type: ignore[arg-type]


def _ask_colour(place: Wording, *, secret: bool = False) -> Asking[Colour]:
    colours = (
        Option[Colour]("blue", say("Blue (Athens)")),
        Option[Colour]("red", say("Red (Sparta)")),
        Option[Colour]("green", say("Green (neutral)")),
        Option[Colour]("orange", say("Orange (Persia)")),
    )
    prompt = say("{place}: which colour?", short=N_("{place}: colour?"), place=place)
    prompt = _short_without_name(prompt, N_("Which colour?"))
    return (yield from Pick[Colour](key="colour", prompt=prompt, options=colours, secret=secret))


def _ask_points(place: Wording, *, secret: bool = False) -> Asking[int]:
    prompt = say("{place}: how many points on the map?", short=N_("{place}: points?"), place=place)
    prompt = _short_without_name(prompt, N_("How many points?"))
    return (yield from Count(key="points", prompt=prompt, low=0, high=4, start=0, secret=secret))


def _ask_yes_no(field: CityField, place: Wording, *, secret: bool = False) -> Asking[YesNo]:
    """Ask a yes-or-no fact of a city."""
    prompts: dict[CityField, tuple[Message, str]] = {
        "walled": (say("{place}: walls (a hexagon)?", short=N_("{place}: walls?"), place=place), N_("Has it walls?")),
        "port": (say("{place}: is it a port?", short=N_("{place}: port?"), place=place), N_("Is it a port?")),
        "island": (say("{place}: an island?", short=N_("{place}: island?"), place=place), N_("Is it an island?")),
    }
    prompt = _short_without_name(*prompts[field])
    said = yield from Confirm(key=field, prompt=prompt, yes=say("Yes"), no=say("No"), secret=secret)
    return "yes" if said else "no"


def _short_without_name(prompt: Message, without: str) -> Message:
    """The prompt with ``without`` as its short form where the owners named the place: such names may not fit a small
    display.
    """
    return structs.replace(prompt, short=without) if isinstance(prompt.args["place"], Verbatim) else prompt


def ask_keep(state: State, *, secret: bool = False) -> Asking[bool]:
    """Ask whether to keep the facts for later plays; never with the practice box."""
    if state.practice:
        return False
    yes, no = say("Keep it"), say("Just this once")
    prompt = say("Keep that for other evenings?", short=N_("Keep that?"))
    return (yield from Confirm(key="keep", prompt=prompt, yes=yes, no=no, secret=secret))
