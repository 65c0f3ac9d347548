"""Where a piece lies in a city. Section 5.1."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from typing import TypeVar

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Answer, Asking, Fit, Pick, Place, Question
from companion.core.wording import Message, Wording, say, say_n
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.moves import Spot
from companion.games.antiquity.piece_shapes import Square, fit_rotations, fits, mask_of, piece_squares, placements
from companion.games.antiquity.queries import built_mask, empty_squares, graves_on, taken_mask
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.words import BUILDING_ICON, building_words, called, city_name

NO_CITY = say("There is no such city.")
NO_ROOM = say("There is no room for it.")

NOT_THERE = say("That is not on the map.")
STANDS_THERE = say("It stands there already.")
BUILDING_THERE = say("A building stands there.")
GRAVE_THERE = say("A grave lies there.")

UNKNOWN_PIECE = say("You have no such building.")

HOUSE = piece_squares("house")


def squares_at(draft: Draft, piece: tuple[Square, ...], spot: Spot | None) -> list[str]:
    """The squares under a piece at a spot; none on cardboard."""
    if spot is None or not draft.grids:
        return []
    return list(placements(piece, draft.realm.cities[spot.city].side)[spot.way].squares)


def room_reason(draft: Draft, piece: tuple[Square, ...]) -> Message | None:
    """Why a piece fits into no city."""
    return branch_reason(city_reason(draft, piece, city) for city in range(len(draft.realm.cities)))


def city_reason(draft: Draft, piece: tuple[Square, ...], city: int) -> Message | None:
    """Why a piece does not fit into one city. On cardboard only the number of empty squares is known."""
    realm = draft.realm
    if not 0 <= city < len(realm.cities):
        return NO_CITY
    if not draft.grids:
        return None if empty_squares(realm, city) >= len(piece) else NO_ROOM
    return None if fits(piece, realm.cities[city].side, taken_mask(realm, city)) else NO_ROOM


def spot_reason(draft: Draft, piece: tuple[Square, ...], spot: Spot, besides: int = 0) -> Message | None:
    """Why a piece cannot be laid at a spot: it must lie inside one city on free squares. ``besides`` is a mask of
    squares that count as taken.
    """
    if reason := city_reason(draft, piece, spot.city):
        return reason
    if not draft.grids:
        return None if not spot.way else NOT_THERE
    return lying_reason(draft, piece, spot, besides=besides)


def lying_reason(
    draft: Draft, piece: tuple[Square, ...], spot: Spot, *, besides: int = 0, here: int = 0
) -> Message | None:
    """Why a piece cannot lie at a spot of a grid; in the masks, ``besides`` count as taken, the piece's own squares
    ``here`` as free.
    """
    city = draft.realm.cities[spot.city]
    way = placements(piece, city.side).get(spot.way)
    if way is None:
        return NOT_THERE
    if way.mask == here:
        return STANDS_THERE
    if way.mask & (built_mask(draft.realm, spot.city) | besides) & ~here:
        return BUILDING_THERE
    return GRAVE_THERE if way.mask & mask_of(city.graves) & ~here else None


# -- in which city ---------------------------------------------------------------------------------------------------

M = TypeVar("M")

IN_WHICH_CITY = say("In which city?")
WHICH_CITY_DOES_NOT_MATTER = say(
    "Your cities work together: it does not matter in which one a building stands. Only a faculty and its university "
    "must touch."
)
ANY_EMPTY_SQUARES = say(
    "Any squares of one city that are still empty. What lies there stays for the whole game; only Santa Barbara lets "
    "you move it."
)


def city_widget(seat: int, city: int) -> str:
    """The key of the widget of a city, counted from 0."""
    return f"city-{seat}-{city + 1}"


def ask_city(
    realm: Realm,
    reason: Callable[[int], Message | None],
    prompt: Message = IN_WHICH_CITY,
    key: str = "city",
    secret: bool = True,
    usual: int | None = None,
    meaning: Wording | None = WHICH_CITY_DOES_NOT_MATTER,
) -> Generator[Question, Answer, int]:
    """Ask for one of the realm's cities, with ``reason`` for each; not asked if there is only one. ``usual`` is
    preselected if it has no reason.
    """
    if len(realm.cities) == 1:
        return 0
    options = tuple(
        Option(
            city,
            city_name(city + 1),
            reason=reason(city),
            hint=say_n("{n} empty square", "{n} empty squares", empty),
            icon="city",
        )
        for city, empty in enumerate(empty_squares(realm, city) for city in range(len(realm.cities)))
    )
    possible = usual if any(option.value == usual and option.reason is None for option in options) else None
    return (
        yield from Pick[int](key=key, prompt=prompt, options=options, secret=secret, usual=possible, meaning=meaning)
    )


def on_cardboard(draft: Draft, key: str, prompt: Message, asking: Asking[M], act: Message) -> Asking[M]:
    """Put the questions of ``asking`` on one form if the city map is cardboard; on a grid ask them one by one, because
    each is answered by one tap in a picture.
    """
    return asking if draft.grids else together(key, prompt, asking, act)


# -- where a piece is laid -------------------------------------------------------------------------------------------


def ask_spot(
    draft: Draft, piece: tuple[Square, ...], icon: str, act: Message, besides: Spot | None = None, key: str = ""
) -> Generator[Question, Answer, Spot]:
    """Ask where a new piece goes; ``act`` is the text of the button, ``besides`` a single square that counts as
    taken.
    """

    def no_room(city: int) -> Message | None:
        both_here = besides is not None and besides.city == city
        return city_reason(draft, piece, city) or (
            NO_ROOM if both_here and empty_squares(draft.realm, city) < 2 else None
        )

    city = yield from ask_city(draft.realm, no_room, key=f"{key}city")
    if not draft.grids:
        return Spot(city)
    also = [besides.way.rpartition(",")[0]] if besides is not None and besides.city == city else []
    fit = placement_fit(draft.realm, city, piece, icon, act, besides=mask_of(also), key=f"{key}at")
    return Spot(city, (yield from fit))


def placement_fit(
    realm: Realm,
    city: int,
    piece: tuple[Square, ...],
    icon: str,
    act: Message,
    *,
    besides: int = 0,
    here: int = 0,
    key: str = "at",
) -> Fit:
    """Every placement of a piece on a grid; masks: ``here`` are the squares where it lies now, ``besides`` count as
    taken.
    """
    built = (built_mask(realm, city) | besides) & ~here
    graves = mask_of(realm.cities[city].graves) & ~here
    free, under, buried, stays = _placement_options(piece, realm.cities[city].side)
    options = tuple(
        stays[place] if mask == here else under[place] if mask & built else buried[place] if mask & graves else one
        for place, (mask, one) in enumerate(free)
    )
    return Fit(
        key=key,
        prompt=say("Where in city {n}?", n=city + 1) if len(realm.cities) > 1 else say("Where?"),
        widget=city_widget(realm.seat, city),
        turns=fit_rotations(piece),
        options=options,
        secret=True,
        icon=icon,
        act=act,
        meaning=ANY_EMPTY_SQUARES,
    )


PlacementOptions = tuple[
    tuple[tuple[int, Option[str]], ...], tuple[Option[str], ...], tuple[Option[str], ...], tuple[Option[str], ...]
]


@cache
def _placement_options(piece: tuple[Square, ...], side: int) -> PlacementOptions:
    """Four sets of options for every placement: free ones with their masks, and those blocked by a building, by a
    grave, or because the piece lies there.
    """
    found = placements(piece, side).values()
    many = len(fit_rotations(piece)) > 1

    def blocked(reason: Message | None) -> tuple[Option[str], ...]:
        return tuple(Option(way.value, _placement_words(way.value, many), reason=reason) for way in found)

    free = zip((way.mask for way in found), blocked(None), strict=True)
    return tuple(free), blocked(BUILDING_THERE), blocked(GRAVE_THERE), blocked(STANDS_THERE)


def _placement_words(value: str, many: bool) -> Message:
    """A placement by its first square and how the piece is turned."""
    square, _, turn = value.rpartition(",")
    at = square_words(square)
    if not many:
        return at
    return (
        say("{square}, as printed", square=at),
        say("{square}, turned right", square=at),
        say("{square}, upside down", square=at),
        say("{square}, turned left", square=at),
    )[int(turn)]


@cache
def square_words(square: str) -> Message:
    """A square by row and column, counted from 1."""
    x, y = map(int, square.split(","))
    return say("Row {row}, col. {column}", row=y + 1, column=x + 1)


def square_option(square: str, reason: Message | None = None) -> Option[str]:
    """A square of a grid."""
    return Option(square, square_words(square), reason=reason)


def square_pick(
    realm: Realm,
    city: int,
    key: str,
    prompt: Message,
    options: Iterable[Option[str]],
    meaning: Wording | None,
) -> Place[str]:
    """The question for one of these squares of a city on a grid."""
    widget = city_widget(realm.seat, city)
    return Place[str](key=key, prompt=prompt, widget=widget, options=tuple(options), secret=True, meaning=meaning)


# -- which building --------------------------------------------------------------------------------------------------


def building_option(
    building: Building,
    square: str = "",
    reason: Message | None = None,
    hint: Message | None = None,
    name: Message | None = None,
) -> Option[str]:
    """A building by its key, or by one of its squares; ``name`` replaces the name of its kind."""
    icon = BUILDING_ICON[building.kind]
    return Option(square or building.key, name or building_words(building), reason=reason, hint=hint, icon=icon)


def own_names(realm: Realm) -> dict[str, Message]:
    """Names that tell the buildings of a city apart, by key; houses are left out."""
    return {one.key: brief for one, _, brief in called(realm)}


def ask_which_building(
    draft: Draft,
    key: str,
    prompt: Message,
    buildings: Sequence[Building],
    reason: Callable[[Building], Message | None],
    meaning: Wording,
) -> Generator[Question, Answer, str]:
    """Ask for a building: on its grid, or from a list on cardboard."""
    reasons = [(building, reason(building)) for building in buildings]
    names = own_names(draft.realm)
    if not draft.grids:
        named = tuple(
            building_option(one, reason=why, hint=_where(draft, one), name=names.get(one.key)) for one, why in reasons
        )
        return (yield from Pick[str](key=key, prompt=prompt, options=named, secret=True, meaning=meaning))

    def squares(city: int) -> Place[str]:
        here = ((one, why, names.get(one.key)) for one, why in reasons if one.city == city)
        options = (building_option(one, at, why, name=name) for one, why, name in here for at in one.at)
        return square_pick(draft.realm, city, key, prompt, options, meaning)

    city = yield from ask_city(draft.realm, lambda city: squares(city).blocked())
    at = yield from squares(city)
    return next(building.key for building in buildings if building.city == city and at in building.at)


def _where(draft: Draft, building: Building) -> Message | None:
    """The hint of a building: its city if there are several, and its graves; None if there is nothing to say."""
    city, graves = building.city + 1, graves_on(draft.realm, building)
    if len(draft.realm.cities) == 1:
        return say_n("{n} grave", "{n} graves", graves) if graves else None
    return say_n("City {city}, {n} grave", "City {city}, {n} graves", graves, city=city) if graves else city_name(city)
