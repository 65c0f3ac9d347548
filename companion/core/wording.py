"""Text for people: translatable messages, texts typed by the owners, and the translation into a language.

A message is data: it is stored and sent untranslated, and translated only when shown to a viewer. It may have a short
form that fits on one line of a small display.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from gettext import NullTranslations
from typing import Protocol

from msgspec import Struct

from companion.core.secrecy import Sealed

SHORT_WIDTH = 21
"""The number of characters, even of the widest, that fit on one line of a 128 pixel display; of most texts more fit."""


LONGEST = 2000
"""Characters of the longest text that is shown."""

PLACE = re.compile(r"\{(\w+)\}")


class SeatName(Struct, frozen=True, tag="seat"):
    """The name of the person at ``seat``, looked up when translated, so that a rename changes old log lines too."""

    seat: int


class Verbatim(Struct, frozen=True, tag="verbatim"):
    """Text that owners typed, by language code; ``""`` is for every language. A language that is missing gets the
    translation of the English text from the catalogue.
    """

    words: dict[str, str]


class Message(Struct, frozen=True, tag="message", omit_defaults=True):
    """A text of the catalogue. ``text`` is its English form and its key, with ``{name}`` for each argument.

    ``plural`` and ``count`` choose a form by number; ``short`` is the key of the form for small displays. ``seat`` is
    the seat that a log line is about (0: the table), if not the first person it names: see ``whose``. A ``large`` log
    line says what was just revealed; a ``first`` one is the most important of its step.
    """

    text: str
    args: dict[str, Arg] = {}
    short: str = ""
    plural: str = ""
    count: int = 0
    seat: int | None = None
    large: bool = False
    first: bool = False


Wording = Message | Verbatim
"""Anything a screen may show as text."""

Arg = int | str | SeatName | Verbatim | Message | Sealed[int | str | SeatName | Verbatim | Message]


def N_(text: str) -> str:  # noqa: N802  (the name every gettext tool knows)
    """Mark ``text`` for the catalogue and return it unchanged."""
    return text


def say(text: str, /, short: str = "", **args: Arg) -> Message:
    """A message. ``text`` must be a literal, so that the catalogue finds it; give ``short`` as ``N_("...")``."""
    return Message(text, args, short)


def say_n(one: str, many: str, n: int, /, short: str = "", **args: Arg) -> Message:
    """A message whose form depends on the number ``n``, which is also its argument ``{n}``."""
    return Message(one, {"n": n, **args}, short, many, n)


def named(seat: int) -> Message:
    """A message that is just a seat's name, for labels and row titles."""
    return say("{name}", name=SeatName(seat))


def seats_in(wording: Arg) -> tuple[int, ...]:
    """The seats that a text names, in the order of its arguments; sealed arguments are ignored."""
    match wording:
        case SeatName(seat=seat):
            return (seat,)
        case Message(args=args):
            return tuple(seat for arg in args.values() for seat in seats_in(arg))
        case _:
            return ()


AND = N_("{first} and {last}")
"""Joins the last two items of a list."""

SOUNDS = {"es": (re.compile("h?[ií](?![aeo])", re.IGNORECASE), "{first} e {last}")}
"""By language: the sounds before which ``AND`` changes, and its form there: Spanish "e Íñigo", not "y Íñigo"."""


def listed(parts: Sequence[Arg]) -> Message:
    """A list in words: "Ana, Marco and Lucía". ValueError for an empty list."""
    if not parts:
        raise ValueError("nothing to list")
    *before, last = parts
    if not before:
        return say("{only}", only=last)
    return Message(AND, {"first": reduce(_with_comma, before), "last": last})


NOTHING = say("nothing", short=N_("nothing"))


COMMA = N_("{first}, {next}")
"""Joins two items of a list."""


def in_a_row(parts: Iterable[Wording], empty: Wording = NOTHING) -> Wording:
    """Texts with commas between them: "2 Wood, 1 Dye"; ``empty`` when there are none."""
    row = list(parts)
    return reduce(_with_comma, row) if row else empty


def _with_comma(first: Arg, then: Arg) -> Message:
    return Message(COMMA, {"first": first, "next": then})


def whose(told: Arg | Sealed[Message]) -> int | None:
    """The seat that a log line is about: ``Message.seat``, else the first seat that it names; 0 (the table) if it lists
    several seats; None if it names none. Emptied seals name nobody.
    """
    match told:
        case SeatName(seat=seat):
            return seat or None
        case Sealed():
            return whose(told.value) if told.known else None
        case Message(seat=None):
            named = (whose(told.args[place]) for place in _places(told.text) if place in told.args)
            seats = [seat for seat in named if seat is not None]
            return 0 if told.text in (AND, COMMA) and len(set(seats)) > 1 else next(iter(seats), None)
        case Message(seat=seat):
            return seat
        case int() | str() | Verbatim():
            return None


def _places(text: str) -> list[str]:
    """The names of its arguments in the order in which they are read."""
    return PLACE.findall(text)


def filled(text: str, args: Mapping[str, object]) -> str:
    """``text`` with each ``{name}`` replaced by that argument, at most ``LONGEST`` characters long.

    Texts of stored logs, restored backups and third-party games come from outside, so Python's format language is not
    supported: no attribute, index, conversion or width. A name without an argument stays as it is.
    """
    done, length, end = [], 0, 0
    for found in PLACE.finditer(text):
        piece = text[end : found.start()] + str(args.get(found[1], found[0]))
        done.append(piece)
        length, end = length + len(piece), found.end()
        if length > LONGEST:
            break
    else:
        done.append(text[end:])
    return "".join(done)[:LONGEST]


def verbatim(words: str | Mapping[str, str]) -> Verbatim:
    """Text typed by the owners: one for all languages, or by language code."""
    return Verbatim({"": words} if isinstance(words, str) else dict(words))


class Catalogue(Protocol):
    """The methods of ``gettext`` translations that a speaker calls."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


class Speaker:
    """Translates wording into one language, with the names of the seats (by number)."""

    def __init__(self, language: str, catalogue: Catalogue, names: Mapping[int, str]) -> None:
        self.language = language
        self._catalogue = catalogue
        self._names = names

    def say(self, wording: Wording | str | int) -> str:
        """The full form."""
        return self._speak(wording, short=False)

    def short(self, wording: Wording | str | int) -> str:
        """The short form where there is one, else the full form."""
        return self._speak(wording, short=True)

    def name(self, seat: int) -> str:
        """The name of a seat: as entered, else its number. 0 is the table."""
        if seat == 0:
            return self._catalogue.gettext("The table")
        return self._names.get(seat) or filled(self._catalogue.gettext("Seat {n}"), {"n": seat})

    def _speak(self, wording: Arg, *, short: bool) -> str:
        match wording:
            case int() | str():
                return str(wording)
            case SeatName(seat=seat):
                return self.name(seat)
            case Verbatim(words=words):
                return words.get(self.language) or words.get("") or self._in_english(words)
            case Sealed() as sealed:
                return self._speak(sealed.value, short=short) if sealed.known else self._catalogue.gettext("hidden")
            case Message() as message:
                args = {key: self._speak(arg, short=short) for key, arg in message.args.items()}
                return filled(self._form(message, args, short=short), args)

    def _in_english(self, words: Mapping[str, str]) -> str:
        """A text that was typed only in other languages: its English translation from the catalogue, else any of
        them.
        """
        english = words.get("en", "")
        return (self._catalogue.gettext(english) if english else "") or next(iter(words.values()), "")

    def _form(self, message: Message, args: Mapping[str, str], *, short: bool) -> str:
        if short and message.short:
            return self._catalogue.gettext(message.short)
        if message.plural:
            return self._catalogue.ngettext(message.text, message.plural, message.count)
        sound, form = SOUNDS.get(self.language, (None, ""))
        if message.text == AND and sound is not None and sound.match(args.get("last", "")):
            return form
        return self._catalogue.gettext(message.text)


ENGLISH = Speaker("en", NullTranslations(), {})
"""The speaker for logs and exception texts; English needs no catalogue."""
