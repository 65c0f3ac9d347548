"""Facts about the map that players enter: what is printed at a city, cities not listed yet, names, and corrections of
holders. Section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import structs

from companion.core.boxes import Fact, Learned, put
from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Confirm, Count, Pick, Text
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, Verbatim, Wording, say, say_n, verbatim
from companion.games.athens_sparta import changing_hands, moves, places, queries
from companion.games.athens_sparta.box import city_key, slug
from companion.games.athens_sparta.moves import AddCity, Colour, CorrectHolder, LookUpCity, Move, NamePlace, YesNo
from companion.games.athens_sparta.places import oracle_reason
from companion.games.athens_sparta.queries import holder
from companion.games.athens_sparta.seats import acting_side, require_table, seat_of
from companion.games.athens_sparta.state import (
    OPEN_GROUND,
    OUT_OF_PLAY,
    ChoosingBattle,
    City,
    LookedUpFact,
    LookingUpCity,
    Moving,
    NeutralJoining,
    PlanningReplacements,
    State,
)
from companion.games.athens_sparta.tables import (
    CITY_FIELDS,
    MOST_CITIES,
    SIDE_NAMES,
    SIDES,
    WORTH_FIELDS,
    CityField,
    Holder,
    Side,
)
from companion.games.athens_sparta.words import place_name

NO_CITY = say("There is no such city.")
LOOK_FIRST = say("First look at what is printed there.", short=N_("Look it up first"))


def unless_look_up(reason: Message | None) -> Message | None:
    """The reason of an option; None if it is only that the city must be looked up first, since picking the option asks
    for that.
    """
    return None if reason == LOOK_FIRST else reason


def worth_reason(state: State, place: str) -> Message | None:
    """Why a city must be looked up first, or None if its colour and points are known."""
    return LOOK_FIRST if queries.unknown_facts(state, place, WORTH_FIELDS) else None


# -- cities and places to pick from ----------------------------------------------------------------------------------


def destination_reason(state: State, to: str) -> Message | None:
    """Why a block cannot go there, or None: it must be a listed city or open ground. Only at the level ``full``."""
    return None if state.level != "full" or to == OPEN_GROUND or to in state.cities else NO_CITY


IN_THE_OPEN = say("In the open")

LOOK_UP_HINT = say("What is not known of a city yet is asked first.", short=N_("Unknown: asked first"))


def city_option(state: State, city: str, reason: Message | None = None) -> Option[str]:
    """An option for a city. One that must be looked up first can be picked."""
    return Option(city, place_name(state, city), reason=unless_look_up(reason), icon="city")


def worth_words(state: State, city: str) -> Message:
    """The words for whose a city is and how many points it has, as far as both are known."""
    if worth_reason(state, city):
        return say("Not looked up yet", short=N_("Not known yet"))
    n, side = queries.city_points(state, city), SIDE_NAMES[state.cities[city].holder]
    return say_n("{side}, {n} point", "{side}, {n} points", n, short=N_("{side}: {n}"), side=side)


def ask_cities(
    prompt: Message,
    state: State,
    reasons: Mapping[str, Message | None],
    *,
    meaning: Message | None = None,
    secret: bool = False,
    worth: bool = False,
) -> Pick[str]:
    """The question for one of the cities, each with the reason why it cannot be chosen, or None. Cities that must be
    looked up first can be chosen. ``worth``: each says what it is worth and whose it is.
    """
    options = tuple(city_option(state, city, reason) for city, reason in reasons.items())
    if worth:
        options = tuple(structs.replace(one, hint=worth_words(state, one.value)) for one in options)
    hint = LOOK_UP_HINT if LOOK_FIRST in reasons.values() else None
    return Pick[str](key="city", prompt=prompt, hint=hint, meaning=meaning, options=options, secret=secret)


STOP_MEANING = say(
    "Where the block stops. With enemy blocks there it must stop, and there will be a battle. Any hex without a "
    "city is the open."
)


def ask_place(
    state: State,
    prompt: Message,
    reason: Callable[[str], Message | None],
    *,
    hint: Message | None = None,
    rebel: bool = False,
    elsewhere: Message = IN_THE_OPEN,
    meaning: Message = STOP_MEANING,
    act: Message | None = None,
) -> Asking[str]:
    """Ask, in secret, where a block of the seat stands from now on. ``reason`` says why it cannot stand in a city, or
    None. A revolt block (``rebel``) may be taken off the map. ``elsewhere`` is the label for any place that is no
    listed city, ``act`` the text of the button.
    """
    cities = tuple(city_option(state, key, reason(key)) for key in state.cities)
    gone = (Option(OUT_OF_PLAY, say("It is taken away"), icon="minus"),) if rebel else ()
    options = (Option(OPEN_GROUND, elsewhere), *gone, *cities)
    return (
        yield from Pick[str](
            key="to",
            prompt=prompt,
            hint=hint,
            meaning=meaning,
            options=options,
            secret=True,
            act=act,
            default=OPEN_GROUND,
        )
    )


Reason = Callable[[State, Side, str], Message | None]
"""A function that says why a city cannot be chosen, or None."""


def pick_city(
    state: State,
    side: Side,
    prompt: Message,
    cities: list[str],
    reason: Reason,
    meaning: Message | None = None,
    *,
    worth: bool = False,
) -> Pick[str]:
    """The question for one of ``cities``; ``reason`` says why one cannot be chosen. ``worth``: as ``ask_cities``."""
    reasons = {city: reason(state, side, city) for city in cities}
    return ask_cities(prompt, state, reasons, meaning=meaning, worth=worth)


# -- what is printed at a city ---------------------------------------------------------------------------------------


def look_up_reason(state: State, place: str, fields: tuple[CityField, ...]) -> Message | None:
    """Why a side may not enter these facts of a city, or None: the box must lack them."""
    if place not in state.cities:
        return NO_CITY
    if not fields or not set(fields) <= set(queries.unknown_facts(state, place)):
        return say("Something else is asked.")
    return None


def looked_up_facts(state: State, side: Side) -> list[LookedUpFact]:
    """The facts a side has looked up in secret. Must not be shown to others."""
    return state.noted[side].value


def look_up_city(step: Step[State], move: moves.LookUpCity) -> None:
    """Store the facts of a city: entered by the table when due, by a side before it needs them, or by a side in
    secret.
    """
    state = step.state
    given = _answers(move)
    due = step.owed(LookingUpCity, Moving, NeutralJoining, PlanningReplacements)
    if (step.seat == TABLE) != isinstance(due, LookingUpCity):
        step.not_now()
    if isinstance(due, LookingUpCity):
        if move.city != due.city or tuple(given) != queries.unknown_facts(state, due.city, due.fields):
            step.refuse("not-now", say("Something else is asked."))
        state.agenda.pop()
    else:
        step.require(look_up_reason(state, move.city, tuple(given)))
    if isinstance(due, PlanningReplacements):
        _keep_secret_fact(step, move, given)
        return
    learn_facts(step, move.city, given, keep=move.keep)
    step.tell(say("{place} is noted down.", place=place_name(state, move.city)))
    _cancel_battle(step)


def _answers(move: moves.LookUpCity | moves.AddCity) -> dict[CityField, Fact]:
    """The facts in a move, in the order in which they are asked."""
    return {field: fact for field in CITY_FIELDS if (fact := getattr(move, field, None)) is not None}


def record_fact(step: Step[State], kind: str, key: str, field: str, value: Fact, *, keep: bool) -> None:
    """Record a printed fact for this play and, with ``keep``, for later plays; the practice box stores none."""
    if keep and not step.state.practice:
        step.learn(kind, key, field, value)
    put(step.state.box, Learned(kind, key, field, value))


def learn_facts(step: Step[State], city: str, facts: dict[CityField, Fact], *, keep: bool) -> None:
    """Record facts of a city for this play and, with ``keep``, for later plays.

    A city without a known colour counts as neutral. A new colour gives it to the side of that colour, unless it has
    changed hands meanwhile.
    """
    state = step.state
    for field, fact in facts.items():
        record_fact(step, "city", city, field, fact, keep=keep)
    if "colour" in facts:
        one = state.cities[city]
        one.colour = queries.owner_by_colour(state, city)
        if one.holder == "neutral":
            one.holder = one.colour


def _keep_secret_fact(step: Step[State], move: moves.LookUpCity, given: dict[CityField, Fact]) -> None:
    """Record facts for one side alone, because what it looks up for its replacements would reveal where it plans to
    spend.
    """
    state, side = step.state, acting_side(step.state, step.seat)
    known = [one for one in state.noted[side].value if one.city != move.city or one.field not in given]
    rows = [LookedUpFact(move.city, field, fact, move.keep) for field, fact in given.items()]
    state.noted[side].value = sorted([*known, *rows], key=lambda one: (one.city, one.field))
    step.tell(seal(say("You look {place} up.", place=place_name(state, move.city)), seat_of(state, side)))


def keep_looked_up(step: Step[State]) -> None:
    """At the end of the war, store for later plays the facts that sides looked up in secret and wanted to keep."""
    state = step.state
    if state.practice:
        return
    for side in SIDES:
        for one in state.noted[side].value:
            if one.keep and one.field in queries.unknown_facts(state, one.city):
                step.learn("city", one.city, one.field, one.value)


def _cancel_battle(step: Step[State]) -> None:
    """Cancel a battle at a city that turns out to be the attacker's own, or Persian."""
    state, battle = step.state, step.state.battle
    if battle is not None and (reason := places.battle_reason(state, battle.attacker, battle.place)):
        state.battle = None
        state.agenda.pop()
        step.tell(reason, TABLE)


WALLS_MEANING = say("A hexagon has walls: blocks may go inside and be besieged. A circle has none.")

NOTE_DOWN = say("Note it down")


# None of the following questions has a preselected answer or a default: confirming a wrong one by mistake would cost
# blocks, and a stored one would do so in every later play.


def ask_look_up_city(state: State, due: LookingUpCity) -> Asking[Move]:
    """Ask for the facts of a city that are due and that the box lacks, all on one form."""
    prompt = say("{place} on your map", place=place_name(state, due.city))
    asking = ask_facts(state, due.city, queries.unknown_facts(state, due.city, due.fields))
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
    return (
        yield from Pick[Colour](
            key="colour",
            prompt=prompt,
            meaning=say(
                "The colour of the city on the map, also if it has changed hands. A green one belongs to nobody yet."
            ),
            options=colours,
            act=NOTE_DOWN,
            secret=secret,
        )
    )


def _ask_points(place: Wording, *, secret: bool = False) -> Asking[int]:
    prompt = say("{place}: how many points on the map?", short=N_("{place}: points?"), place=place)
    prompt = _short_without_name(prompt, N_("How many points?"))
    return (
        yield from Count(
            key="points",
            prompt=prompt,
            meaning=say("The number at the city. A city without one is a minor city: 0."),
            low=0,
            high=4,
            start=0,
            act=NOTE_DOWN,
            secret=secret,
        )
    )


def _ask_yes_no(field: CityField, place: Wording, *, secret: bool = False) -> Asking[YesNo]:
    """Ask a yes-or-no fact of a city."""
    prompts: dict[CityField, tuple[Message, str]] = {
        "walled": (say("{place}: walls (a hexagon)?", short=N_("{place}: walls?"), place=place), N_("Has it walls?")),
        "port": (say("{place}: is it a port?", short=N_("{place}: port?"), place=place), N_("Is it a port?")),
        "island": (say("{place}: an island?", short=N_("{place}: island?"), place=place), N_("Is it an island?")),
    }
    meanings: dict[CityField, Message] = {
        "walled": WALLS_MEANING,
        "port": say("Ships may end their move only in ports. A port is besieged wholly by land and sea together."),
        "island": say("On an island ships alone besiege the whole city."),
    }
    prompt = _short_without_name(*prompts[field])
    said = yield from Confirm(
        key=field, prompt=prompt, meaning=meanings[field], yes=say("Yes"), no=say("No"), secret=secret
    )
    return "yes" if said else "no"


def _short_without_name(prompt: Message, without: str) -> Message:
    """The prompt, with ``without`` as its short form if the owners named the place, because their names may not fit a
    small display.
    """
    return structs.replace(prompt, short=without) if isinstance(prompt.args["place"], Verbatim) else prompt


def ask_keep(state: State, *, secret: bool = False) -> Asking[bool]:
    """Ask whether to keep the facts for later plays; never with the practice box."""
    if state.practice:
        return False
    yes, no = say("Keep it"), say("Just this once")
    prompt = say("Keep that for other evenings?", short=N_("Keep that?"))
    return (
        yield from Confirm(
            key="keep",
            prompt=prompt,
            meaning=say("If it is kept, nobody is asked for it again when you play with this box."),
            yes=yes,
            no=no,
            secret=secret,
        )
    )


# -- cities added, places named, holders corrected -------------------------------------------------------------------


def name_reason(name: str) -> Message | None:
    """Why a name cannot be used, or None: it is one line of printable text."""
    return None if name.strip() and name.isprintable() else say("Write something.")


def city_names(state: State) -> tuple[str, ...]:
    """Names and keys of the listed cities."""
    named = (queries.city_fact(state, city, "name") for city in state.cities)
    return tuple(dict.fromkeys([*(str(name) for name in named if name), *state.cities]))


def add_city_reason(state: State, name: str) -> Message | None:
    """Why a city cannot be added, or None: it must not be listed yet, and the list has a limit."""
    if name and (reason := name_reason(name)):
        return reason
    if len(state.cities) >= MOST_CITIES:
        return say("No more than {n} cities can be listed.", short=N_("Too many cities"), n=MOST_CITIES)
    if name.strip() in city_names(state) or (slug(name) and city_key(state.box, name) in state.cities):
        return say("That city is listed already.", short=N_("Listed already"))
    return None


def unnamed_places(state: State) -> list[str]:
    """Places in the open and added cities that have only a number."""
    added = [
        key
        for key in state.cities
        if queries.unnamed_number(key, queries.NEW_CITY) and not queries.city_fact(state, key, "name")
    ]
    return [*(key for key, name in state.places.items() if not name), *added]


def name_place_reason(state: State, place: str, name: str) -> Message | None:
    if place not in unnamed_places(state):
        return say("That place has a name.", short=N_("It has a name"))
    fought_over = place in state.places or (state.battle is not None and state.battle.place == place)
    return name_reason(name) or (oracle_reason(state, "", name) if fought_over else None)


def give_name_reason(state: State) -> Message | None:
    """Why no place can be named, or None: all have names."""
    return None if unnamed_places(state) else say("Every place has a name.", short=N_("All have names"))


def change_holders_reason(state: State) -> Message | None:
    """Why no holder can be corrected now, or None. A battle in progress and secret plans depend on who holds what, so
    it is possible only between moves and battles.
    """
    if isinstance(state.agenda[-1], NeutralJoining | Moving | ChoosingBattle):
        return None
    return say("That is set right between moves and battles.", short=N_("Between moves"))


def correct_holder_reason(state: State, place: str, to: Holder) -> Message | None:
    """Why this correction of a holder is not possible, or None: the city must be listed, and its holder must change."""
    if reason := change_holders_reason(state):
        return reason
    if place not in state.cities:
        return NO_CITY
    return say("So it is already.") if holder(state, place) == to else None


def map_correction_reason(state: State) -> Message | None:
    """Why the table can correct nothing on the map now, or None."""
    return branch_reason((change_holders_reason(state), add_city_reason(state, ""), give_name_reason(state)))


def add_city(step: Step[State], move: moves.AddCity) -> None:
    """Add a city of the map that is not listed."""
    state = step.state
    require_table(step)
    step.require(add_city_reason(state, move.name))
    name = move.name.strip()
    key = slug(name) or queries.new_city_key(state)
    # sorted as in a stored state, so that lists are the same after a restart
    state.cities = dict(sorted({**state.cities, key: City("neutral", "neutral")}.items()))
    if name:
        record_fact(step, "city", key, "name", name, keep=move.keep)
    learn_facts(step, key, _answers(move), keep=move.keep)
    step.tell(say("{place} is on the list of cities now.", place=place_name(state, key)))


def name_place(step: Step[State], move: moves.NamePlace) -> None:
    """Name a place that had only a number."""
    state = step.state
    require_table(step)
    step.require(name_place_reason(state, move.place, move.name))
    before, name = place_name(state, move.place), move.name.strip()
    if move.place in state.places:
        state.places[move.place] = name
    else:
        record_fact(step, "city", move.place, "name", name, keep=move.keep)
    step.tell(say("{place} is called {name} from now on.", place=before, name=place_name(state, move.place)))


def correct_holder(step: Step[State], move: moves.CorrectHolder) -> None:
    """Correct who holds a city; hidden blocks of other sides leave its garrison."""
    state = step.state
    require_table(step)
    step.require(correct_holder_reason(state, move.city, move.holder))
    state.cities[move.city].holder = move.holder
    state.garrisons = [one for one in state.garrisons if one.place != move.city or one.side == move.holder]
    told = say("{place} belongs to {side}.", place=place_name(state, move.city), side=SIDE_NAMES[move.holder])
    step.tell(told, seat_of(state, move.holder))
    changing_hands.reveal_syracuse_value(step, move.city)
    changing_hands.end_lifted_siege(step, move.city)
    if queries.unknown_facts(state, move.city, WORTH_FIELDS):
        state.agenda.append(LookingUpCity(move.city, WORTH_FIELDS))


NAME_MEANING = say("Any name will do by which you both find it again on the map.")

NAME_PROMPT = say("What is it called?")


def ask_map_correction(state: State) -> Asking[Move]:
    """Ask the table what to correct or add on the map: a holder, a city, a name."""
    hint = say("Only if the companion has it wrong.", short=N_("Only if it is wrong"))
    todo = (
        Option("city", say("A city is in other hands"), reason=change_holders_reason(state), icon="city"),
        Option("new", say("A city is not listed"), reason=add_city_reason(state, ""), icon="plus"),
        Option(
            "name", say("Give a place its name", short=N_("Name a place")), reason=give_name_reason(state), icon="edit"
        ),
    )
    wrong = yield from Pick[str](
        key="wrong",
        prompt=say("Set the map right"),
        hint=hint,
        meaning=say("Only where the map shows otherwise than the companion. It costs nothing."),
        options=todo,
    )
    match wrong:
        case "new":
            return (yield from _ask_add_city(state))
        case "name":
            return (yield from _ask_name_place(state))
        case _:
            return (yield from _ask_correct_holder(state))


HOLDER_MEANING = say("Whose city it is on the map now. Points and sieges are counted by that.")


def _ask_correct_holder(state: State) -> Asking[Move]:
    cities = tuple(city_option(state, city) for city in state.cities)
    prompt = say("Which city is in other hands?", short=N_("Which city?"))
    city = yield from Pick[str](key="fix", prompt=prompt, meaning=HOLDER_MEANING, options=cities)
    sides = tuple(
        Option[Holder](to, label, reason=correct_holder_reason(state, city, to), seat=seat_of(state, to) or None)
        for to, label in SIDE_NAMES.items()
    )
    prompt = say("Who holds {place}?", short=N_("Held by whom?"), place=place_name(state, city))
    return CorrectHolder(
        city, (yield from Pick[Holder](key="holder", prompt=prompt, meaning=HOLDER_MEANING, options=sides))
    )


def _ask_add_city(state: State) -> Asking[Move]:
    """Ask for a city that is not listed. On a pod, which has no keyboard, it gets a number; a phone can name it now or
    later.
    """
    how = (Option("number", say("By a number, for now")), Option("name", say("By its name (on a phone)")))
    prompt = say("What do you call the city?", short=N_("What name?"))
    called = yield from Pick[str](key="new", prompt=prompt, meaning=NAME_MEANING, options=how, default="number")
    name = (
        (yield from Text(key="name", prompt=NAME_PROMPT, meaning=NAME_MEANING, taken=city_names(state)))
        if called == "name"
        else ""
    )
    place = verbatim(name) if name else place_name(state, queries.new_city_key(state))
    colour = yield from _ask_colour(place)
    points = yield from _ask_points(place)
    walled = yield from _ask_yes_no("walled", place)
    port = yield from _ask_yes_no("port", place)
    return AddCity(name, (yield from ask_keep(state)), colour, points, walled, port)


def _ask_name_place(state: State) -> Asking[Move]:
    places = tuple(Option(key, place_name(state, key), icon="point") for key in unnamed_places(state))
    place = yield from Pick[str](key="place", prompt=say("Which place gets its name?"), options=places)
    name = yield from Text(key="name", prompt=NAME_PROMPT, meaning=NAME_MEANING)
    keep = place in state.cities and (yield from ask_keep(state))
    return NamePlace(place, name, keep)
