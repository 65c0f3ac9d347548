"""What the host sets for the whole table: its language, paired screens, copies, the time of day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.errors import Refused
from companion.core.wording import say
from companion.keeping.copier import Copier
from companion.keeping.keeping_views import KeepingView
from companion.keeping.time_of_day import TableClock
from companion.locale import LANGUAGES
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Sender
from companion.service.screens.streams import PairedScreens
from companion.service.session.session_requests import (
    ForgetScreens,
    LookAfterCopies,
    PairScreen,
    SetLanguage,
    TellTime,
)
from companion.service.session.table_language import TableLanguage


@dataclass(eq=False, repr=False)
class TableSettings:
    """Change the settings of the table. ``language`` is that of the table screen and the small displays."""

    changed: Callable[[], None]
    log: Log
    clock: Clock
    screens: PairedScreens
    copier: Copier | None
    language: TableLanguage

    def handlers(self) -> Handlers:
        return {
            SetLanguage: self._set_language,
            PairScreen: self._pair,
            ForgetScreens: self._forget,
            LookAfterCopies: self._look_after_copies,
            TellTime: self._tell_time,
        }

    @property
    def keeping(self) -> KeepingView:
        """How plays are kept, as it was when that was last checked."""
        return self.copier.view if self.copier is not None else KeepingView()

    def _set_language(self, _: Sender, request: SetLanguage) -> Reply:
        if request.language not in LANGUAGES:
            raise Refused("no-language", say("The table does not speak that."))
        self.language.choose(request.language)
        self.changed()
        return Reply()

    def _pair(self, _: Sender, request: PairScreen) -> Reply:
        self.screens.awaits(request.number)
        return Reply(notice=say("The screen with that number is taken in when it looks again, within a minute."))

    def _forget(self, _: Sender, __: ForgetScreens) -> Reply:
        self.screens.forget()
        return Reply()

    def _look_after_copies(self, _: Sender, request: LookAfterCopies) -> Reply:
        words = {
            "copying": say("A copy is being made."),
            "trial-restore": say("The newest copy is restored, for a trial."),
            "repairing": say("What is damaged is put back from the copies, as soon as no play is on."),
        }
        if self.copier is None or request.doing not in words:
            raise Refused("no-keeper", say("Nobody makes copies at this table."))
        self.copier.order(request.doing)
        return Reply(notice=words[request.doing])

    def _tell_time(self, _: Sender, request: TellTime) -> Reply:
        if not isinstance(self.clock, TableClock) or not self.clock.tell(request.wall):
            raise Refused("no-time", say("That cannot be the time."))
        if self.copier is not None:
            self.copier.wake()
        return Reply()
