"""Looks at the table as it was published last: each is computed from what its viewer may know. Any thread."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.boxes import Learned, facts
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget
from companion.service.asking.sender import LookHandlers, Sender
from companion.service.audit.audit import shown
from companion.service.audit.audit_requests import CheckNumbers, SeeKnownFacts, SeeWholeSheet
from companion.service.audit.audit_views import checked, whole_sheet
from companion.service.play.dialogues import preview
from companion.service.play.play_requests import FillForm, PreviewAnswers, SeeQuestion
from companion.service.play.play_views import Dialogue, Preview
from companion.service.screens.moment import Moment
from companion.service.screens.screen_requests import (
    SeeChosenGame,
    SeeGameBegunLast,
    SeeNames,
    SeeNumbers,
    SeeOnPaper,
    SeePublicNumbers,
    SeeScore,
    SeeScribe,
    SeeSeat,
    SeeTable,
    SeeWarning,
)
from companion.service.screens.view_builders import scribe_view, seat_view, table_view
from companion.service.screens.views import TrackedView


class MomentViews:
    """See the module. ``moment`` gives the latest one."""

    def __init__(self, moment: Callable[[], Moment]) -> None:
        self._moment = moment

    def looks(self) -> LookHandlers:
        return {
            SeeTable: lambda _sender, _look: table_view(self._moment()),
            SeeSeat: lambda sender, _: seat_view(self._moment(), sender.actor.seat),
            SeeScribe: lambda _sender, _look: scribe_view(self._moment()),
            SeeNames: lambda _sender, _look: self._moment().gathering.names,
            SeeWarning: lambda _sender, _look: self._moment().told.warning,
            SeeChosenGame: lambda _sender, _look: self._moment().gathering,
            SeeGameBegunLast: lambda _sender, _look: self._moment().game_begun_last,
            SeeScore: lambda sender, _: self._score(sender.viewer),
            SeeNumbers: lambda sender, _: self._tracked(sender.viewer),
            SeePublicNumbers: lambda _sender, _look: self._tracked(PUBLIC),
            SeeOnPaper: lambda _sender, _look: self._on_paper(),
            SeeWholeSheet: lambda sender, _: whole_sheet(self._moment().audited(), sender.own or TABLE),
            CheckNumbers: lambda sender, look: checked(self._moment().audited(), sender.own or TABLE, look.numbers),
            SeeKnownFacts: lambda _sender, _look: self._known_facts(),
            SeeQuestion: lambda sender, look: _question(self._moment(), sender, look),
            PreviewAnswers: self._preview,
            FillForm: self._fill,
        }

    def _score(self, viewer: Viewer) -> ScoreSheet | None:
        moment = self._moment()
        return moment.score(viewer) if moment.play is not None else None

    def _tracked(self, viewer: Viewer) -> tuple[TrackedView, ...]:
        play = self._moment().play
        if play is None:
            return ()
        numbers = play.game.inventory(play.known(viewer))
        return tuple(TrackedView(**shown(number), owner=number.owner) for number in numbers if number.known)

    def _on_paper(self) -> tuple[AnyWidget, ...]:
        moment = self._moment()
        if moment.play is None:
            return ()
        keys = set(moment.play.game.on_paper(moment.known(PUBLIC)))
        return tuple(widget for widget in moment.widgets(PUBLIC) if widget.key in keys)

    def _known_facts(self) -> tuple[Learned, ...]:
        moment = self._moment()
        return tuple(facts(moment.play.box)) if moment.play is not None else ()

    def _preview(self, sender: Sender, look: PreviewAnswers) -> Preview | None:
        moment = self._moment()
        dialogue = _question(moment, sender, look)
        return (
            preview(moment.play, dialogue, sender.actor.viewer_for(dialogue.seat), look.answers) if dialogue else None
        )

    def _fill(self, sender: Sender, look: FillForm) -> Dialogue | None:
        moment = self._moment()
        viewer = sender.actor.viewer_for(look.seat)
        for dialogue in moment.asked(sender.actor):
            if dialogue.seat == look.seat and dialogue.form is not None:
                return moment.playing.with_answers(dialogue, viewer, look.given)
        return None


def _question(moment: Moment, sender: Sender, look: SeeQuestion | PreviewAnswers) -> Dialogue | None:
    asked = moment.asked(sender.actor)
    return next((found for found in asked if (found.seat, found.digest) == (look.seat, look.digest)), None)
