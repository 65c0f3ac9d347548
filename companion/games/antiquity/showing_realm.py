"""A realm as everybody sees it."""

from __future__ import annotations

from companion.core.secrecy import BrokenSeal
from companion.core.widgets import AnyWidget, Bar, Card, Cell, Column, Grid, Hand, Ledger, LegendEntry, Meter, Note, Row
from companion.core.wording import N_, Message, SeatName, Wording, say, say_n, verbatim
from companion.games.antiquity import queries, storage
from companion.games.antiquity.famine import famine_words, grave_room
from companion.games.antiquity.pollution import pollution_words
from companion.games.antiquity.squares import city_widget
from companion.games.antiquity.state import Building, Over, PlacingGraves, Realm, SettingUp, State
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.victory import known_progress
from companion.games.antiquity.words import BUILDING_ICON, ICON, SAINT, SITE, SQUARE_LABEL, building_words, quantity

LEGEND = (
    LegendEntry("house", say("House")),
    LegendEntry("works", say("Works")),
    LegendEntry("idle", say("Without a man", short=N_("No man"))),
    LegendEntry("stopped", say("Put out of action", short=N_("Stopped"))),
    LegendEntry("grave", say("Grave"), "grave"),
)

NO_MAN = verbatim("-")
"""The text in the column of men for a building that needs none; differs from that of an unknown number."""


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
    for building in queries.in_city(realm, city):
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
        seat=realm.seat,
    )


def _cell(square: str, fill: str, building: Building) -> Cell:
    x, y = map(int, square.split(","))
    label = say("{n}", n=building.number) if building.kind == "house" else SQUARE_LABEL[building.kind]
    return Cell(x, y, fill, BUILDING_ICON[building.kind], label)


def building_state(realm: Realm, building: Building) -> str:
    """The state of a building, as a kind of the legend."""
    if building.kind == "house":
        return "house"
    if queries.has_grave(realm, building):
        return "stopped"
    return "works" if queries.is_working(realm, building) else "idle"


def _list(realm: Realm, city: int, secret: bool) -> Ledger:
    """The buildings of a city on cardboard, and its empty squares."""
    rows = [
        Row(
            (building.manned if PIECES[building.kind].needs_man else NO_MAN, queries.graves_on(realm, building)),
            label=building_words(building),
            marked=queries.is_working(realm, building),
            out=queries.has_grave(realm, building),
        )
        for building in queries.in_city(realm, city)
        if building.kind != "house"
    ]
    empty = say("Empty squares: {n}", n=queries.empty_squares(realm, city), short=N_("Empty: {n}"))
    rows.append(Row((NO_MAN, queries.graves_in(realm, city)), label=empty))
    return Ledger(
        key=city_widget(realm.seat, city),
        title=city_title(realm, city),
        columns=(Column(say("Man"), "man"), Column(say("Graves"), "grave")),
        rows=tuple(rows),
        secret=secret,
        seat=realm.seat,
    )


def show_works(realm: Realm) -> list[AnyWidget]:
    """The sites with their goods, if there are any."""
    if not realm.works:
        return []
    cards = tuple(
        Card(
            works.key,
            SITE[works.site],
            (say("Left: {goods}", goods=quantity(works.left, works.good)),),
            ICON[works.good],
        )
        for works in realm.works
    )
    title = say("Countryside of {who}", who=SeatName(realm.seat))
    return [Hand(key=f"sites-{realm.seat}", title=title, cards=cards, seat=realm.seat)]


def show_saints(state: State, realm: Realm) -> list[AnyWidget]:
    """Progress with each saint, unknown if it depends on a hidden stock; the realm's patron is marked."""
    if isinstance(state.due, SettingUp):
        return []
    bars = []
    for saint, name in SAINT.items():
        found = known_progress(state, realm, saint)
        have, need = (found.have, found.need) if found else (None, 1)
        bars.append(Bar(have, need, label=name, icon="crown", marked=saint == realm.saint))
    title = say("Saints of {who}", who=SeatName(realm.seat))
    return [Meter(key=f"saints-{realm.seat}", title=title, bars=tuple(bars), seat=realm.seat)]


def show_forecast(state: State, realm: Realm) -> list[AnyWidget]:
    """What the next phases will cost a realm, as a note; empty if the viewer does not know its stock."""
    if isinstance(state.due, SettingUp | Over) or realm.out:
        return []
    try:
        lines = forecast(state, realm)
    except BrokenSeal:
        return []
    title = say("Forecast for {who}", who=SeatName(realm.seat))
    return [Note(key=f"forecast-{realm.seat}", title=title, lines=lines, icon="hourglass", seat=realm.seat)]


def forecast(state: State, realm: Realm, fountains: int = 0) -> tuple[Wording, ...]:
    """The lines about famine, pollution and storage with their calculations. Dumps and stores count only with a man in
    them now.
    """
    lines: list[Wording] = [
        say("Next: {sum}", sum=famine_words(next_famine(state, fountains), realm)),
        say("Next: {sum}", sum=pollution_words(realm)),
        _room_words(realm),
    ]
    if queries.has_working(realm, "dump"):
        lines.append(say("Your dump keeps others' pollution out."))
    lines.append(say_n("{n} square can still take a grave.", "{n} squares can still take a grave.", grave_room(realm)))
    return tuple(lines)


def next_famine(state: State, fountains: int = 0) -> int:
    """The famine level that the next phase 8 uses; that of the next turn once this turn's graves are due."""
    unrisen = isinstance(state.due, PlacingGraves) and not state.due.polluted
    return max(0, state.famine - fountains) + (unrisen or state.options["famine-rise"] == "before")


def _room_words(realm: Realm) -> Message:
    room = storage.storage_capacity(realm)
    if room is None:
        return say("Storage without limit.")
    return say_n("Stores keep {n} good.", "Stores keep {n} goods.", room)
