"""The language of the table screen and the small displays, and where it comes from."""

from __future__ import annotations

from companion.locale import supported
from companion.plays.storage.stores import Settings

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
