"""Sites, saints and forecast of a realm."""

from __future__ import annotations

from companion.core.secrecy import BrokenSeal
from companion.core.widgets import AnyWidget, Bar, Card, Hand, Meter, Note
from companion.core.wording import Message, SeatName, Wording, say, say_n
from companion.games.antiquity.agenda import Over, PlacingGraves, SettingUp
from companion.games.antiquity.queries_city import has_working, storage_capacity
from companion.games.antiquity.queries_phases import grave_room
from companion.games.antiquity.queries_saints import CALCULATED, progress
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import Saint
from companion.games.antiquity.words import GOOD, ICON, SAINT, SITE
from companion.games.antiquity.words_realm import famine_words, pollution_words


def show_works(realm: Realm) -> list[AnyWidget]:
    """The sites with their goods, if there are any."""
    if not realm.works:
        return []
    cards = tuple(
        Card(
            works.key,
            SITE[works.site],
            (say_n("{n} {good} left", "{n} {good} left", works.left, good=GOOD[works.good]),),
            ICON[works.good],
        )
        for works in realm.works
    )
    title = say("Countryside of {who}", who=SeatName(realm.seat))
    return [Hand(key=f"sites-{realm.seat}", title=title, cards=cards, seat=realm.seat)]


def show_saints(state: State, realm: Realm) -> list[AnyWidget]:
    """Progress with each saint; the own patron is marked."""
    if isinstance(state.due, SettingUp):
        return []
    conquered = realm.seat in state.conquered
    saints: tuple[Saint, ...] = (*CALCULATED, "giorgio", "maria")
    bars = tuple(_bar(state, realm, saint, conquered) for saint in saints)
    title = say("Saints of {who}", who=SeatName(realm.seat))
    return [Meter(key=f"saints-{realm.seat}", title=title, bars=bars)]


def _bar(state: State, realm: Realm, saint: Saint, conquered: bool) -> Bar:
    """Progress with a saint; open where a hidden stock decides."""
    del state
    try:
        found = progress(realm, saint, conquered)
        value, top = found.have, found.need
    except BrokenSeal:
        value, top = None, 1
    return Bar(value, top, label=SAINT[saint], icon="crown", marked=saint == realm.saint)


def show_forecast(state: State, realm: Realm) -> list[AnyWidget]:
    """What the next phases will ask."""
    if isinstance(state.due, SettingUp | Over) or realm.out:
        return []
    try:
        lines = forecast(state, realm)
    except BrokenSeal:
        return []
    title = say("Forecast for {who}", who=SeatName(realm.seat))
    return [Note(key=f"forecast-{realm.seat}", title=title, lines=lines, icon="hourglass")]


def forecast(state: State, realm: Realm, fountains: int = 0) -> tuple[Wording, ...]:
    """Famine, pollution and storage with their sums. Dumps and stores are named only while manned: men return at All
    Rise.
    """
    famine = next_level(state, fountains)
    lines: list[Wording] = [
        say("Next: {sum}", sum=famine_words(famine, realm)),
        say("Next: {sum}", sum=pollution_words(realm)),
        _room_words(realm),
    ]
    if has_working(realm, "dump"):
        lines.append(say("Your dump keeps others' pollution out."))
    lines.append(say("{n} squares can still take a grave.", n=grave_room(realm)))
    return tuple(lines)


def next_level(state: State, fountains: int) -> int:
    """The famine level of the next phase 8; of the next turn once this turn's graves are due."""
    level, rises = max(0, state.famine - fountains), state.options["famine-rise"]
    unrisen = isinstance(state.due, PlacingGraves) and not state.due.polluted
    if rises == "before":
        return level + 1
    return level + 1 if unrisen else level


def _room_words(realm: Realm) -> Message:
    room = storage_capacity(realm)
    if room is None:
        return say("Storage without limit.")
    return say_n("Stores keep {n} good.", "Stores keep {n} goods.", room)
