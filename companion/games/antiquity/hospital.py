"""Graves in a city, and how the hospital takes them off. Section 5.6."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from companion.core.options import Option
from companion.core.questions import Answer, Asking, Pick, Question
from companion.core.wording import N_, Message, Wording, say
from companion.games.antiquity import queries
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.moves import Correction, RemoveGrave
from companion.games.antiquity.squares import (
    ask_city,
    building_option,
    on_cardboard,
    own_names,
    square_pick,
    square_words,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.tables import HOSPITAL_GRAVES
from companion.games.antiquity.words import building_words

NO_GRAVE = say("No grave lies there.")
GRAVES_TAKEN_OFF = say(
    "A hospital with a man takes up to {n} graves a turn off your cities. A building without its last grave works "
    "again.",
    n=HOSPITAL_GRAVES,
)
NO_GRAVES = say("There is no grave in your cities.", short=N_("No graves"))


def hospital_reason(draft: Draft) -> Message | None:
    """Why the hospital takes no grave off. Section 5.6."""
    if not queries.has_working(draft.realm, "hospital"):
        return say("You have no working hospital.")
    if draft.healed >= HOSPITAL_GRAVES:
        return say("The hospital has taken off {n} graves.", n=HOSPITAL_GRAVES)
    return None


def remove_grave_reason(draft: Draft, order: RemoveGrave) -> Message | None:
    """Why the hospital cannot take a grave off. Section 5.6."""
    if reason := hospital_reason(draft):
        return reason
    return grave_there_reason(draft, order) if 0 <= order.city < len(draft.realm.cities) else NO_GRAVE


def grave_there_reason(draft: Draft, order: RemoveGrave | Correction) -> Message | None:
    """Why there is no grave at the order's place, or None: a square of a grid; on cardboard a building (``key``) or the
    city's squares without a building.
    """
    city = draft.realm.cities[order.city]
    if draft.grids:
        return None if order.at in city.graves and not order.key else NO_GRAVE
    if order.at:
        return NO_GRAVE
    if not order.key:
        return None if city.loose > 0 else NO_GRAVE
    building = draft.realm.building(order.key)
    return None if building and building.city == order.city and building.graves > 0 else NO_GRAVE


def any_remove_grave_reason(draft: Draft) -> Message | None:
    """Why no grave can be taken off, wherever it lies."""
    graves = any(grave_targets(draft, city) for city in range(len(draft.realm.cities)))
    return hospital_reason(draft) or (None if graves else NO_GRAVES)


def remove_grave(draft: Draft, order: RemoveGrave) -> None:
    """Take a grave off; a building without graves works again."""
    draft.healed += 1
    change_graves(draft, order, -1)


def change_graves(draft: Draft, order: RemoveGrave | Correction, change: int) -> None:
    """Add (1) or remove (-1) the grave of an order."""
    city, building = draft.realm.cities[order.city], draft.realm.building(order.key)
    if draft.grids:
        (city.graves.append if change > 0 else city.graves.remove)(order.at)
    elif building is not None:
        building.graves += change
    else:
        city.loose += change


def ask_remove_grave(draft: Draft) -> Asking[RemoveGrave]:
    """Ask which grave is taken off."""
    return on_cardboard(draft, "heal", say("Take a grave off"), _ask_remove_grave(draft), say("Take it off"))


def _ask_remove_grave(draft: Draft) -> Asking[RemoveGrave]:
    targets = partial(grave_targets, draft)
    city, at, key = yield from ask_grave_spot(draft, targets, say("Which grave?"), meaning=GRAVES_TAKEN_OFF)
    return RemoveGrave(city, at, key)


# -- which grave -----------------------------------------------------------------------------------------------------

ON_NO_BUILDING = "-"
"""The answer for a grave on a square without a building, on cardboard."""


def grave_targets(draft: Draft, city: int) -> tuple[Option[str], ...]:
    """Graves of a city: squares of the grid; on cardboard buildings, and ``-`` for a square without one."""
    found = draft.realm.cities[city]
    if draft.grids:
        names = own_names(draft.realm)
        here = [one for one in draft.realm.buildings if one.city == city]
        under = {square: names.get(one.key) or building_words(one) for one in here for square in one.at}
        return tuple(Option(square, under.get(square, square_words(square))) for square in found.graves)
    return grave_places(draft, city, found.loose, lambda building: building.graves > 0)


def grave_places(draft: Draft, city: int, beside: int, wanted: Callable[[Building], bool]) -> tuple[Option[str], ...]:
    """Options for the ``wanted`` buildings of a city on cardboard; first ``-`` for a square without a building, if
    ``beside`` is not 0.
    """
    loose = (Option(ON_NO_BUILDING, say("A square without a building")),) if beside else ()
    names, here = own_names(draft.realm), (one for one in draft.realm.buildings if one.city == city and wanted(one))
    return (*loose, *(building_option(one, name=names.get(one.key)) for one in here))


def ask_grave_spot(
    draft: Draft,
    spots: Callable[[int], tuple[Option[str], ...]],
    prompt: Message,
    nothing: Message = NO_GRAVE,
    meaning: Wording | None = None,
) -> Generator[Question, Answer, tuple[int, str, str]]:
    """Ask for a city and one of its ``spots``. Return the city, the square on a grid (else ""), and on cardboard the
    key of the building (else ""). ``nothing`` is the reason against a city without any.
    """
    city = yield from ask_city(draft.realm, lambda city: None if spots(city) else nothing)
    if draft.grids:
        return city, (yield from square_pick(draft.realm, city, "grave", prompt, spots(city), meaning)), ""
    options = spots(city)
    # A form skips a question with only one answer and shows its hint instead.
    only = options[0].label if len(options) == 1 else None
    key = yield from Pick[str](key="grave", prompt=prompt, hint=only, options=options, secret=True, meaning=meaning)
    return city, "", "" if key == ON_NO_BUILDING else key
