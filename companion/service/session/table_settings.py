"""What the admin sets for the whole table: its language, paired screens, copies, the time of day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.core.errors import Refused
from companion.core.wording import Speaker, say
from companion.first_contact.setup_record import SetupMistake, mistakes_key
from companion.keeping.copier import Copier
from companion.keeping.keeping_views import Doing, KeepingView
from companion.keeping.time_of_day import TableClock
from companion.locale import LANGUAGES, speaker, supported
from companion.network.own_wifi.network_thread import TableNetwork
from companion.plays.log.log import Log
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.render.display_names import display_names
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.screens.streams import Broadcast, PairedScreens
from companion.service.session.table_identity import IdentityView, TableIdentity
from companion.service.session.wifi_joining import WifiJoining


class SetLanguage(Request, frozen=True):
    """Set the language of the table screen and the small displays."""

    may_ask = "host"
    language: str


class PairScreen(Request, frozen=True):
    """Pair the table screen that shows this number, with its next request."""

    may_ask = "admin"
    number: str


class ForgetScreens(Request, frozen=True):
    """Unpair all table screens."""

    may_ask = "admin"


class LookAfterCopies(Request, frozen=True):
    """Request a copy, a trial restore, or the repair of damaged rows, to be done soon."""

    may_ask = "admin"
    doing: Doing


class TellTime(Request, frozen=True):
    """Set the time, in seconds since 1970, on a machine that cannot know it."""

    may_ask = "admin"
    wall: float


KEPT = "setup-mistakes"
"""The key of the setting with the dismissed mistakes."""


class PutAwayMistakes(Request, frozen=True):
    """Dismiss the mistakes of the owner's file."""

    may_ask = "admin"


class SetupMistakes:
    """The mistakes of the owner's file. ``found`` are those of the current file; ``changed`` is called when they are
    dismissed.
    """

    def __init__(self, found: Sequence[SetupMistake], settings: Settings, changed: Callable[[], None]) -> None:
        self._key = mistakes_key(found)
        self._settings = settings
        self._changed = changed
        self.shown = () if settings.get(KEPT) == self._key else tuple(found)

    def handlers(self) -> Handlers:
        return {PutAwayMistakes: self._put_away}

    def _put_away(self, _: Sender, __: PutAwayMistakes) -> Reply:
        self._settings.put(KEPT, self._key)
        self.shown = ()
        self._changed()
        return Reply()


CHOSEN, BY_PHONE = "language", "phone-language"
"""Keys in the log's settings: what a host chose, and the language of the first phone that sat down."""


class TableLanguage:
    """The language of the table: chosen by a host, else ``configured``, else that of the ``system`` (empty for none),
    else that of the first phone that sat down in the lobby, else English. Unsupported languages are ignored.
    """

    def __init__(self, settings: Settings, configured: str = "", system: str = "") -> None:
        self._settings = settings
        self._configured = configured
        self._system = system
        self._chosen = supported(str(settings.get(CHOSEN, "")))
        self._by_phone = supported(str(settings.get(BY_PHONE, "")))

    @property
    def now(self) -> str:
        """The code of the language. Any thread."""
        return self._chosen or self._configured or self._system or self._by_phone or "en"

    def choose(self, language: str) -> None:
        """Set the language that a host has chosen, one of ``LANGUAGES``."""
        self._settings.put(CHOSEN, language)
        self._chosen = language

    def phone_sits_down(self, code: str) -> None:
        """Note the language ``code`` of a phone that sits down in the lobby: only the first one counts."""
        if not self._by_phone and (language := supported(code)):
            self._settings.put(BY_PHONE, language)
            self._by_phone = language


class TableSpeakers:
    """Speakers of the table's language, with the names of the people who sit there now. Any thread."""

    def __init__(self, language: TableLanguage, broadcast: Broadcast) -> None:
        self._language = language
        self._broadcast = broadcast

    def aloud(self) -> Speaker:
        """The speaker for the voice, with whole names."""
        return self.published(names=True)

    def on_displays(self) -> Speaker:
        """The speaker for small displays, with names that fit them."""
        return speaker(self._language.now, display_names(self._broadcast.moment.gathering.names))

    def published(self, names: bool) -> Speaker:
        """The speaker for published texts, with or without names of people."""
        return speaker(self._language.now, self._broadcast.moment.gathering.names if names else {})


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
        """The state of copies, as last checked."""
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


@dataclass(frozen=True, eq=False, repr=False)
class SettingsLooks(Looks):
    _settings: TableSettings
    _wifi: WifiJoining
    _mistakes: SetupMistakes
    _identity: TableIdentity

    @may_look("anyone")
    def language(self, _: FromDevice) -> str:
        """The language of the table screen and the small displays."""
        return self._settings.language.now

    @may_look("anyone")
    def setup_mistakes(self, _: FromDevice) -> tuple[SetupMistake, ...]:
        """The mistakes of the owner's file that are still shown. They quote no secret."""
        return self._mistakes.shown

    @may_look("admin")
    def keeping(self, _: FromDevice) -> KeepingView:
        """The state of copies, as last checked."""
        return self._settings.keeping

    @may_look("admin")
    def home_wifi(self, _: FromDevice) -> TableNetwork | None:
        """The network the table is in, and those in sight; None if the table does not manage its network."""
        return self._wifi.network

    @may_look("admin")
    def identity(self, _: FromDevice) -> IdentityView:
        """The identity of the table."""
        return self._identity.view()
