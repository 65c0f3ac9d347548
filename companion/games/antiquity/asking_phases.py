"""Questions of phases 5 to 10. Sections 8 and 9."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.questions import Answer, Asking, Confirm, Count, Option, Pick, PickMany, Place, Question
from companion.core.wording import N_, Message, SeatName, Wording, say, say_n
from companion.games.antiquity.agenda import (
    CountingHexes,
    Exploring,
    ForcingLabour,
    JudgingGiorgio,
    PlacingGraves,
    Polluting,
    Storing,
)
from companion.games.antiquity.asking_goods import discards
from companion.games.antiquity.asking_squares import ask_city, city_widget, square_words
from companion.games.antiquity.moves import (
    CountHexes,
    Discard,
    Explore,
    ForceLabour,
    Grave,
    JudgeGiorgio,
    Move,
    PlaceGraves,
    Pollute,
)
from companion.games.antiquity.queries_city import (
    empty_positions,
    empty_squares,
    graveable_squares,
    in_city,
    owned_goods,
    stock,
)
from companion.games.antiquity.queries_phases import (
    cities_full,
    goods_to_discard,
    graves_to_place,
    harvested,
    has_no_choice,
)
from companion.games.antiquity.reasons_phases import EMPTY_FIRST, NO_GRAVE_THERE
from companion.games.antiquity.rules_graves import place_grave
from companion.games.antiquity.state import OpenedSite, Realm, State
from companion.games.antiquity.state_draft import copy_realm
from companion.games.antiquity.words import BUILDING_ICON, GOOD, ICON, SITE, basket
from companion.games.antiquity.words_realm import building_words, zone_words

# -- storage, harvest, exploration -------------------------------------------------------------------------------


def ask_storing(state: State, due: Storing, seat: int) -> Asking[Move]:
    """Ask what to discard. After a correction there may be no choice left."""
    realm, secret = state.realm(seat), state.hidden_stocks
    over = goods_to_discard(due, realm)
    if len(owned_goods(realm)) < 2 or not over:
        goods = dict.fromkeys(owned_goods(realm), over) if over else {}
        hint = basket(goods)
        yield from _only(say("Storage"), say("Discard it"), hint, secret)
        return Discard(goods)
    return Discard((yield from discards(stock(realm), over, secret)))


def ask_forced_labour(state: State, _due: ForcingLabour, seat: int) -> Asking[Move]:
    """Ask which sites are put to forced labour."""
    works = state.realm(seat).works
    options = tuple(
        Option(
            one.key,
            say("{site}: {n} {good}", site=SITE[one.site], n=one.left, good=GOOD[one.good]),
            hint=_drive_hint(one),
            icon=ICON[one.good],
        )
        for one in works
    )
    prompt = say("Forced labour where?")
    chosen = yield from PickMany[str](
        key="works", prompt=prompt, options=options, most=len(options), default=[one.key for one in works]
    )
    return ForceLabour(tuple(chosen))


def ask_exploring(state: State, _due: Exploring, seat: int) -> Asking[Move]:
    """Ask whether a marker within reach is turned; only the map shows which are."""
    prompt = say("Turn a marker in your zone of control?", short=N_("Turn a marker?"))
    hint = zone_words(state.realm(seat))
    yes, no = say("Turn one"), say("None")
    return Explore((yield from Confirm(key="explore", prompt=prompt, hint=hint, yes=yes, no=no, default=False)))


# -- graves and pollution ----------------------------------------------------------------------------------------


def ask_graves(state: State, due: PlacingGraves, seat: int) -> Asking[Move]:
    """Ask for a square for each grave, one after the other."""
    trial = copy_realm(state.realm(seat))
    wanted = graves_to_place(due, trial)
    if not wanted:
        yield from _only(say("Your cities are full."), say("Out of the game"))
    elif has_no_choice(trial, wanted, state.grids):
        yield from _only(say("Graves have to be placed."), say("Any empty squares"))
    graves: list[Grave] = []
    for place in range(1, wanted + 1):
        grave = yield from _ask_grave(state, trial, place, wanted)
        place_grave(trial, grave)
        graves.append(grave)
    return PlaceGraves(tuple(graves))


def _only(prompt: Message, label: Message, hint: Wording | None = None, secret: bool = False) -> Pick[str]:
    """A question with a single answer."""
    options = (Option("go", label, icon="next"),)
    return Pick[str](key="go", prompt=prompt, hint=hint, options=options, default="go", secret=secret)


def _ask_grave(state: State, trial: Realm, place: int, wanted: int) -> Generator[Question, Answer, Grave]:
    full = cities_full(trial)

    def no_room(city: int) -> Message | None:
        found = _grave_options(state, trial, city) if full else empty_squares(trial, city)
        return None if found else NO_GRAVE_THERE if full else EMPTY_FIRST

    prompt = say("Grave {n} of {all}: where?", n=place, all=wanted)
    city = yield from ask_city(trial, no_room, False, prompt, f"city-{place}")
    key = f"grave-{place}"
    if state.grids:
        squares = tuple(_grave_options(state, trial, city))
        widget = city_widget(trial.seat, city)
        at = yield from Place[str](key=key, prompt=prompt, hint=_grave_hint(full), widget=widget, options=squares)
        return Grave(city, at)
    if not full:
        return Grave(city)
    options = tuple(_grave_options(state, trial, city))
    return Grave(city, key=(yield from Pick[str](key=key, prompt=prompt, hint=_grave_hint(full), options=options)))


def _grave_hint(full: bool) -> Message:
    if full:
        return say(
            "No square is empty: the grave goes on a building and puts it out of action.",
            short=N_("All full: a building"),
        )
    return say("Empty squares first, in any of your cities.", short=N_("Empty squares first"))


def _grave_options(state: State, trial: Realm, city: int) -> list[Option[str]]:
    """The squares or buildings on which a grave may go."""
    if not cities_full(trial):
        return [Option(square, square_words(square)) for square in empty_positions(trial, city)]
    if state.grids:
        return [
            Option(square, building_words(one), icon=BUILDING_ICON[one.kind])
            for square, one in graveable_squares(trial, city)
        ]
    return [
        Option(one.key, building_words(one), icon=BUILDING_ICON[one.kind])
        for one in in_city(trial, city)
        if one.kind != "house" and one.graves < one.size
    ]


def ask_polluting(state: State, due: Polluting, seat: int) -> Asking[Move]:
    """Ask how many counters found no hex on the map."""
    n = due.counters[seat]
    prompt = say_n(
        "Lay {n} pollution. How many found no hex?",
        "Lay {n} pollution. How many found no hex?",
        n,
        short=N_("No hex for how many?"),
    )
    hint = say(
        "On different clean free hexes of your zone, not in another player's zone whose dump works. {zone}",
        short=N_("Clean, free, yours"),
        zone=zone_words(state.realm(seat)),
    )
    return Pollute((yield from Count(key="left-over", prompt=prompt, hint=hint, low=0, high=n, start=0, default=0)))


# -- victory -----------------------------------------------------------------------------------------------------


def ask_giorgio(_state: State, due: JudgingGiorgio, _seat: int) -> Asking[Move]:
    """Ask the table whether San Giorgio's condition is met."""
    seat = due.left[0]
    prompt = say("Does {who} reach all that another player reaches?", who=SeatName(seat), short=N_("San Giorgio met?"))
    hint = say("Hexes with cities or inns of anyone are left out.")
    yes, no = say("All of it"), say("Not all")
    return JudgeGiorgio(seat, (yield from Confirm(key="met", prompt=prompt, hint=hint, yes=yes, no=no, default=False)))


def ask_hexes(state: State, _due: CountingHexes, seat: int) -> Asking[Move]:
    """Ask for the clean free hexes: the tie-break."""
    prompt = say("Clean free hexes in your zone?", short=N_("Clean free hexes?"))
    hint = say(
        "Without hexes that hold a city, your inns, men, goods, fisheries, markers or pollution. {zone}",
        short=N_("Clean, with nothing"),
        zone=zone_words(state.realm(seat)),
    )
    return CountHexes((yield from Count(key="hexes", prompt=prompt, hint=hint, low=0, high=999, start=0, default=0)))


def _drive_hint(works: OpenedSite) -> Message:
    """Goods lost and gained by forced labour."""
    removed, gain = harvested(works.left, driven=True)
    return say_n("{n} lost, {gain} gained", "{n} lost, {gain} gained", removed - gain, gain=gain)
