"""The table: the only face of the service that pages and the API see. Any thread may call it.

A device is known by the secret its browser holds, its ``token``: that says whether it may act for a seat, or as host.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from companion.core.chance import By
from companion.core.errors import Refused
from companion.core.game import AnyGame, OptionValue
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.core.wording import Speaker, say
from companion.keeping.copier import Copier
from companion.keeping.keeping_views import Doing, KeepingView
from companion.keeping.time_of_day import TableClock
from companion.locale import LANGUAGES, speaker
from companion.plays.log import Log
from companion.plays.log_errors import LogError
from companion.plays.score_history import ScoreHistory
from companion.plays.time_source import Clock
from companion.service.audit.audit_requests import AuditDoors
from companion.service.audit.fact_requests import MendingRequests
from companion.service.boxes.box_editor import Boxes
from companion.service.clock.turn_clock import ClockRule
from companion.service.desk import Desk, refused
from companion.service.idempotency import Request, as_sent
from companion.service.loop import Loop
from companion.service.moment import Moment
from companion.service.panel.hardware_test import Bench, Workbench
from companion.service.play.play_snapshot import log_lines
from companion.service.play.preview import preview
from companion.service.screens.stream_quota import PairedScreens, Place, place_for
from companion.service.screens.streams import Broadcast, Stream
from companion.service.screens.view_builders import scribe_view, seat_view, table_view
from companion.service.screens.views import (
    Dialogue,
    LogLine,
    PastChance,
    PastPlay,
    Preview,
    Reply,
    ScribeView,
    SeatView,
    TableView,
    TrackedView,
)
from companion.service.seats.actor import Actor, not_yours
from companion.service.seats.host_role import Roles, device_of, hashed
from companion.service.seats.rate_limit import Tries
from companion.service.session.game_shelf import Shelf
from companion.service.session.past_plays import Archive, ExportKind
from companion.service.session.photo_requests import Photographs
from companion.service.session.session import Evening
from hardware.ports import Simulator, Wire

T = TypeVar("T")


class Table:
    """See the module. Built by ``companion.service.assembly``; ``shelf``, ``boxes``, ``audit``, ``photos`` and
    ``simulator`` are for pages.
    """

    def __init__(
        self,
        *,
        loop: Loop,
        desk: Desk,
        evening: Evening,
        broadcast: Broadcast,
        roles: Roles,
        shelf: Shelf,
        log: Log,
        joins: Tries,
        host_came: Callable[[], None],
        clock: Clock,
        simulator: Simulator | None,
        display_words: Callable[[int], str],
        bench: Workbench,
        language: str,
        copier: Copier | None = None,
    ) -> None:
        self.broadcast = broadcast
        self.shelf = shelf
        self.simulator = simulator
        self.display_words = display_words
        self._loop = loop
        self._desk = desk
        self._evening = evening
        self._roles = roles
        self._log = log
        self._joins = joins
        self._host_came = host_came
        self._clock = clock
        self._bench = bench
        self._copier = copier
        self._archive = Archive(log, shelf)
        self.photos = Photographs(self, desk, log, clock, self._decided)
        self.screens = PairedScreens(log.settings, clock, lambda: loop.post(desk.changed))
        self.audit = AuditDoors(self, desk.auditing, self._decided)
        self.mending = MendingRequests(self, desk.mending, self._decided)
        self.boxes = Boxes(log, shelf.games, roles.is_host, self._decided, self._game_on_table)
        kept = log.settings.get("language")
        self._language: str = kept if kept in LANGUAGES else language

    # -- who is asking -----------------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int | None:
        """The seat this device may act for in the present play; none while it is handed from one to another."""
        return self._evening.seat_of(token) if token else None

    def seats_of(self, token: str) -> tuple[int, ...]:
        """All seats of those who share this device."""
        return self._evening.seats_of(token) if token else ()

    def is_host(self, token: str) -> bool:
        return self._roles.is_host(token)

    def _actor(self, token: str, seat: int) -> Actor:
        own, device = self.seat_of(token), device_of(token)
        if own is not None and seat in (own, TABLE):
            return Actor("seat", own, device)
        if self.is_host(token):
            return Actor("scribe", device=device, own=own or TABLE)
        if own is not None:
            return Actor("seat", own, device)
        raise Refused("no-seat", say("Take a seat first."))

    def _decided(self, act: Callable[[], Reply]) -> Reply:
        """What the deciding thread replies; trouble with the disk is a reply too, which says what to do."""
        try:
            return self._loop.ask(act)
        except LogError as fault:
            return Reply(fault.code, fault.message)

    def _for_host(self, token: str) -> None:
        if not self.is_host(token):
            raise Refused("not-host", say("Only the host may do that."))

    def _game_on_table(self) -> str:
        play = self.moment.play
        return play.game.meta.key if play is not None and self.moment.phase == "playing" else ""

    # -- what there is to see ----------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        return self.broadcast.moment

    @property
    def language(self) -> str:
        """The language of the table screen and the small displays."""
        return self._language

    def speaker(self, language: str, names: Mapping[int, str] | None = None) -> Speaker:
        """Somebody who speaks ``language`` and knows the names at the table, or those of another evening."""
        return speaker(language, self.moment.gathering.names if names is None else names)

    def table_view(self) -> TableView:
        return table_view(self.moment)

    def seat_view(self, seat: int) -> SeatView:
        return seat_view(self.moment, seat)

    def scribe_view(self) -> ScribeView:
        return scribe_view(self.moment)

    def history(self, viewer: Viewer, last: int | None = None, n: int | None = None) -> tuple[LogLine, ...]:
        """``n`` lines of the log of the present play up to number ``last`` (by default all, to the end), as ``viewer``
        may read and number them.
        """
        play = self._desk.play
        return self._loop.ask(lambda: log_lines(play, viewer, n, last)) if play is not None else ()

    def tracked(self, viewer: Viewer) -> tuple[TrackedView, ...]:
        """Every tracked number ``viewer`` may see."""
        play = self.moment.play
        if play is None:
            return ()
        return tuple(
            TrackedView(
                item.key,
                item.label,
                item.value,
                item.owner,
                item.low,
                item.high,
                item.icon,
                item.seats,
                item.meanings,
            )
            for item in play.game.inventory(seen(play.state, viewer))
            if item.known
        )

    def past(self) -> tuple[PastPlay, ...]:
        """Earlier evenings, the latest first."""
        return self._archive.plays()

    def finished(self) -> tuple[PastPlay, ...]:
        """Every evening that came to its end, the latest first."""
        return self._archive.finished()

    def past_play(self, play_id: str) -> PastPlay | None:
        """One evening; None when there is no such play."""
        return self._archive.play(play_id)

    def viewer_of(self, token: str, play_id: str) -> Viewer:
        """Through whose eyes this device may look at one evening: a seat's own only in the play it sits in."""
        own = self.seat_of(token)
        return PUBLIC if own is None or play_id != self.moment.gathering.play_id else Viewer(own)

    def export(self, play_id: str, viewer: Viewer, language: str, kind: ExportKind = "json") -> bytes | None:
        """One evening as ``viewer`` may know it; None when there is no such play."""
        return self._archive.export(play_id, viewer, language, kind)

    def course(self, play_id: str) -> ScoreHistory:
        """How the visible points of one evening went."""
        return self._archive.course(play_id)

    def bg_stats(self, past: PastPlay, language: str) -> str | None:
        """The link that hands a finished evening to BG Stats; None when that cannot be."""
        return self._archive.bg_stats(past, language)

    def fairness(self, play_id: str) -> PastChance | None:
        """What chance gave in one evening; only the promise until it is closed; None when there is no such play."""
        return self._archive.fairness(play_id)

    def conclude(self, token: str, play_id: str) -> Reply:
        """Close a finished play for good, so that its seed is shown: any seat may, and the host."""
        if self.seat_of(token) is None and not self.is_host(token):
            return refused(Refused("no-seat", say("Take a seat first.")))
        return self._decided(lambda: self._evening.conclude(play_id))

    def games(self) -> Mapping[str, AnyGame]:
        """All games on the shelf, by key."""
        return self.shelf.games()

    def preview(self, token: str, seat: int, digest: str, answer: Answer) -> Preview | None:
        """What an answer would do; None when the question is no longer there."""
        moment = self.moment
        actor = self._actor(token, seat)
        dialogue = self._find(moment, actor, seat, digest)
        return preview(moment, dialogue, actor.viewer_for(dialogue.seat), answer) if dialogue else None

    def dialogue(self, token: str, seat: int, digest: str) -> Dialogue | None:
        """The question with this digest that this device is asked for ``seat``. Raises ``Refused``."""
        return self._find(self.moment, self._actor(token, seat), seat, digest)

    def _find(self, moment: Moment, actor: Actor, seat: int, digest: str) -> Dialogue | None:
        dialogues = moment.public_dialogues()[0] if actor.writes_for_all else moment.dialogues(actor.seat)
        return next((found for found in dialogues if found.seat == seat and found.digest == digest), None)

    # -- sitting down ------------------------------------------------------------------------------------------

    def sit(self, token: str, seat: int, name: str) -> Reply:
        """Take a seat with this device."""
        return self._change_hands(seat, lambda: self._evening.sit(seat, name, token))

    def share(self, token: str, seat: int, name: str) -> Reply:
        """Somebody else plays on this device too."""
        return self._change_hands(seat, lambda: self._evening.sit(seat, name, token, beside=True))

    def _change_hands(self, seat: int, act: Callable[[], Reply]) -> Reply:
        """A seat is taken, which is written to the disk: so often and not more. What was refused does not count, else
        strangers could keep others from a seat that they do not take.
        """
        try:
            self._joins.take(seat)
        except Refused as refusal:
            return refused(refusal)
        reply = self._decided(act)
        if not reply.taken:
            self._joins.forgive(seat)
        return reply

    def hand_on(self, token: str) -> Reply:
        """Cover a device that several share, before another of them takes it."""
        return self._decided(lambda: self._evening.hand_on(token))

    def uncover(self, token: str, seat: int) -> Reply:
        """A shared device is in the hands of whoever sits at ``seat``."""
        return self._decided(lambda: self._evening.uncover(token, seat))

    def rename(self, token: str, name: str) -> Reply:
        return self._asked(token, lambda actor: self._evening.rename(actor.seat, name))

    def leave(self, token: str) -> Reply:
        """Stand up: the seat is free for another device."""
        return self._asked(token, lambda actor: self._evening.leave(actor.seat))

    def offer_seat(self, token: str, seat: int) -> Reply:
        """A code, in words, with which another phone may ask for the seat; for its own phone or the host."""
        if self.seat_of(token) != seat and not self.is_host(token):
            return refused(not_yours(seat))
        return self._decided(lambda: self._evening.offer_seat(seat))

    def claim_seat(self, token: str, code: str) -> Reply:
        """Type such a code on the new phone."""
        return self._decided(lambda: self._evening.claim_seat(token, code))

    def confirm_seat(self, token: str, seat: int, *, agreed: bool) -> Reply:
        """The host says whether the phone that waits gets the seat."""
        return self.host(token, lambda evening: evening.confirm_seat(seat, agreed=agreed))

    # -- acting for a seat, or as scribe for any ---------------------------------------------------------------

    def answer(self, token: str, seat: int, digest: str, answer: Answer, nonce: str, service: str = "") -> Reply:
        """Answer the question with this digest. Sent again under the same nonce it changes nothing more."""
        request = Request.of(hashed(token), nonce, "answer", seat, digest, as_sent(answer), service)
        return self._as_actor(
            token, seat, lambda actor: self._desk.answer(actor, seat, digest, answer, request, service)
        )

    def answers(self, token: str, seat: int, digest: str, answers: Sequence[Answer], nonce: str) -> Reply:
        """Several answers of one dialogue at once, the first to the question with this digest: all or none."""
        request = Request.of(hashed(token), nonce, "answers", seat, digest, [as_sent(answer) for answer in answers])
        return self._as_actor(token, seat, lambda actor: self._desk.answers(actor, seat, digest, answers, request))

    def back(self, token: str, seat: int) -> Reply:
        """Take back the last answer of a half-finished dialogue."""
        return self._as_actor(token, seat, lambda actor: self._desk.back(actor, seat))

    def undo(self, token: str, seat: int, nonce: str) -> Reply:
        """Take back a step; ``seat`` 0 as scribe."""
        request = Request.of(hashed(token), nonce, "undo", seat)
        return self._as_actor(token, seat, lambda actor: self._desk.agreement.undo(actor, request))

    def redo(self, token: str, seat: int, nonce: str) -> Reply:
        request = Request.of(hashed(token), nonce, "redo", seat)
        return self._as_actor(token, seat, lambda actor: self._desk.agreement.redo(actor, request))

    def skip(self, token: str, seat: int, nonce: str, stood: str = "") -> Reply:
        """Go on without ``seat``, which sleeps; ``stood`` is that of the ``Sleeper`` this device was shown."""
        request = Request.of(hashed(token), nonce, "skip", seat, stood)
        return self._as_somebody(token, lambda actor: self._desk.agreement.skip(actor, seat, request, stood))

    def gone(self, token: str, seat: int, nonce: str) -> Reply:
        """Go on without ``seat`` for good, by agreement; a seat may say so of itself."""
        request = Request.of(hashed(token), nonce, "leave", seat)
        return self._as_somebody(token, lambda actor: self._desk.agreement.leave(actor, seat, request))

    def _as_somebody(self, token: str, act: Callable[[Actor], Reply]) -> Reply:
        """As the seat of this device, or as a host without one."""
        try:
            actor = self._actor(token, TABLE)
        except Refused as refusal:
            return refused(refusal)
        return self._decided(lambda: act(actor))

    def here(self, token: str) -> Reply:
        """Whoever had left is back at the seat."""

        def back(actor: Actor) -> Reply:
            self._desk.came(actor.seat)
            return Reply()

        return self._asked(token, back)

    def correct(self, token: str, key: str, value: int, nonce: str) -> Reply:
        """Set a tracked number that this device may see."""
        own = self.seat_of(token)
        if own is None and not self.is_host(token):
            return refused(Refused("no-seat", say("Take a seat first.")))
        viewer = PUBLIC if own is None else Viewer(own)
        actor = Actor("host") if own is None else Actor("seat", own)
        if not any(item.key == key for item in self.tracked(viewer)):
            return refused(Refused("not-tracked", say("There is no number called {key}.", key=key)))
        request = Request.of(hashed(token), nonce, "correct", key, value)
        return self._decided(lambda: self._desk.correct(actor, key, value, request))

    def _as_actor(self, token: str, seat: int, act: Callable[[Actor], Reply]) -> Reply:
        try:
            actor = self._actor(token, seat)
        except Refused as refusal:
            return refused(refusal)
        reply = self._decided(lambda: act(actor))
        if reply.taken and actor.kind == "seat" and self._is_anothers_turn(token, actor.seat):
            self.hand_on(token)
        return reply

    def _is_anothers_turn(self, token: str, seat: int) -> bool:
        """Whether a shared device should go on: this seat is not waited for, and another that shares it is."""
        held = self.seats_of(token)
        if len(held) < 2:
            return False
        awaited = {info.seat for info in self.table_view().seats if info.awaited}
        return seat not in awaited and bool(awaited & set(held))

    def _asked(self, token: str, act: Callable[[Actor], Reply]) -> Reply:
        own = self.seat_of(token)
        if own is None:
            return refused(Refused("no-seat", say("Take a seat first.")))
        return self._decided(lambda: act(Actor("seat", own)))

    # -- hosting -----------------------------------------------------------------------------------------------

    def host_by_pin(self, token: str, pin: str) -> Reply:
        """Become host with a PIN."""
        try:
            self._roles.by_pin(token, pin)
        except Refused as refusal:
            return refused(refusal)
        self._loop.post(self._host_came)
        return Reply()

    def host(self, token: str, act: Callable[[Evening], Reply]) -> Reply:
        """Something of the evening only the host may do: choose, begin, again, add or free a seat."""
        try:
            self._for_host(token)
        except Refused as refusal:
            return refused(refusal)
        return self._decided(lambda: act(self._evening))

    def choose(self, token: str, game: str, options: Mapping[str, OptionValue], chance: Mapping[str, By]) -> Reply:
        return self.host(token, lambda evening: evening.choose(game, options, chance))

    def begin(self, token: str, seats: frozenset[int] | None = None, level: str = "") -> Reply:
        return self.host(token, lambda evening: evening.begin(seats, level))

    def again(self, token: str) -> Reply:
        return self.host(token, lambda evening: evening.again())

    def go_on_with(self, token: str, play_id: str) -> Reply:
        """Bring an unfinished play back."""
        return self.host(token, lambda evening: evening.go_on_with(play_id))

    def add(self, token: str, seat: int, name: str) -> Reply:
        """Seat somebody without a phone."""
        return self.host(token, lambda evening: evening.sit(seat, name, ""))

    def free(self, token: str, seat: int) -> Reply:
        """End the devices of a seat, so that another can take it."""
        return self.host(token, lambda evening: evening.leave(seat))

    def keep_sheet(self, token: str, toml: str) -> Reply:
        """Put a score sheet on the shelf."""

        def keep(_: Evening) -> Reply:
            try:
                self.shelf.keep(toml)
            except Refused as refusal:
                return refused(refusal)
            return Reply()

        return self.host(token, keep)

    def set_language(self, token: str, language: str) -> Reply:
        """The language of the table screen and the small displays."""

        def change(_: Evening) -> Reply:
            if language not in LANGUAGES:
                return Reply("no-language", say("The table does not speak that."))
            self._log.settings.put("language", language)
            self._language = language
            self._desk.changed()
            return Reply()

        return self.host(token, change)

    def set_clock(self, token: str, rule: ClockRule) -> Reply:
        """Choose how the turns are timed; all clocks begin anew."""
        return self.host(token, lambda _: self._timed(lambda: self._desk.timing.choose(rule)))

    def pause_clock(self, token: str, *, on: bool) -> Reply:
        """Stop the clocks or let them go on: any seat may, and the host."""
        if self.seat_of(token) is None and not self.is_host(token):
            return refused(Refused("no-seat", say("Take a seat first.")))
        return self._decided(lambda: self._timed(lambda: self._desk.timing.pause(on=on)))

    def _timed(self, act: Callable[[], None]) -> Reply:
        try:
            act()
        except Refused as refusal:
            return refused(refusal)
        self._desk.changed()
        return Reply()

    def found_elsewhere(self) -> None:
        """The table has another address, or a Wi-Fi of its own: every screen that says so is to be drawn anew."""
        self._loop.post(self._desk.changed)

    def clock_now(self) -> float:
        """The table's own count of seconds, which ``ClockView.since`` speaks of."""
        return self._clock.mono()

    def pair_screen(self, token: str, number: str) -> Reply:
        """Give the table screen that shows this number a place of its own, as soon as it looks again."""

        def pair(_: Evening) -> Reply:
            self.screens.awaits(number)
            return Reply(notice=say("The screen with that number is taken in when it looks again, within a minute."))

        return self.host(token, pair)

    def forget_screens(self, token: str) -> Reply:
        """No table screen has a place of its own any more."""

        def forget(_: Evening) -> Reply:
            self.screens.forget()
            return Reply()

        return self.host(token, forget)

    # -- what is on the table ----------------------------------------------------------------------------------

    def bench(self) -> Bench:
        """Everything wired to the table, and how it does."""
        return self._bench.view()

    def wires(self) -> tuple[Wire, ...]:
        """What is connected, and what is wrong with it."""
        return self._bench.wires()

    def try_out(self, token: str, act: Callable[[Workbench], Reply]) -> Reply:
        """Something the host does to try out what is on the table."""
        return self.host(token, lambda _: act(self._bench))

    # -- how plays are kept ------------------------------------------------------------------------------------

    def keeping(self) -> KeepingView:
        """How plays are kept, as it was at the last look."""
        return self._copier.view if self._copier is not None else KeepingView()

    def order(self, token: str, doing: Doing) -> Reply:
        """Have a copy made, restoring rehearsed, or damaged rows put back, soon."""
        words = {
            "copying": say("A copy is being made."),
            "rehearsing": say("The newest copy is restored, for a trial."),
            "mending": say("What is damaged is put back from the copies, as soon as no play is on."),
        }

        def ordered(_: Evening) -> Reply:
            if self._copier is None or doing not in words:
                return Reply("no-keeper", say("Nobody makes copies at this table."))
            self._copier.order(doing)
            return Reply(notice=words[doing])

        return self.host(token, ordered)

    def mended(self) -> None:
        """Rows were put back from a copy: earlier evenings are read anew, and the play on the table. Any thread."""
        self._archive.mended()
        self._loop.post(self._desk.read_again)

    def tell_time(self, token: str, wall: float) -> Reply:
        """A phone says what time it is, in seconds since 1970, because this machine cannot know."""

        def told(_: Evening) -> Reply:
            if not isinstance(self._clock, TableClock) or not self._clock.tell(wall):
                return Reply("no-time", say("That cannot be the time."))
            if self._copier is not None:
                self._copier.wake()
            return Reply()

        return self.host(token, told)

    # -- streams -----------------------------------------------------------------------------------------------

    def stream_place(self, token: str, where: str, *, screen: bool = False, here: bool = False) -> Place:
        """The place a stream of this device, at the address ``where``, would have: ``screen`` for one that shows the
        table, ``here`` for one on the table's own machine.
        """
        return place_for(
            self.seats_of(token),
            where,
            host=self.is_host(token),
            screen=screen and self.screens.seen(token),
            here=here,
        )

    def stream(
        self, token: str, place: Place | None = None, *, pictures: bool = False, watching: bool = False
    ) -> Stream:
        """A stream for a page of this device at a ``place`` of ``stream_place``; ``watching`` counts it among those who
        look on. Raises ``Refused`` when there are too many.
        """
        seats, place = self.seats_of(token), place or self.stream_place(token, "")
        stream = self.broadcast.open(token or secrets.token_hex(8), seats, place, pictures=pictures, watching=watching)
        self._loop.post(self.look_around)
        return stream

    def end_stream(self, stream: Stream) -> None:
        self.broadcast.close(stream)
        self._loop.post(self.look_around)

    def look_around(self) -> None:
        """Who has a page open, who fell silent. For the deciding thread."""
        self.broadcast.bury()
        hosts = [self._actor(token, TABLE) for token in self.broadcast.devices() if self.is_host(token)]
        self._desk.phones_are(self.broadcast.seats(), [actor.who for actor in hosts])
        self._desk.watched_by(self.broadcast.watching())
        self._desk.agreement.settle()
