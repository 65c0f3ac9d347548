"""Questions about squares: where a piece is laid, which building, which grave."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cache

from msgspec.structs import replace

from companion.core.questions import Answer, Fit, Option, Pick, Place, Question
from companion.core.wording import Message, say
from companion.games.antiquity.moves_orders import Spot
from companion.games.antiquity.piece_shapes import Square, fit_rotations, mask_of, placements
from companion.games.antiquity.queries_city import built_mask, empty_squares, graves_on
from companion.games.antiquity.reasons_building import BUILDING_THERE, GRAVE_THERE, city_reason
from companion.games.antiquity.reasons_city import NO_GRAVE
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.words import BUILDING_ICON, city_name
from companion.games.antiquity.words_realm import building_words

Asked = Generator[Question, Answer, Spot]
Cities = Generator[Question, Answer, int]


def city_widget(seat: int, city: int) -> str:
    """The key of the widget of a city, counted from 0."""
    return f"city-{seat}-{city + 1}"


def city_question(
    realm: Realm, reason: Callable[[int], Message | None], secret: bool, prompt: Message, key: str = "city"
) -> Pick[int]:
    """Which of the own cities."""
    options = tuple(
        Option(
            city,
            city_name(city + 1),
            reason=reason(city),
            hint=say("{n} empty squares", n=empty_squares(realm, city)),
            icon="city",
        )
        for city in range(len(realm.cities))
    )
    return Pick[int](key=key, prompt=prompt, options=options, secret=secret)


def ask_city(
    realm: Realm, reason: Callable[[int], Message | None], secret: bool, prompt: Message, key: str = "city"
) -> Cities:
    """Ask for a city; skipped where there is one."""
    if len(realm.cities) == 1:
        return 0
    return (yield from city_question(realm, reason, secret, prompt, key))


def ask_spot(
    draft: Draft,
    piece: tuple[Square, ...],
    icon: str,
    act: Message,
    besides: Spot | None = None,
    key: str = "",
) -> Asked:
    """Ask where a new piece goes; ``act`` is the text of the button, ``besides`` a single square that is taken too."""

    def no_room(city: int) -> Message | None:
        return _no_room(draft, piece, city, besides)

    city = yield from ask_city(draft.realm, no_room, True, say("In which city?"), f"{key}city")
    if not draft.grids:
        return Spot(city)
    taken = built_mask(draft.realm, city)
    if besides is not None and besides.city == city:
        taken |= mask_of([besides.way.rpartition(",")[0]])
    graves = mask_of(draft.realm.cities[city].graves)
    side = draft.realm.cities[city].side
    laid = placement_fit(draft.realm.seat, city, side, piece, taken, graves)
    return Spot(city, (yield from replace(laid, key=f"{key}at", icon=icon, act=act)))


def _no_room(draft: Draft, piece: tuple[Square, ...], city: int, besides: Spot | None) -> Message | None:
    reason = city_reason(draft, piece, city)
    if reason is None and besides is not None and besides.city == city and empty_squares(draft.realm, city) < 2:
        return say("There is no room for it.")
    return reason


def placement_fit(
    seat: int, city: int, side: int, piece: tuple[Square, ...], built: int, graves: int, here: int = 0
) -> Fit:
    """Every placement of a piece on a grid; ``here`` is where it lies now."""
    free, under, buried, stays = _placement_options(piece, side)
    options = tuple(
        stays[place] if mask == here else under[place] if mask & built else buried[place] if mask & graves else one
        for place, (mask, one) in enumerate(free)
    )
    return Fit(
        key="at",
        prompt=say("Where?"),
        widget=city_widget(seat, city),
        turns=fit_rotations(piece),
        options=options,
        secret=True,
    )


PlacementOptions = tuple[
    tuple[tuple[int, Option[str]], ...], tuple[Option[str], ...], tuple[Option[str], ...], tuple[Option[str], ...]
]


@cache
def _placement_options(piece: tuple[Square, ...], side: int) -> PlacementOptions:
    """The options of every placement, made once: free, over a building, over a grave, where it lies already."""
    found = placements(piece, side).values()
    many = len(fit_rotations(piece)) > 1
    stands = say("It stands there already.")

    def blocked(reason: Message | None) -> tuple[Option[str], ...]:
        return tuple(Option(way.value, _placement_words(way.value, many), reason=reason) for way in found)

    free = zip((way.mask for way in found), blocked(None), strict=True)
    return tuple(free), blocked(BUILDING_THERE), blocked(GRAVE_THERE), blocked(stands)


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
    return say("Row {row}, column {column}", row=y + 1, column=x + 1)


def ask_which_building(
    draft: Draft,
    key: str,
    prompt: Message,
    buildings: Sequence[Building],
    reason: Callable[[Building], Message | None],
) -> Generator[Question, Answer, str]:
    """Ask for a building: on its grid, or from a list on cardboard."""
    if not draft.grids:
        return (yield from building_list(draft, key, prompt, buildings, reason))

    def in_city(city: int) -> Message | None:
        return building_place(draft, key, prompt, city, buildings, reason).blocked()

    city = yield from ask_city(draft.realm, in_city, True, say("In which city?"))
    at = yield from building_place(draft, key, prompt, city, buildings, reason)
    return next(building.key for building in buildings if building.city == city and at in building.at)


def building_list(
    draft: Draft,
    key: str,
    prompt: Message,
    buildings: Sequence[Building],
    reason: Callable[[Building], Message | None],
) -> Pick[str]:
    """Buildings by name, with the city where there are several."""
    return Pick[str](
        key=key,
        prompt=prompt,
        options=tuple(
            Option(
                building.key,
                building_words(building),
                reason=reason(building),
                hint=_where(draft, building),
                icon=BUILDING_ICON[building.kind],
            )
            for building in buildings
        ),
        secret=True,
    )


def _where(draft: Draft, building: Building) -> Message:
    graves = graves_on(draft.realm, building)
    if graves:
        return say("City {n}, {graves} graves", n=building.city + 1, graves=graves)
    return city_name(building.city + 1)


def building_place(
    draft: Draft,
    key: str,
    prompt: Message,
    city: int,
    buildings: Sequence[Building],
    reason: Callable[[Building], Message | None],
) -> Place[str]:
    """All squares of the buildings of one city."""
    options: list[Option[str]] = []
    for building in buildings:
        if building.city == city:
            why, name = reason(building), building_words(building)
            options.extend(
                Option(square, name, reason=why, icon=BUILDING_ICON[building.kind]) for square in building.at
            )
    widget = city_widget(draft.realm.seat, city)
    return Place[str](key=key, prompt=prompt, widget=widget, options=tuple(options), secret=True)


def grave_targets(draft: Draft, city: int) -> tuple[Option[str], ...]:
    """Graves of a city: squares of the grid; on cardboard buildings, and ``-`` for a square without one."""
    found = draft.realm.cities[city]
    if draft.grids:
        under = {square: building_words(one) for one in draft.realm.buildings if one.city == city for square in one.at}
        return tuple(Option(square, under.get(square, square_words(square))) for square in found.graves)
    loose = (Option("-", say("A square without a building")),) if found.loose else ()
    return loose + tuple(
        Option(building.key, building_words(building), icon=BUILDING_ICON[building.kind])
        for building in draft.realm.buildings
        if building.city == city and building.graves
    )


def ask_grave_spot(
    draft: Draft, spots: Callable[[int], tuple[Option[str], ...]], prompt: Message
) -> Generator[Question, Answer, tuple[int, str, str]]:
    """Ask for a city and one of its ``spots``: the city, a square of a grid, the key of a building on cardboard."""

    def none_there(city: int) -> Message | None:
        return None if spots(city) else NO_GRAVE

    city = yield from ask_city(draft.realm, none_there, True, say("In which city?"))
    if draft.grids:
        widget = city_widget(draft.realm.seat, city)
        at = yield from Place[str](key="grave", prompt=prompt, widget=widget, options=spots(city), secret=True)
        return city, at, ""
    key = yield from Pick[str](key="grave", prompt=prompt, options=spots(city), secret=True)
    return city, "", "" if key == "-" else key
