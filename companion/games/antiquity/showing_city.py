"""The city maps: squares on a grid, or a list of buildings where the map is on cardboard."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Cell, Column, Grid, Ledger, LegendEntry, Row
from companion.core.wording import N_, Message, SeatName, say, verbatim
from companion.games.antiquity.asking_squares import city_widget
from companion.games.antiquity.queries_city import empty_squares, graves_in, graves_on, has_grave, in_city, is_working
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.words import BUILDING_ICON, SQUARE_LABEL
from companion.games.antiquity.words_realm import building_words

LEGEND = (
    LegendEntry("house", say("House")),
    LegendEntry("works", say("Works")),
    LegendEntry("idle", say("Without a man", short=N_("No man"))),
    LegendEntry("stopped", say("Put out of action", short=N_("Stopped"))),
    LegendEntry("grave", say("Grave"), "grave"),
)

NO_MAN = verbatim("-")
"""The column of men where none is needed; not the mark of an unknown number."""


def city_title(realm: Realm, city: int) -> Message:
    """The owner and number of a city."""
    if len(realm.cities) == 1:
        return say("City of {who}", who=SeatName(realm.seat))
    return say("City {n} of {who}", n=city + 1, who=SeatName(realm.seat))


def show_cities(realm: Realm, grids: bool, secret: bool) -> list[AnyWidget]:
    """Every city of a realm; ``secret`` for the viewer's own plan."""
    cities = range(len(realm.cities))
    if grids:
        return [_grid(realm, city, secret) for city in cities]
    return [_list(realm, city, secret) for city in cities]


def _grid(realm: Realm, city: int, secret: bool) -> Grid:
    side = realm.cities[city].side
    cells: dict[str, Cell] = {}
    for building in in_city(realm, city):
        for square in building.at:
            cells[square] = _cell(square, building_state(realm, building), building)
    for square in realm.cities[city].graves:
        x, y = map(int, square.split(","))
        cells[square] = Cell(x, y, "grave", "grave", say("Grave", short=N_("Grave")))
    return Grid(
        key=city_widget(realm.seat, city),
        title=city_title(realm, city),
        width=side,
        height=side,
        cells=tuple(cells.values()),
        legend=LEGEND,
        secret=secret,
    )


def _cell(square: str, fill: str, building: Building) -> Cell:
    x, y = map(int, square.split(","))
    label = say("{n}", n=building.number) if building.kind == "house" else SQUARE_LABEL[building.kind]
    return Cell(x, y, fill, BUILDING_ICON[building.kind], label)


def building_state(realm: Realm, building: Building) -> str:
    """The state of a building, as a kind of the legend."""
    if building.kind == "house":
        return "house"
    if has_grave(realm, building):
        return "stopped"
    return "works" if is_working(realm, building) else "idle"


def _list(realm: Realm, city: int, secret: bool) -> Ledger:
    """The buildings of a city on cardboard, and its empty squares."""
    rows = [
        Row(
            (building.manned if PIECES[building.kind].needs_man else NO_MAN, graves_on(realm, building)),
            label=building_words(building),
            marked=is_working(realm, building),
            out=has_grave(realm, building),
        )
        for building in in_city(realm, city)
        if building.kind != "house"
    ]
    empty = say("Empty squares: {n}", n=empty_squares(realm, city), short=N_("Empty: {n}"))
    rows.append(Row((NO_MAN, graves_in(realm, city)), label=empty))
    return Ledger(
        key=city_widget(realm.seat, city),
        title=city_title(realm, city),
        columns=(Column(say("Man"), "man"), Column(say("Graves"), "grave")),
        rows=tuple(rows),
        secret=secret,
    )
