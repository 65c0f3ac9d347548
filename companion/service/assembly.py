"""The composition root of a table: a log, games and devices become a table that is open.

Every part is built after those it uses and is given them by name. Two parts that use each other are connected
afterwards, with ``connect`` or ``listen``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs

from companion.core.setup import Meta
from companion.first_contact.setup_record import SetupMistake
from companion.first_contact.setup_window import SetupWindow
from companion.keeping.copier import Copier
from companion.library import Library
from companion.plays.log.log import Log
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.guided_setup import SERVICE as SET_UP
from companion.service.agreement.guided_setup import GuidedSetup
from companion.service.agreement.proposals import Proposals
from companion.service.agreement.seat_votes import GoingOn, SeatMoves
from companion.service.agreement.secret_time import SecretTime
from companion.service.agreement.undoing import Undoing, WhileAway
from companion.service.agreement.votes import MISSED, VOTE, WITHDRAW
from companion.service.audit.audit_questions import SERVICE as AUDIT
from companion.service.audit.fact_corrections import FactCorrections
from companion.service.audit.fact_proposal import SERVICE as FACT
from companion.service.audit.running_audit import Counting, RunningAudit
from companion.service.clock.quiet_hours import QuietHours
from companion.service.clock.turn_clock import RunningClock
from companion.service.device_view import ViewSources
from companion.service.loop import Loop
from companion.service.panel.displays import DisplayThreads, DisplayUpdates
from companion.service.panel.joining import Joining, OwnWifi, WifiQuestion
from companion.service.panel.key_answers import KeyAnswers
from companion.service.panel.keyboard import Keyboard
from companion.service.panel.place_states import PlaceStates
from companion.service.panel.remote_keys import RemoteKeys
from companion.service.panel.signals import Signals
from companion.service.panel.table_devices import TableDevices
from companion.service.panel.table_voice import TableVoice
from companion.service.panel.tags.tag_answers import TagAnswers
from companion.service.panel.tags.tag_teaching import TagTeaching
from companion.service.panel.tags.taught_tags import TaughtTags, component_name
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.panel.wiring.pod_pairing import PodPairing
from companion.service.play.answers import Answers, Moves
from companion.service.play.notices import Notices
from companion.service.play.reading import Reading
from companion.service.play.running_play import RunningPlay
from companion.service.rooms import Rooms
from companion.service.screens.moment import Moments
from companion.service.screens.streams import Broadcast, PageStreams, PairedScreens
from companion.service.seats.attendance import Attendance, Departures, Presence
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import ExternalPin, HostPins, HostRoles, PinWays, stored_roles
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seat_transfer import SeatTransfers
from companion.service.seats.seating import CardsAtSeats, Seats
from companion.service.seats.seats_state import SeatsState
from companion.service.seats.table_setup import SetupState, TableSetup
from companion.service.session.box_editor import BoxEditor, Loans
from companion.service.session.past_plays import KeptAccounts, PastPlays
from companion.service.session.photos import Photos
from companion.service.session.printed_plays import PrintedPlays, PrintState
from companion.service.session.sending import (
    ClubCards,
    ClubReporting,
    MakePublisher,
    MakeReporter,
    RoomPublishing,
    Watched,
)
from companion.service.session.session import PuttingAway, Session
from companion.service.session.table_identity import NoKeys, OwnKeys, TableIdentity
from companion.service.session.table_settings import SetupMistakes, TableLanguage, TableSettings, TableSpeakers
from companion.service.session.wifi_joining import HomeNetworks, WifiJoining
from companion.service.table import PeriodicWork, RunningTable, Table
from companion.service.table_state import StateHolder
from hardware.ports import Devices, Simulator, place_of

JOINS = 20
"""How often a seat may change hands in a minute."""


NO_WAYS = PinWays()
BROKER = "mqtt"
"""The driver of buttons that tell a broker; their presses come from afar."""


@dataclass(frozen=True, kw_only=True)
class AdminAccess:
    """How people become admin: with the ``pin`` of the settings, one that ``companion pin`` has ``written``, or one on
    the screen of the machine (``shows_pin``), while nobody is admin. ``ways`` describes these; while ``window`` is open
    the table may be set up without a PIN.
    """

    pin: str = ""
    written: ExternalPin | None = None
    ways: PinWays = NO_WAYS
    shows_pin: bool = False
    window: SetupWindow | None = None


NO_ACCESS = AdminAccess()


@dataclass(frozen=True, kw_only=True)
class TableParts:
    """What a table is built from.

    ``joining`` gives what the panel shows while people come, ``secret(n)`` n random bytes, ``mistakes`` what was not
    taken over of the owner's file. ``publisher`` and ``reporter`` make what sends to a broker and to a club; ``keys``
    are those that a copied card has twice. ``loop`` and ``displays`` are not started yet.
    """

    log: Log
    library: Library
    devices: Devices
    displays: DisplayThreads
    loop: Loop
    clock: Clock
    language: TableLanguage
    joining: Callable[[], Joining]
    secret: Callable[[int], bytes] = secrets.token_bytes
    access: AdminAccess = NO_ACCESS
    simulator: Simulator | None = None
    copier: Copier | None = None
    wifi: OwnWifi | None = None
    networks: HomeNetworks | None = None
    mistakes: Sequence[SetupMistake] = ()
    publisher: MakePublisher | None = None
    reporter: MakeReporter | None = None
    keys: OwnKeys | None = None


def open_table(given: TableParts) -> RunningTable:
    """Open the table where the log ends, with its threads running."""
    log, clock, loop, secret = given.log, given.clock, given.loop, given.secret
    rooms = make_rooms(clock=clock, settings=log.settings, secret=secret, meta=given.library.meta)
    running, touch = rooms.running, rooms.state.touch
    redraw = partial(loop.post, touch)
    pins = HostPins(clock, secret, given.access.pin, given.access.written)
    roles = stored_roles(pins, log.settings)
    seats = _make_seats(given, rooms=rooms, roles=roles)
    rooms.proposals.seats_of = seats.seats_of
    evening = EveningHost(part=rooms.seats, clock=clock, seats_of=seats.seats_of)
    session = _resume_session(given, rooms=rooms, seats=seats, evening=evening)

    broadcast = Broadcast(rooms.moment, clock)
    rooms.secret_time.connect(lambda: broadcast.moment.serial, broadcast.sent_to)
    speakers = TableSpeakers(given.language, broadcast)
    setup = SetupMistakes(given.mistakes, log.settings, touch)
    first = _make_setup(given, rooms=rooms, roles=roles)
    wired = _make_devices(given, rooms=rooms, broadcast=broadcast, roles=roles, speakers=speakers, setup=setup)
    screens = PairedScreens(log.settings, clock, redraw)
    streams = PageStreams(
        attendance=rooms.attendance,
        settle=rooms.settle,
        seats=seats,
        roles=roles,
        loop=loop,
        broadcast=broadcast,
        screens=screens,
        evening=evening,
    )
    loop.connect(
        PeriodicWork(rooms=rooms, devices=wired, broadcast=broadcast, clock=clock, setup=first, streams=streams)
    )

    settings = TableSettings(
        changed=touch, log=log, clock=clock, screens=screens, copier=given.copier, language=given.language
    )
    watched = Watched(lambda: broadcast.moment, speakers.published, redraw)
    publisher = given.publisher(watched) if given.publisher is not None else None
    reporter = given.reporter(redraw) if given.reporter is not None else None
    sources = ViewSources(
        broadcast=broadcast,
        loop=loop,
        library=given.library,
        devices=given.devices,
        running=running,
        reading=rooms.reading,
        seats=seats,
        setup=first,
        pin_ways=lambda: structs.replace(given.access.ways, screen=given.access.shows_pin and roles.nobody),
        streams=streams,
        settings=settings,
        mistakes=setup,
        hardware_test=wired.test,
        voice=wired.voice,
        remote=wired.remote,
        tags=wired.tags.teaching,
        past=PastPlays(log, given.library, on_table=lambda: broadcast.moment.gathering.play_id),
        photos=Photos(running=running, log=log, clock=clock, broadcast=broadcast),
        prints=_make_printed_plays(given, rooms=rooms, session=session, broadcast=broadcast, seats=seats, roles=roles),
        boxes=BoxEditor(log, given.library.games, lambda: broadcast.moment.game_on_table, Loans(clock, secret)),
        wifi=WifiJoining(given.networks, touch),
        identity=TableIdentity(given.keys or NoKeys(), publisher, reporter, touch),
        publishing=RoomPublishing(publisher, log.settings, touch),
        reporting=ClubReporting(reporter, log.due_reports, log.settings, touch),
        cards=ClubCards(seats.cards, log.due_reports, clock, touch),
    )
    own = (seats, evening, first, session, settings, streams, setup, wired.test, wired.voice, wired.remote)
    shown = (sources.past, sources.photos, sources.prints, sources.boxes, sources.wifi, sources.identity)
    for room in (*own, wired.tags.teaching, *shown, sources.publishing, sources.reporting, sources.cards):
        rooms.serve(room.handlers())

    opened = RunningTable(
        table=Table(
            loop=loop,
            rooms=rooms,
            seats=seats,
            roles=roles,
            evening=evening,
            streams=streams,
            sources=sources,
        ),
        library=given.library,
        loop=loop,
        rooms=rooms,
        wired=wired,
        devices=given.devices,
        broadcast=broadcast,
        clock=clock,
        settings=settings,
        setup=setup,
        roles=roles,
        archive=sources.past,
        copier=given.copier,
        simulator=given.simulator,
        publisher=publisher,
        reporter=reporter,
    )
    opened.start()
    return opened


def _make_seats(given: TableParts, *, rooms: Rooms, roles: HostRoles) -> Seats:
    """The seats of the table."""
    return Seats(
        part=rooms.seats,
        running=rooms.running,
        attendance=rooms.attendance,
        leaving=rooms.leaving,
        moving=rooms.moving,
        ask_seat=rooms.ballots.ask_seat,
        log=given.log,
        roles=roles,
        joins=RateLimits(given.clock, JOINS, 60.0),
        secret=given.secret,
        phone_sits_down=given.language.phone_sits_down,
        cards=CardsAtSeats(rooms.seats, rooms.running, given.log),
    )


def _resume_session(given: TableParts, *, rooms: Rooms, seats: Seats, evening: EveningHost) -> Session:
    """The session, with the play that was on when the table was closed."""
    log, library = given.log, given.library
    session = Session(
        rooms=rooms,
        seats=seats,
        chooses=evening.chooses,
        log=log,
        library=library,
        clock=given.clock,
        copier=given.copier,
        secret=given.secret,
    )
    rooms.ballots.decide("put-away", PuttingAway(session))
    session.resume()
    # The power may have failed between the last move and its account.
    KeptAccounts(log, library, rooms.running).keep()
    return session


def _make_setup(given: TableParts, *, rooms: Rooms, roles: HostRoles) -> TableSetup:
    """Setting up a new table from a phone."""
    return TableSetup(
        part=rooms.state.part(SetupState()),
        running=rooms.running,
        roles=roles,
        clock=given.clock,
        window=given.access.window,
        played=bool(given.log.plays("playing", "over")),
    )


def _make_printed_plays(
    given: TableParts, *, rooms: Rooms, session: Session, broadcast: Broadcast, seats: Seats, roles: HostRoles
) -> PrintedPlays:
    """Plays on printed sheets; they follow who sits at the table."""
    printed = PrintedPlays(
        part=rooms.state.part(PrintState()),
        running=rooms.running,
        session=session,
        library=given.library,
        log=given.log,
        broadcast=broadcast,
        seats=seats,
        roles=roles,
    )
    seats.listen(printed.take_over)
    roles.listen(printed.take_over)
    return printed


def make_rooms(
    *, clock: Clock, settings: Settings, secret: Callable[[int], bytes], meta: Callable[[str], Meta | None]
) -> Rooms:
    """The rooms that a play passes through. ``secret(n)`` gives n random bytes, ``meta`` the game with a key."""
    state = StateHolder()
    notices = Notices(state)
    running = RunningPlay(state, notices, settings)
    reading = Reading(state, running)
    moves = Moves(running)
    seats = state.part(SeatsState())
    leaving = Departures(seats, settings)
    presence = Presence(clock, settings)
    moving = SeatTransfers(seats, clock, secret)
    attendance = Attendance(part=seats, clock=clock, running=running, presence=presence, leaving=leaving)
    proposals = Proposals(state, clock, seats)
    turn_clock = RunningClock(clock, settings, state, proposals.tell)
    quiet = QuietHours(clock, settings, state.touch)
    ballots = Ballots(state, clock, running, leaving, notices)
    undoing = Undoing(ballots, running, moves, attendance, leaving, notices)
    going_on = GoingOn(ballots, running, moves, attendance, leaving, notices)
    seat_moves = SeatMoves(ballots, moving, attendance)
    while_away = WhileAway(running, leaving, undoing)
    auditing = RunningAudit(state, clock, running, attendance, ballots, notices, settings)
    counting = Counting(auditing=auditing, running=running, attendance=attendance, leaving=leaving, ballots=ballots)
    facts = FactCorrections(state, clock, running, attendance, ballots, notices)
    secret_time = SecretTime(state, clock, running, moves, ballots, turn_clock, settings)
    guided = GuidedSetup(state, running, moves, notices, reading, settings)
    moments = Moments(
        state=state,
        clock=clock,
        attendance=attendance,
        moving=moving,
        turn_clock=turn_clock,
        quiet=quiet,
        ballots=ballots,
        while_away=while_away,
        meta=meta,
    )
    answers = Answers(running, moves, moments.asked)

    answers.listen(attendance.acted)
    answers.listen(secret_time.acted)
    answers.serve(VOTE, ballots.vote)
    answers.serve(WITHDRAW, ballots.withdraw)
    answers.serve(MISSED, while_away.answer)
    answers.serve(FACT, facts.answer, facts.back)
    answers.serve(AUDIT, counting.answer, counting.back)
    answers.serve(SET_UP, guided.answer)
    attendance.listen(ballots.is_there)
    ballots.decide("undo", undoing)
    ballots.decide("back", undoing)
    ballots.decide("skip", going_on)
    ballots.decide("leave", going_on)
    ballots.decide("swap", seat_moves)
    ballots.decide("audit", auditing)
    ballots.decide("fact", facts)
    going_on.wait_while(lambda: auditing.goes_on)
    for follower in (leaving, ballots, moments, auditing, facts, guided):
        running.follow(follower.follow)
    rooms = Rooms(
        state=state,
        notices=notices,
        running=running,
        reading=reading,
        seats=seats,
        leaving=leaving,
        presence=presence,
        moving=moving,
        attendance=attendance,
        turn_clock=turn_clock,
        quiet=quiet,
        ballots=ballots,
        going_on=going_on,
        seat_moves=seat_moves,
        auditing=auditing,
        facts=facts,
        secret_time=secret_time,
        guided=guided,
        proposals=proposals,
        moments=moments,
    )
    for room in (
        answers,
        moves,
        reading,
        turn_clock,
        ballots,
        undoing,
        going_on,
        seat_moves,
        auditing,
        counting,
        facts,
        secret_time,
        guided,
        proposals,
    ):
        rooms.serve(room.handlers())
    return rooms


def _make_devices(
    given: TableParts,
    *,
    rooms: Rooms,
    broadcast: Broadcast,
    roles: HostRoles,
    speakers: TableSpeakers,
    setup: SetupMistakes,
) -> TableDevices:
    """The keys, displays, lamps, buzzers, pods and the voice of the table."""
    devices, displays, clock, post = given.devices, given.displays, given.clock, given.loop.post
    changed, on_displays = broadcast.picture_changed, speakers.on_displays

    def pods_changed() -> None:
        rooms.state.touch()
        changed()

    states = PlaceStates(displays.places, clock, on_displays, devices.keys)
    question = WifiQuestion(given.wifi, clock)
    pairing = PodPairing(
        devices.pod_seating, settings=given.log.settings, post=post, speaker=on_displays, changed=pods_changed
    )
    test = HardwareTest(devices, clock, rooms.quiet, pairing, changed=changed, post=post)
    updates = DisplayUpdates(
        rooms=rooms,
        screens=displays,
        states=states,
        pins=roles.pins,
        wifi=question,
        clock=clock,
        speaker=on_displays,
        joining=lambda: replace(given.joining(), mistakes=setup.shown),
        test=test,
    )
    answers = KeyAnswers(
        rooms=rooms,
        states=states,
        displays=updates,
        pins=roles.pins,
        wifi=question,
        nonce=lambda: given.secret(12).hex(),
    )
    keyboard = Keyboard(
        rooms=rooms,
        states=states,
        displays=updates,
        answers=answers,
        pins=roles.pins,
        wifi=question,
        clock=clock,
        post=post,
    )
    remote = RemoteKeys(
        rooms=rooms,
        states=states,
        displays=updates,
        answers=answers,
        settings=given.log.settings,
        clock=clock,
        secret=given.secret,
        speaker=on_displays,
        joining=given.joining,
        holders=lambda: given.log.tokens.holders(rooms.seats.now.gathering.play_id),
        testing=lambda: test.running,
        wired=frozenset(place_of(wire.device) for wire in devices.survey() if wire.driver == BROKER),
    )
    teaching = TagTeaching(
        tags=TaughtTags(given.log.settings),
        readers=tuple(sorted(devices.readers)),
        clock=clock,
        component=lambda meaning: component_name(
            given.library.games().get(meaning.game), given.library.box(meaning.game), meaning
        ),
        gathering=lambda: rooms.moment.phase == "gathering",
        people=lambda: tuple(dict.fromkeys((*rooms.seats.now.gathering.names.values(), *rooms.seats.now.last.names))),
        changed=changed,
    )
    tags = TagAnswers(
        rooms=rooms,
        states=states,
        displays=updates,
        answers=answers,
        teaching=teaching,
        clock=clock,
        nonce=lambda: given.secret(12).hex(),
    )
    roles.listen(keyboard.host_came)
    test.listen(keyboard.let_go)
    return TableDevices(
        devices=devices,
        rooms=rooms,
        loop=given.loop,
        broadcast=broadcast,
        displays=displays,
        updates=updates,
        keyboard=keyboard,
        test=test,
        signals=Signals(devices.lights, devices.buzzers, mono=clock.mono, quiet=lambda: rooms.quiet.now),
        voice=TableVoice(
            devices.voice,
            given.log.settings,
            mono=clock.mono,
            speaker=speakers.aloud,
            quiet=lambda: rooms.quiet.now,
            changed=changed,
        ),
        remote=remote,
        tags=tags,
    )
