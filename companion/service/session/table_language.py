"""The language of the table screen and the small displays, and where it comes from."""

from __future__ import annotations

from companion.core.wording import Speaker
from companion.locale import speaker, supported
from companion.plays.storage.stores import Settings
from companion.render.display_names import display_names
from companion.service.screens.streams import Broadcast

CHOSEN, BY_PHONE = "language", "phone-language"
"""Keys in the log's settings: what a host chose, and the language of the first phone that sat down."""


class TableLanguage:
    """What a host chose; else what is ``configured``; else the language of the first phone that sat down in the lobby;
    else that of the ``system``. A language that the product does not speak counts as none.
    """

    def __init__(self, settings: Settings, configured: str = "", system: str = "en") -> None:
        self._settings = settings
        self._configured = configured
        self._system = system
        self._chosen = supported(str(settings.get(CHOSEN, "")))
        self._by_phone = supported(str(settings.get(BY_PHONE, "")))

    @property
    def now(self) -> str:
        """The code of the language. Any thread."""
        return self._chosen or self._configured or self._by_phone or self._system

    def choose(self, language: str) -> None:
        """A host chooses one of ``LANGUAGES``."""
        self._settings.put(CHOSEN, language)
        self._chosen = language

    def phone_sits_down(self, code: str) -> None:
        """A phone whose pages are in the language ``code`` sits down in the lobby: the first one counts, for good."""
        if not self._by_phone and (language := supported(code)):
            self._settings.put(BY_PHONE, language)
            self._by_phone = language


class TableSpeakers:
    """Speakers of the table's language, with the names of the people who sit there now. Any thread."""

    def __init__(self, language: TableLanguage, broadcast: Broadcast) -> None:
        self._language = language
        self._broadcast = broadcast

    def aloud(self) -> Speaker:
        """For the voice, with whole names."""
        return self.published(names=True)

    def on_displays(self) -> Speaker:
        """For the small displays, with names that fit them."""
        return speaker(self._language.now, display_names(self._broadcast.moment.gathering.names))

    def published(self, names: bool) -> Speaker:
        """For what leaves the table, with or without the names of people."""
        return speaker(self._language.now, self._broadcast.moment.gathering.names if names else {})
