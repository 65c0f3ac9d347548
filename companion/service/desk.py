"""What each request does: the one place where the table changes. Only the deciding thread comes here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from companion.core.chance import CardboardNeeded
from companion.core.dialogue import Asked, Done
from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.core.wording import Message, SeatName, say
from companion.plays.entry import Entry
from companion.plays.log_errors import LogError
from companion.plays.play import Play
from companion.plays.time_source import Clock
from companion.service.actor import Actor, Person, not_yours
from companion.service.agreement.agreement import DEFAULT, Agreement
from companion.service.agreement.votes import MISSED, VOTE, WITHDRAW, Vote
from companion.service.agreement.while_away import WhileAway
from companion.service.audit.audit_questions import SERVICE as AUDIT
from companion.service.audit.fact_corrections import Mending
from companion.service.audit.fact_proposal import SERVICE as FACT
from companion.service.audit.running_audit import Auditing
from companion.service.clock.running_clock import RunningClock
from companion.service.moment import DraftKey, Moment, PlayNow
from companion.service.play.drafts import Draft, Pending, Shown, what_changed
from companion.service.play.play_requests import AnswerQuestion, AnswerQuestions, CorrectNumber, StepBack
from companion.service.play.play_snapshot import play_now
from companion.service.play.rule_bugs import STUMBLED, stumbled
from companion.service.requests import Request
from companion.service.screens.views import Dialogue, Notice, Phase, Reply
from companion.service.seats.departures import Departures
from companion.service.seats.gathering import Gathering
from companion.service.seats.presence import Presence
from companion.service.seats.seat_transfer import Claim, SeatTransfers
from companion.service.seats.sitting import Absence, Sitting
from companion.service.sender import Handler, Handlers, Sender
from companion.service.session.latest_photo import LatestPhoto
from companion.service.settings_store import SettingsStore
from companion.service.taking import Taking

CHANCE = "chance-"
"""Before the seat whose move waits for cardboard, in the service of a dialogue."""

AWAKE_AFTER_KEY = 600.0
"""Seconds a seat counts as awake after one of its keys was pressed."""


class Desk:
    """The table as it changes: takes requests, and holds what the rooms of the service share."""

    def __init__(self, clock: Clock, settings: SettingsStore | None = None) -> None:
        self._clock = clock
        self.turn_clock = RunningClock(clock, settings, self.changed)
        self._undone = False
        self.moving = SeatTransfers(clock, secrets.token_bytes)
        self.carry: Callable[[int, Claim], None] = _no_evening
        self.leaving = Departures(settings)
        self.presence = Presence(clock, settings)
        self.watching = 0
        self._shown = Shown()
        self._taking = Taking()
        self._serial = 0
        self.play: Play | None = None
        self.phase: Phase = "gathering"
        self.gathering = Gathering("")
        self.drafts: dict[DraftKey, Draft] = {}
        self.pending: list[Pending] = []
        self.votes: list[Vote] = []
        self.notices: dict[int, tuple[Notice, ...]] = {}
        self.phones: frozenset[int] = frozenset()
        self.claimed: frozenset[int] = frozenset()
        self.keyed: dict[int, float] = {}
        self.problem = False
        self.warning: Message | None = None
        self.agreement = Agreement(self)
        self.while_away = WhileAway(self)
        self.auditing = Auditing(self, clock, settings)
        self.mending = Mending(self, clock)
        self.album: Callable[[str], LatestPhoto | None] = _no_photo
        self.photo: LatestPhoto | None = None
        self._services: dict[str, Handler] = {
            VOTE: self.agreement.vote,
            WITHDRAW: self.agreement.withdraw,
            MISSED: self.while_away.answer,
            AUDIT: self.auditing.answer,
            FACT: self.mending.answer,
            CHANCE: self._cardboard,
        }
        for room in (self, self.agreement, self.auditing, self.mending, self.turn_clock):
            self.serve(room.handlers())
        self._moment: Moment | None = None
        self._now: PlayNow | None = None
        self._now_of: Play | None = None
        self._now_at = 0

    # -- the moment --------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The table now; the same value until something changes."""
        if self._moment is None:
            self._serial += 1
            moment = Moment(
                serial=self._serial,
                phase=self.phase,
                gathering=self.gathering,
                play=self._play_now(),
                drafts=dict(self.drafts),
                pending=tuple(self.pending),
                votes=tuple(self.votes),
                notices=dict(self.notices),
                awake=self.awake(),
                phones=self.phones,
                claimed=self.claimed,
                problem=STUMBLED if self.problem else None,
                warning=self.warning,
                arriving=self.moving.waiting(),
                newcomers=self.moving.newcomers(),
                gone=self.leaving.now.gone,
                open=self.leaving.now.open,
                absent=self.absences(),
                asking=self._asking(),
                watching=self.watching,
                audit=self.auditing.audit,
                audit_open=self.auditing.stands_still,
                choosing=dict(self.mending.choosing),
                proposal=self.mending.proposal,
                photo=self.photo.photo if self.photo is not None else None,
                photo_line=self.photo.line if self.photo is not None else 0,
                shown=self._shown,
            )
            self.turn_clock.follow(
                moment.awaited,
                votes=self.auditing.audit is not None or any(vote.kind != "swap" for vote in self.votes),
                pending=self.pending,
                undone=self._undone,
            )
            self._undone = False
            self._moment = replace(moment, clocks=self.turn_clock.view())
        return self._moment

    def _play_now(self) -> PlayNow | None:
        """The play as it stands: the same value, with all that was computed from it, until there is an entry more."""
        play = self.play
        if play is None:
            return None
        if self._now is None or self._now_of is not play or self._now_at != len(play.entries):
            self._now, self._now_of, self._now_at = play_now(play), play, len(play.entries)
        return self._now

    def changed(self) -> None:
        """Something of the table is different: the next look makes a new moment."""
        self._moment = None

    def read_again(self) -> None:
        """Rows were put back from a copy: what is known of the play on the table may have had gaps. Where it cannot be
        read after all, it stays as it is.
        """
        if self.play is not None:
            with suppress(CompanionError):
                self.play.read()
            self._now = None
            self.changed()

    def stumble(self) -> None:
        """Something broke that should not: everybody is told, until the next step goes well."""
        self.problem = True
        self.changed()

    def warn(self, warning: Message | None) -> None:
        """What everybody is told until it is over, because the evening is at stake: a full disk, a damaged file."""
        self.warning = warning
        self.changed()

    def sit_down(self, gathering: Gathering) -> None:
        """People gather for a play that has not begun."""
        self._clear(gathering, None)
        self.phase = "gathering"

    def conclude(self) -> None:
        """The play on the table is closed for good: nothing is offered to be taken back. Raises ``Refused``."""
        self.playing().conclude()
        self._now = None
        self.changed()

    def put_up(self, gathering: Gathering, play: Play) -> None:
        """A play is on the table: just begun, or gone on with."""
        self._clear(gathering, play)
        self.phase = "over" if self.moment.awaited.over else "playing"
        self.changed()
        self.auditing.follow()

    def _clear(self, gathering: Gathering, play: Play | None) -> None:
        self.gathering, self.play = gathering, play
        self._taking.forget()
        self.drafts, self.pending, self.votes, self.notices = {}, [], [], {}
        self.problem = False
        self.moving.clear()
        self.agreement.forget()
        self.leaving.take_up(play.id if play else "")
        self.presence.take_up(play.id if play else "")
        self.auditing.take_up(play)
        self.mending.clear()
        self.photo = self.album(play.id) if play is not None else None
        if play is None:
            self.turn_clock.take_up("", ())
        else:
            self.turn_clock.take_up(play.id, play.setup.numbers, play.effective)
        self.changed()

    # -- requests ----------------------------------------------------------------------------------------------

    def serve(self, handlers: Handlers) -> None:
        """Let a room of the service handle these requests."""
        self._taking.serve(handlers)

    def take(self, sender: Sender, request: Request) -> Reply:
        """Take a request, or refuse it."""
        return self._taking.take(sender, request, self.play)

    # -- answers -----------------------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """What can be asked of the play."""
        return {
            AnswerQuestion: self._answer,
            AnswerQuestions: self._answers,
            StepBack: self._step_back,
            CorrectNumber: self._correct,
        }

    def _answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        self._somebody_plays(sender.actor)
        for prefix, room in self._services.items():
            if request.service.startswith(prefix):
                return room(sender, request)
        return self._step(sender, request.seat, request.digest, (request.answer,))

    def _answers(self, sender: Sender, request: AnswerQuestions) -> Reply:
        self._somebody_plays(sender.actor)
        return self._step(sender, request.seat, request.digest, request.answers)

    def _somebody_plays(self, actor: Actor) -> None:
        self.playing()
        self.came(actor.seat)
        self.acted(actor)

    def _step_back(self, sender: Sender, request: StepBack) -> Reply:
        actor, seat = sender.actor, request.seat
        if self.mending.back(actor, seat) or self.auditing.back(actor, seat):
            return Reply()
        if self._writes_for(actor, seat) and not actor.writes_for_all:
            raise not_yours(seat)
        if any(move.seat == seat and move.drawn for move in self.pending):
            # The companion has drawn for this move already: whoever left it now could make another on the same numbers.
            raise Refused("drawn", say("Chance has spoken already: enter what the cardboard shows."))
        key = (seat, self._writes_for(actor, seat))
        draft = self.drafts.pop(key, None)
        if draft is not None and len(draft.answers) > 1:
            self._extend(key, draft.answers[:-1])
        self.pending = [move for move in self.pending if move.seat != seat]
        self.changed()
        return Reply()

    def _writes_for(self, actor: Actor, seat: int) -> bool:
        return actor.seat != seat and seat != TABLE

    def _step(self, sender: Sender, seat: int, digest: str, given: tuple[Answer, ...]) -> Reply:
        actor = sender.actor
        scribe = self._writes_for(actor, seat)
        if scribe and not actor.writes_for_all:
            raise not_yours(seat)
        viewer = actor.viewer_for(seat)
        dialogue = self.moment.dialogue(seat, viewer, scribe=scribe)
        self._check_fresh(viewer, digest, dialogue, self.moment.dialogue(seat, PUBLIC, scribe=scribe))
        answers = (*(dialogue.answers if dialogue else ()), *given)
        walked = self.moment.walked(seat, viewer, answers)
        match walked:
            case Refused() as refusal:
                if refusal.code == "bug":
                    self.stumble()
                raise refusal
            case Asked():
                self._extend((seat, scribe), answers)
                return Reply()
            case Done(move=move):
                return self.submit(Pending(seat, str(actor), move, sender.key, walked.answered[-1], seat))
        raise Refused("sealed", say("Only {who} may answer that.", who=SeatName(seat)))

    def _check_fresh(self, viewer: Viewer, digest: str, dialogue: Dialogue | None, public: Dialogue | None) -> None:
        """Refuse an answer to something that is no longer there, saying what changed. ``public`` is the same dialogue
        as small displays show it: the digest of what keys answer does not tell how often the seat has acted in secret.
        """
        if dialogue is not None and dialogue.digest == digest:
            return
        if public is not None and public.digest == digest and _alike(public, dialogue):
            return
        before = self._shown.get(viewer, digest)
        now = dialogue.question if dialogue else None
        if before is None:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        raise Refused("stale", what_changed(before, now))

    def _extend(self, key: DraftKey, answers: tuple[Answer, ...]) -> None:
        self.drafts[key] = Draft(answers)
        self.changed()
        self.drafts[key] = Draft(answers, self._stood_on(key, answers))
        self.changed()

    def _stood_on(self, key: DraftKey, answers: tuple[Answer, ...]) -> str:
        seat, scribe = key
        viewer = PUBLIC if scribe or seat == TABLE else Viewer(seat)
        walked = self.moment.walked(seat, viewer, answers)
        return self.moment.stood_on(seat, viewer, walked.answered) if isinstance(walked, Asked) else ""

    # -- moves -------------------------------------------------------------------------------------------------

    def submit(self, move: Pending) -> Reply:
        """Put a complete move through the rules and on disk, or keep it until the cardboard was entered."""
        play = self.playing()
        self.pending = [other for other in self.pending if other.seat != move.seat]
        self.changed()
        try:
            entry = play.submit(
                move.seat, move.actor, move.move, nonce=move.nonce, entered=move.entered, before=move.drawn
            )
        except CardboardNeeded as needed:
            self.pending.append(structs.replace(move, question=needed.question, by=needed.by, drawn=needed.drawn))
            return Reply()
        except RulesBug as bug:
            self.stumble()
            raise stumbled(bug) from bug
        self.entered(entry)
        return Reply()

    def entered(self, entry: Entry) -> None:
        """An entry is on disk: clear what belonged to the time before it."""
        self._undone = self._undone or entry.kind in ("undo", "redo")
        self.problem = False
        for scribe in (False, True):
            self.drafts.pop((entry.seat, scribe), None)
        self.notices.pop(entry.seat, None)
        if entry.actor == DEFAULT:
            self.leaving.misses_step(entry.seat, entry.number)
        elif entry.kind == "move" and entry.actor in (f"seat:{entry.seat}", f"key:{entry.seat}"):
            self.leaving.has_seen(entry.seat)
        self.changed()
        self._drop_stale_drafts()
        if entry.known:
            # A vote that ended with what somebody does in secret would tell everybody that somebody did.
            self.agreement.moved_on(self.moment.awaited.must, by_move=entry.kind == "move")
        over = self.moment.awaited.over
        if over != (self.phase == "over"):
            self.phase = "over" if over else "playing"
        self.changed()
        self.auditing.follow()
        self.mending.follow()

    def _drop_stale_drafts(self) -> None:
        for key, draft in list(self.drafts.items()):
            if self._stood_on(key, draft.answers) != draft.stood_on:
                del self.drafts[key]
                notice = Notice(say("The table has changed while you were choosing. Look again."), "warning")
                self.notices[key[0] if not key[1] else TABLE] = (notice,)
                self.changed()

    def _cardboard(self, sender: Sender, request: AnswerQuestion) -> Reply:
        actor, seat = sender.actor, request.seat
        if actor.seat != seat and seat != TABLE and not actor.writes_for_all:
            raise not_yours(seat)
        for dialogue in self.moment.dialogues(seat):
            if dialogue.service == request.service and dialogue.digest == request.digest:
                if dialogue.question.secret and actor.seat != seat:
                    raise not_yours(seat)
                dialogue.question.check(request.answer)
                move = next(move for move in self.pending if request.service == f"{CHANCE}{move.seat}")
                return self.submit(structs.replace(move, entered=(*move.entered, request.answer)))
        raise Refused("stale", say("That was already entered."))

    def playing(self) -> Play:
        """The play that is on. Raises ``Refused``."""
        if self.play is None:
            raise Refused("no-play", say("No play is on."))
        return self.play

    # -- corrections -------------------------------------------------------------------------------------------

    def _correct(self, sender: Sender, request: CorrectNumber) -> Reply:
        actor = sender.actor
        play = self.playing()
        known = seen(play.state, PUBLIC if actor.seat == TABLE else Viewer(actor.seat))
        if not any(item.key == request.key for item in play.game.inventory(known) if item.known):
            raise Refused("not-tracked", say("There is no number called {key}.", key=request.key))
        self.entered(play.correct(request.key, request.value, str(actor), nonce=sender.key, seat=actor.seat))
        return Reply()

    # -- who is there ------------------------------------------------------------------------------------------

    def phones_are(self, seats: frozenset[int], writers: Sequence[Person] = ()) -> None:
        """The seats that have a page open now, and the hosts that may write for others."""
        self.presence.pages(seats, writers)
        if seats != self.phones:
            come, self.phones = seats - self.phones, seats
            for seat in come:
                self.agreement.is_there(seat)
            self.agreement.settle()
            self.changed()

    def claims_are(self, seats: frozenset[int]) -> None:
        """The seats a device may act for."""
        self.claimed = seats
        self.presence.has_own(seats)
        self.changed()

    def watched_by(self, people: int) -> None:
        """So many phones without a seat look on."""
        if people != self.watching:
            self.watching = people
            self.changed()

    def came(self, seat: int) -> None:
        """Somebody acts at this seat: the table does not go on without it any more. Raises ``LogError``."""
        if seat in self.leaving.now.gone | self.leaving.now.open:
            self.leaving.comes(seat)
            self.changed()

    def key_pressed_at(self, seat: int) -> None:
        """A key of a seat's own was used: somebody sits there."""
        with suppress(LogError):
            self.came(seat)
        if seat not in self.awake() or seat in self.absences():
            self.changed()
        self.keyed[seat] = self._clock.mono()
        self.presence.pressed(seat)
        self.agreement.is_there(seat)

    def acted(self, actor: Actor) -> None:
        """Somebody did something with a device."""
        if actor.seat != TABLE:
            self.presence.pressed(actor.seat)
            self.agreement.is_there(actor.seat)
        elif actor.writes_for_all and actor.device:
            self.presence.wrote(actor.who)

    def mono(self) -> float:
        """Seconds on the table's own clock."""
        return self._clock.mono()

    @property
    def sitting(self) -> Sitting:
        """Who is at the table, as far as agreement is concerned."""
        return self.presence.sitting(self.playing().setup.numbers, self.leaving.now.gone)

    def absences(self) -> dict[int, Absence]:
        """How long the seats of the play have been silent, those that are not there."""
        seats = self.play.setup.numbers if self.play is not None else ()
        stages = {seat: self.presence.stage(seat) for seat in seats}
        return {seat: stage for seat, stage in stages.items() if stage != "there"}

    def _asking(self) -> dict[int, tuple[Dialogue, ...]]:
        """What the table's agreement asks of seats besides votes."""
        waiting, missed = self.agreement.waiting(), self.while_away.dialogues()
        return {seat: (*missed.get(seat, ()), *waiting.get(seat, ())) for seat in {*waiting, *missed}}

    def awake(self) -> frozenset[int]:
        """The seats that have a page open, or used a key lately."""
        now = self._clock.mono()
        keyed = {seat for seat, at in self.keyed.items() if now - at < AWAKE_AFTER_KEY}
        return self.phones | keyed


def _alike(one: Dialogue, other: Dialogue | None) -> bool:
    """Whether two viewers are asked the same after the same answers."""
    return other is not None and (one.question, one.answers) == (other.question, other.answers)


def _no_photo(play: str) -> None:
    """A desk without an album."""
    del play


def _no_evening(seat: int, claim: Claim) -> None:
    """A desk that no evening has taken up seats nobody."""
    del claim
    raise LookupError(f"nobody keeps who sits at seat {seat}")
