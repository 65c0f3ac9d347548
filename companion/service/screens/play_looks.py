"""What a device may see of the play on the table and of its audit, and what its answers would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.boxes import Learned, facts
from companion.core.questions import Answer
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget
from companion.plays.reports.history import LogLine
from companion.plays.reports.slips import Digest
from companion.service.agreement.printed_values import PrintedTable, printed_table
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import Actor, FromDevice, not_yours
from companion.service.audit.audit import shown
from companion.service.audit.audit_views import CheckedNumbers, CountedPart, checked, whole_sheet
from companion.service.loop import Loop
from companion.service.play.dialogues import CardSteps, preview
from companion.service.play.play_now import log_lines
from companion.service.play.play_views import Dialogue, Preview
from companion.service.play.reading import Reading
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment
from companion.service.screens.streams import Broadcast
from companion.service.screens.views import TrackedView


@dataclass(frozen=True, eq=False, repr=False)
class PlayLooks(Looks):
    _broadcast: Broadcast
    _running: RunningPlay
    _loop: Loop
    _reading: Reading

    @may_look("for a seat")
    def question(self, device: FromDevice, seat: int, digest: str) -> Dialogue | None:
        """The question with this digest that the device is asked for ``seat``; None when it is no longer there."""
        return _question(self._broadcast.moment, device.actor("for a seat", seat), seat, digest)

    @may_look("for a seat")
    def preview(self, device: FromDevice, seat: int, digest: str, answers: tuple[Answer, ...]) -> Preview | None:
        """What the question with this digest and those after it would come to with these answers, which need not be
        all: nothing is stored and nobody is told. None when the question is no longer there.
        """
        moment, actor = self._broadcast.moment, device.actor("for a seat", seat)
        dialogue = _question(moment, actor, seat, digest)
        return preview(moment.play, dialogue, actor.viewer_for(seat), answers) if dialogue is not None else None

    @may_look("for a seat")
    def fill_form(self, device: FromDevice, seat: int, given: Mapping[str, Answer]) -> Dialogue | None:
        """How the form of ``seat`` looks with these answers, by the keys of their fields: nothing is stored and nobody
        is told. None when the seat is asked no form any more.
        """
        moment, actor = self._broadcast.moment, device.actor("for a seat", seat)
        for dialogue in moment.asked(actor):
            if dialogue.seat == seat and dialogue.form is not None:
                return moment.playing.with_answers(dialogue, actor.viewer_for(seat), given)
        return None

    @may_look("for a seat")
    def card_steps(self, device: FromDevice, seat: int, widget: str, card: str) -> CardSteps:
        """What plays a card of the hand ``widget`` of this device's own seat: nothing is stored and nobody is told.
        Raises ``Refused`` with why it cannot be played.
        """
        actor = device.actor("for a seat", seat)
        if seat != actor.seat:
            raise not_yours(seat)
        return self._broadcast.moment.playing.card_steps(seat, actor.viewer_for(seat), widget, card)

    @may_look("for a seat")
    def typed(self, device: FromDevice, seat: int, typed: Typed) -> Pad | None:
        """The score pad of ``seat`` (0: that of the scribe) as if ``typed`` were written: nothing is stored
        and nobody is told.
        """
        actor = device.actor("for a seat", seat)
        if seat not in (actor.seat, TABLE):
            raise not_yours(seat)
        return self._broadcast.moment.score_pad(seat, typed)

    @may_look("anyone")
    def log(self, device: FromDevice, last: int | None = None, n: int | None = None) -> tuple[LogLine, ...]:
        """``n`` lines of the log of the present play up to number ``last`` (by default all, to the end), as this device
        may read and number them. The deciding thread reads them: a moment holds only the end of the log.
        """
        play = self._running.play
        if play is None:
            return ()
        return self._loop.ask(lambda: log_lines(play, device.viewer, n, last))

    @may_look("seat")
    def digest(self, device: FromDevice) -> Digest | None:
        """What happened since this seat looked last; None without a play. The deciding thread reads it."""
        return self._loop.ask(lambda: self._reading.digest(device.actor("seat").seat))

    @may_look("anyone")
    def score(self, device: FromDevice) -> ScoreSheet | None:
        """The account so far, as this device may know it; None without a play."""
        moment = self._broadcast.moment
        return moment.score(device.viewer) if moment.play is not None else None

    @may_look("anyone")
    def numbers(self, device: FromDevice) -> tuple[TrackedView, ...]:
        """Every tracked number this device may see."""
        return self._tracked(device.viewer)

    @may_look("anyone")
    def printed_table(self, _: FromDevice, printed: str) -> PrintedTable | None:
        """The ``printed`` values of a kind of component that the play on the table needs."""
        play = self._broadcast.moment.play
        return None if play is None else printed_table(play.game, play.known(PUBLIC), printed)

    @may_look("anyone")
    def public_numbers(self, _: FromDevice) -> tuple[TrackedView, ...]:
        """Every tracked number that everybody may see."""
        return self._tracked(PUBLIC)

    @may_look("anyone")
    def on_paper(self, _: FromDevice) -> tuple[AnyWidget, ...]:
        """What everybody sees that no cardboard shows, for the printed sheet."""
        moment = self._broadcast.moment
        if moment.play is None:
            return ()
        keys = set(moment.play.game.on_paper(moment.known(PUBLIC)))
        return tuple(widget for widget in moment.widgets(PUBLIC) if widget.key in keys)

    def _tracked(self, viewer: Viewer) -> tuple[TrackedView, ...]:
        play = self._broadcast.moment.play
        if play is None:
            return ()
        numbers = play.game.inventory(play.known(viewer))
        return tuple(TrackedView(**shown(number), owner=number.owner) for number in numbers if number.known)


def _question(moment: Moment, actor: Actor, seat: int, digest: str) -> Dialogue | None:
    return next((found for found in moment.asked(actor) if (found.seat, found.digest) == (seat, digest)), None)


@dataclass(frozen=True, eq=False, repr=False)
class AuditLooks(Looks):
    _broadcast: Broadcast

    @may_look("anyone")
    def whole_sheet(self, device: FromDevice) -> tuple[CountedPart, ...]:
        """Every number this device may see, to be put in as it lies on the table."""
        return whole_sheet(self._broadcast.moment.audited(), device.own or TABLE)

    @may_look("anyone")
    def check_numbers(self, device: FromDevice, numbers: Mapping[str, int]) -> CheckedNumbers:
        """What is wrong with these numbers, before they are put in."""
        return checked(self._broadcast.moment.audited(), device.own or TABLE, numbers)

    @may_look("anyone")
    def known_facts(self, _: FromDevice) -> tuple[Learned, ...]:
        """All that the play on the table knows of the components; everybody may read them."""
        moment = self._broadcast.moment
        return tuple(facts(moment.play.box)) if moment.play is not None else ()
