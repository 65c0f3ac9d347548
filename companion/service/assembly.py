"""Putting the parts of the service together: from a log, the games and devices to a table that is open."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from msgspec import structs

from companion.first_contact.setup_record import SetupMistake
from companion.first_contact.setup_window import SetupWindow
from companion.keeping.copier import Copier
from companion.keeping.copier_state import PlayStatus
from companion.library import Library
from companion.locale import speaker
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.render.display_names import display_names
from companion.service.asking.sender import Handlers
from companion.service.asking.taking import Looking
from companion.service.device_view import ViewSources
from companion.service.loop import Loop
from companion.service.panel.displays.display_threads import DisplayThreads
from companion.service.panel.displays.join_steps import Joining
from companion.service.panel.places.wifi_question import OwnWifi
from companion.service.panel.table_devices import TableDevices
from companion.service.periodic_work import PeriodicWork
from companion.service.play.running_play import WholeLog
from companion.service.rooms import Rooms
from companion.service.screens.moment_views import MomentViews
from companion.service.screens.page_streams import PageStreams
from companion.service.screens.streams import Broadcast, PairedScreens
from companion.service.seats.cards_at_seats import CardsAtSeats
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import ExternalPin, HostPins, HostRoles
from companion.service.seats.pin_ways import PinWays
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seating import Seats
from companion.service.seats.table_setup import SetupState, TableSetup
from companion.service.session.boxes.box_editor import BoxEditor, Loans
from companion.service.session.past.kept_accounts import KeptAccounts
from companion.service.session.past.past_plays import PastPlays
from companion.service.session.photos import Photos
from companion.service.session.printed_plays import PrintedPlays, PrintState
from companion.service.session.sending.club_cards import ClubCards
from companion.service.session.sending.club_reporting import ClubReporter, ClubReporting, MakeReporter
from companion.service.session.sending.room_publishing import MakePublisher, RoomPublisher, RoomPublishing, Watched
from companion.service.session.session import Session
from companion.service.session.setup_mistakes import SetupMistakes
from companion.service.session.table_identity import NoKeys, OwnKeys, TableIdentity
from companion.service.session.table_language import TableLanguage
from companion.service.session.table_settings import TableSettings
from companion.service.session.wifi_joining import HomeNetworks, WifiJoining
from companion.service.table import Table
from hardware.ports import Devices, Simulator

NO_WAYS = PinWays()
JOINS = 20
"""How often a seat may change hands in a minute."""


@dataclass
class RunningTable:
    """A running table. ``close`` ends its threads in the order in which nobody waits for anybody.

    ``publisher`` tells the room around it, where the settings name a broker, ``reporter`` the club, where they name
    one. ``library`` and ``simulator`` are for the pages that write score sheets and that show simulated devices.
    """

    table: Table
    library: Library
    loop: Loop
    rooms: Rooms
    displays: DisplayThreads
    devices: Devices
    broadcast: Broadcast
    clock: Clock
    settings: TableSettings
    setup: SetupMistakes
    roles: HostRoles
    copier: Copier | None = None
    simulator: Simulator | None = None
    publisher: RoomPublisher | None = None
    reporter: ClubReporter | None = None

    def found_elsewhere(self) -> None:
        """The table has another address, or a Wi-Fi of its own: every screen that says so is to be drawn anew."""
        self.loop.post(self.rooms.state.touch)

    def close(self) -> None:
        self.broadcast.close_all()
        for sends in (self.publisher, self.reporter):
            if sends is not None:
                sends.close()
        if self.copier is not None:
            self.copier.close()
        self.loop.close()
        self.rooms.running.write_down()
        self.displays.close()
        self.devices.close()


def open_table(
    log: Log,
    library: Library,
    devices: Devices,
    clock: Clock,
    *,
    joining: Callable[[], Joining],
    language: str = "",
    system_language: str = "en",
    simulator: Simulator | None = None,
    copier: Copier | None = None,
    secret: Callable[[int], bytes] = secrets.token_bytes,
    wifi: OwnWifi | None = None,
    networks: HomeNetworks | None = None,
    mistakes: Sequence[SetupMistake] = (),
    pin: str = "",
    written: ExternalPin | None = None,
    ways: PinWays = NO_WAYS,
    shows_pin: bool = False,
    window: SetupWindow | None = None,
    publisher: MakePublisher | None = None,
    reporter: MakeReporter | None = None,
    keys: OwnKeys | None = None,
) -> RunningTable:
    """Open the table where the log ends, with its threads running. ``language`` is that of the settings, if any,
    ``system_language`` that of the machine. ``pin`` is the host's PIN of the settings, ``written`` where one of
    ``companion pin`` is found, ``ways`` are those to a PIN, ``shows_pin``: so does the screen of the machine while
    nobody is host; ``window`` is when the table may be set up without one. ``mistakes`` is what was not taken over of
    the owner's file. ``publisher`` makes what tells the room around the table, ``reporter`` what tells the club;
    ``keys`` are those that a copied card has twice.
    """
    rooms = Rooms(clock, log.settings, secret, library.meta)
    pins = HostPins(clock, secret, pin, written)
    hosts = frozenset(log.settings.get("hosts", []))
    roles = HostRoles(pins, hosts, lambda hosts: log.settings.put("hosts", sorted(hosts)))
    spoken = TableLanguage(log.settings, language, system_language)
    seats = _seats(rooms, log, roles, clock, secret, spoken)
    evening = EveningHost(rooms.seats, rooms.running, clock, seats.seats_of)
    session = Session(rooms, seats, log, library, clock, copier, secret)
    accounts = KeptAccounts(log, library, rooms.running)
    session.resume()
    # The power may have gone between the last move and its account.
    accounts.keep()
    broadcast = Broadcast(rooms.moment, clock)
    setup = SetupMistakes(mistakes, log.settings, rooms.state.touch)
    wired = TableDevices(
        devices,
        rooms,
        broadcast,
        log.settings,
        roles,
        wifi,
        clock,
        joining=lambda: replace(joining(), mistakes=setup.shown),
        speaker=lambda: speaker(spoken.now, broadcast.moment.gathering.names),
        display_speaker=lambda: speaker(spoken.now, display_names(broadcast.moment.gathering.names)),
        nonce=lambda: secret(12).hex(),
        post=lambda act: loop.post(act),
    )
    played = bool(log.plays("playing", "over"))
    first = TableSetup(rooms.state.part(SetupState()), rooms.running, roles, clock, window, played)
    work = PeriodicWork(rooms, wired, broadcast, clock, first, lambda: streams.look_around())
    screens = PairedScreens(log.settings, clock, lambda: loop.post(rooms.state.touch))
    settings = TableSettings(rooms.state.touch, log, clock, screens, copier, spoken)
    loop = Loop(after=work.publish, idle=work.idle, patience=work.patience, broken=rooms.running.note_rules_bug)
    archive = PastPlays(log, library, lambda: broadcast.moment.gathering.play_id)
    photos = Photos(rooms.running, log, clock, lambda: broadcast.moment)
    printed = PrintedPlays(
        rooms.state.part(PrintState()),
        rooms.running,
        session,
        library,
        log,
        lambda: broadcast.moment,
        lambda token: bool(seats.seats_of(token)) or roles.is_host(token),
    )
    seats.listen(printed.take_over)
    roles.listen(printed.take_over)
    boxes = BoxEditor(log, library.games, lambda: broadcast.moment.game_on_table, Loans(clock, secret))
    streams = PageStreams(rooms.attendance, rooms.settle, seats, roles, loop, broadcast, screens, evening)
    joins = WifiJoining(networks, rooms.state.touch)
    watched = Watched(
        lambda: broadcast.moment,
        lambda names: speaker(spoken.now, broadcast.moment.gathering.names if names else {}),
        lambda: loop.post(rooms.state.touch),
    )
    published = publisher(watched) if publisher is not None else None
    publishing = RoomPublishing(published, log.settings, rooms.state.touch)
    reports = reporter(lambda: loop.post(rooms.state.touch)) if reporter is not None else None
    reporting = ClubReporting(reports, log.due_reports, log.settings, rooms.state.touch)
    sending = (publishing, reporting, ClubCards(seats.cards, log.due_reports, clock, rooms.state.touch))
    identity = TableIdentity(keys or NoKeys(), published, reports, rooms.state.touch)
    pages = (session, settings, photos, printed, boxes, streams, joins, setup, identity)
    apart = (*pages, *sending, wired.test, wired.voice)
    _serve(rooms, seats, evening, first, *apart)
    views, whole_log = MomentViews(lambda: broadcast.moment), WholeLog(rooms.running, loop)
    looking = Looking(views, whole_log, archive, *apart)
    sources = ViewSources(
        seats=seats,
        setup=first,
        pin_ways=lambda: structs.replace(ways, screen=shows_pin and roles.nobody),
    )
    table = Table(loop, rooms, seats, roles, evening, looking, streams, sources)

    loop.start()
    wired.start()
    if simulator is not None:
        simulator.listen(lambda _place: broadcast.picture_changed())
    loop.post(rooms.state.touch)
    if copier is not None:
        _look_after(copier, archive, rooms, loop, broadcast)
    if published is not None:
        broadcast.listen(published.wake)
        published.start()
    if reports is not None:
        reports.start()
    return RunningTable(
        table,
        library,
        loop,
        rooms,
        wired.displays,
        devices,
        broadcast,
        clock,
        settings,
        setup,
        roles,
        copier,
        simulator,
        published,
        reports,
    )


def _seats(
    rooms: Rooms,
    log: Log,
    roles: HostRoles,
    clock: Clock,
    secret: Callable[[int], bytes],
    spoken: TableLanguage,
) -> Seats:
    return Seats(
        rooms.seats,
        rooms.running,
        rooms.attendance,
        rooms.leaving,
        rooms.moving,
        rooms.ballots.ask_seat,
        log,
        roles,
        RateLimits(clock, JOINS, 60.0),
        secret,
        spoken.phone_sits_down,
        CardsAtSeats(rooms.seats, rooms.running, log),
    )


class Handling(Protocol):
    """A room of the service that takes requests."""

    def handlers(self) -> Handlers: ...


def _serve(rooms: Rooms, *served: Handling) -> None:
    """Let these rooms too take their requests."""
    for room in served:
        rooms.serve(room.handlers())


def _look_after(copier: Copier, archive: PastPlays, rooms: Rooms, loop: Loop, broadcast: Broadcast) -> None:
    """Let the copier see what the table publishes, and the table what the copier finds."""

    def seen() -> PlayStatus:
        moment = broadcast.moment
        if moment.play is None:
            return PlayStatus()
        entries, over = sum(moment.play.accepted.values()), moment.phase == "over"
        return PlayStatus(moment.play.id, entries, over, moment.play.awaited.secret)

    def repaired() -> None:
        """Rows were put back from a copy: earlier evenings are read anew, and the play on the table."""
        archive.read_again()
        loop.post(rooms.running.read_again)

    copier.start(seen, lambda: loop.post(lambda: rooms.notices.warn(copier.view.warning)), repaired)
