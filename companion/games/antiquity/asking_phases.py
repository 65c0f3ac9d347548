"""Questions of set-up and of phases 5 to 10. Sections 2, 8 and 9."""

from __future__ import annotations

from typing import TypeVar

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick, PickMany, Place
from companion.core.wording import N_, Message, SeatName, Wording, named, say, say_n
from companion.games.antiquity import agenda, moves, queries_city, queries_phases
from companion.games.antiquity.asking_goods import discards
from companion.games.antiquity.asking_in_turn import or_in_turn
from companion.games.antiquity.asking_squares import ask_city, building_option, city_widget, own_names, square_option
from companion.games.antiquity.queries_agenda import may_change_order
from companion.games.antiquity.reasons_phases import EMPTY_FIRST, NO_GRAVE_THERE
from companion.games.antiquity.rules_graves import place_grave
from companion.games.antiquity.state import OpenedSite, Realm, State
from companion.games.antiquity.state_draft import copy_realm
from companion.games.antiquity.tables import HEXES_A_SEAT
from companion.games.antiquity.words import ICON, basket
from companion.games.antiquity.words_realm import site_words, zone_words

M = TypeVar("M")

GRAVES_AT_ONCE = 8
"""Graves of one form: as many as fit under the picture on two screens of a phone."""

ON_A_BUILDING = say(
    "No square is empty: the grave goes on a building and puts it out of action.", short=N_("All full: a building")
)


def ask_set_up(state: State, _due: agenda.SettingUp, _seat: int) -> Asking[moves.Move]:
    """Ask which turn begins; for a later one famine and the order. Cities and sites follow in the plans."""
    prompt = say("Which turn begins?")
    hint = say(
        "A new play begins with turn 1; later ones are for a play begun without the companion.", short=N_("New play: 1")
    )
    turn = yield from Count(key="turn", prompt=prompt, hint=hint, low=1, high=moves.LATEST_TURN, start=1, default=1)
    if turn == 1:
        return moves.SetUp(1)
    title, act = say("Turn {n} begins", n=turn), say("Begin turn {n}", n=turn)
    return (yield from together("later-turn", title, _ask_later(state, turn), act))


def _ask_later(state: State, turn: int) -> Asking[moves.Move]:
    """How things stand before a later turn, on one form: after the choice that nearly always leaves it out."""
    usual = turn - 1
    famine = yield from Count(
        key="famine",
        prompt=say("Where does famine stand?"),
        high=moves.MOST_FAMINE,
        start=usual,
        icon="warning",
        default=usual,
        usual=usual,
    )
    return moves.SetUp(turn, famine, (yield from _ask_order(state)))


def _ask_order(state: State) -> Asking[tuple[int, ...]]:
    """Ask for the order track, place by place; the last follows."""
    left, found = list(state.order), list[int]()
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man stands in place {n} of the order?", short=N_("Order: place {n}?"), n=len(found) + 1)
        seat = yield from Pick[int](key=f"order-{len(found) + 1}", prompt=prompt, options=options, default=left[0])
        left.remove(seat)
        found.append(seat)
    return (*found, *left)


# -- storage, harvest, exploration -------------------------------------------------------------------------------


def ask_storing(state: State, due: agenda.Storing, seat: int) -> Asking[moves.Move]:
    """Ask what to discard. After a correction there may be no choice left."""
    realm, secret = state.realm(seat), state.hidden_stocks
    over = queries_phases.goods_to_discard(due, realm)
    if len(queries_city.owned_goods(realm)) < 2 or not over:
        goods = dict.fromkeys(queries_city.owned_goods(realm), over) if over else {}
        yield from _only(say("Storage"), say("Discard it"), basket(goods), secret)
        return moves.Discard(goods)
    asked = or_in_turn(state, seat, _ask_discards(realm, over, secret), secret=secret)
    title = say_n("Storage: discard {n} good", "Storage: discard {n} goods", over, short=N_("Discard {n}"))
    act = say_n("Discard {n} good", "Discard {n} goods", over, short=N_("Discard {n}"))
    return (yield from together("discard", title, asked, act))


def _ask_discards(realm: Realm, over: int, secret: bool) -> Asking[moves.Move]:
    return moves.Discard((yield from discards(queries_city.stock(realm), over, secret)))


def ask_forced_labour(state: State, _due: agenda.ForcingLabour, seat: int) -> Asking[moves.Move]:
    """Ask which sites are put to forced labour; usual, as for whoever sleeps, is every one."""
    works = state.realm(seat).works
    every: list[int | str] = [one.key for one in works]
    options = tuple(Option(one.key, site_words(one), hint=_drive_hint(one), icon=ICON[one.good]) for one in works)
    prompt = say("Forced labour where?")
    chosen = yield from PickMany[str](
        key="works",
        prompt=prompt,
        act=say("Choose these sites", short=N_("These sites")),
        options=options,
        most=len(options),
        default=every,
        usual=every,
    )
    return moves.ForceLabour(tuple(chosen))


def _drive_hint(works: OpenedSite) -> Message:
    """Goods lost and gained by forced labour."""
    removed, gain = queries_phases.harvested(works.left, driven=True)
    return say("{n} lost, {gain} gained", n=removed - gain, gain=gain)


def ask_exploring(state: State, _due: agenda.Exploring, seat: int) -> Asking[moves.Move]:
    """Ask whether a marker within reach is turned; only the map shows which are."""
    prompt = say("Turn a marker in your zone of control?", short=N_("Turn a marker?"))
    hint = zone_words(state.realm(seat))
    yes, no = say("Turn one"), say("Turn none")
    return moves.Explore((yield from Confirm(key="explore", prompt=prompt, hint=hint, yes=yes, no=no, default=False)))


# -- graves and pollution ----------------------------------------------------------------------------------------


def ask_graves(state: State, due: agenda.PlacingGraves, seat: int) -> Asking[moves.Move]:
    """Ask for a square for each grave, on one picture; of very many on several forms."""
    trial = copy_realm(state.realm(seat))
    wanted = queries_phases.graves_to_place(due, trial)
    asking = _ask_all_graves(state, trial, wanted)
    if not wanted:
        yield from _only(say("Your cities are full."), say("Out of the game"))
    elif queries_phases.has_no_choice(trial, wanted, state.grids):
        yield from _only(say("Graves have to be placed."), say("Any empty squares"))
    elif may_change_order(state, seat):
        asking = _graves_form(trial, 1, wanted, or_in_turn(state, seat, asking))
    return (yield from asking)


def _ask_all_graves(state: State, trial: Realm, wanted: int) -> Asking[moves.Move]:
    graves: list[moves.Grave] = []
    for first in range(1, wanted + 1, GRAVES_AT_ONCE):
        some = _ask_some_graves(state, trial, range(first, min(first + GRAVES_AT_ONCE, wanted + 1)))
        graves += yield from _graves_form(trial, first, wanted, some)
    return moves.PlaceGraves(tuple(graves))


def _graves_form(trial: Realm, first: int, wanted: int, asking: Asking[M]) -> Asking[M]:
    """The form that begins with the grave of number ``first``."""
    left = wanted + 1 - first
    act = say_n("Place {n} grave", "Place {n} graves", min(GRAVES_AT_ONCE, left))
    return together(f"graves-{first}", _graves_title(trial, left), asking, act)


def _graves_title(trial: Realm, left: int) -> Message:
    """How many graves are to be placed, and on what as long as there is a choice."""
    if queries_phases.cities_full(trial):
        return say_n("{n} grave to place", "{n} graves to place", left)
    return say_n(
        "{n} grave to place, on empty squares first",
        "{n} graves to place, on empty squares first",
        left,
        short=N_("Graves to place: {n}"),
    )


def _ask_some_graves(state: State, trial: Realm, places: range) -> Asking[list[moves.Grave]]:
    """Ask for the graves in these places; they are laid in ``trial`` as answers come."""
    graves: list[moves.Grave] = []
    for place in places:
        graves.append((yield from _ask_grave(state, trial, place)))
        place_grave(trial, graves[-1])
    return graves


def _only(prompt: Message, label: Message, hint: Wording | None = None, secret: bool = False) -> Pick[str]:
    """A question with a single answer."""
    options = (Option("go", label, icon="next"),)
    return Pick[str](key="go", prompt=prompt, hint=hint, options=options, default="go", secret=secret)


def _ask_grave(state: State, trial: Realm, place: int) -> Asking[moves.Grave]:
    full = queries_phases.cities_full(trial)

    def no_room(city: int) -> Message | None:
        found = _grave_options(state, trial, city) if full else queries_city.empty_squares(trial, city)
        return None if found else NO_GRAVE_THERE if full else EMPTY_FIRST

    which = say("Grave {n}: which city?", n=place)
    city = yield from ask_city(trial, no_room, which, f"city-{place}", secret=False, usual=_roomiest(trial))
    if not full and not state.grids:
        return moves.Grave(city)
    key, prompt = f"grave-{place}", say("Grave {n}: where?", n=place)
    if len(trial.cities) > 1:
        prompt = say("Grave {n}, city {city}: where?", short=N_("Grave {n}: where?"), n=place, city=city + 1)
    options, hint = _grave_options(state, trial, city), ON_A_BUILDING if full else None
    if not state.grids:
        return moves.Grave(city, key=(yield from Pick[str](key=key, prompt=prompt, hint=hint, options=options)))
    widget = city_widget(trial.seat, city)
    at = yield from Place[str](key=key, prompt=prompt, hint=hint, widget=widget, options=options)
    return moves.Grave(city, at)


def _roomiest(trial: Realm) -> int:
    """The city with the most empty squares."""
    return max(range(len(trial.cities)), key=lambda city: queries_city.empty_squares(trial, city))


def _grave_options(state: State, trial: Realm, city: int) -> tuple[Option[str], ...]:
    """The squares or buildings on which a grave may go."""
    if not queries_phases.cities_full(trial):
        return tuple(map(square_option, queries_city.empty_positions(trial, city)))
    names = own_names(trial)
    if state.grids:
        squares = queries_city.graveable_squares(trial, city)
        return tuple(building_option(one, square, name=names.get(one.key)) for square, one in squares)
    here = (one for one in queries_city.in_city(trial, city) if queries_phases.open_squares(trial, one))
    return tuple(building_option(one, name=names.get(one.key)) for one in here)


def ask_polluting(state: State, due: agenda.Polluting, seat: int) -> Asking[moves.Move]:
    """Ask how many counters found no hex on the map."""
    n = due.counters[seat]
    prompt = say_n(
        "Lay {n} pollution counter. How many found no hex?",
        "Lay {n} pollution counters. How many found no hex?",
        n,
        short=N_("No hex for how many?"),
    )
    hint = say(
        "Each on a clean free hex of its own in your zone, not in another player's zone whose dump works. {zone}",
        short=N_("Clean, free, yours"),
        zone=zone_words(state.realm(seat)),
    )
    return moves.Pollute(
        (
            yield from Count(
                key="left-over",
                prompt=prompt,
                hint=hint,
                act=say("No hex for {answer}"),
                low=0,
                high=n,
                start=0,
                default=0,
                usual=0,
            )
        )
    )


# -- victory -----------------------------------------------------------------------------------------------------


def ask_giorgio(_state: State, due: agenda.JudgingGiorgio, _seat: int) -> Asking[moves.Move]:
    """Ask the table whether San Giorgio's condition is met."""
    seat = due.left[0]
    prompt = say(
        "San Giorgio: does {who} reach all that another player reaches?",
        who=SeatName(seat),
        short=N_("San Giorgio met?"),
    )
    hint = say("Hexes with cities or inns of anyone are left out.")
    yes, no = say("All of it"), say("Not all")
    return moves.JudgeGiorgio(
        seat, (yield from Confirm(key="met", prompt=prompt, hint=hint, yes=yes, no=no, default=False))
    )


def ask_hexes(state: State, _due: agenda.CountingHexes, seat: int) -> Asking[moves.Move]:
    """Ask for the clean free hexes: the tie-break."""
    prompt = say("Tie: how many clean free hexes in your zone?", short=N_("Clean free hexes?"))
    hint = say(
        "Without hexes that hold a city, your inns, men, goods, fisheries, markers or pollution. {zone}",
        short=N_("Clean, with nothing"),
        zone=zone_words(state.realm(seat)),
    )
    act, most = say("Clean free hexes: {answer}", short=N_("Hexes: {answer}")), HEXES_A_SEAT * len(state.realms)
    return moves.CountHexes(
        (yield from Count(key="hexes", prompt=prompt, hint=hint, act=act, low=0, high=most, start=0, default=0))
    )
