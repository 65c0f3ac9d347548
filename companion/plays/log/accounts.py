"""How plays of games that may be gone one day came out, in words that need no game to be read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct, structs

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import N_, Message, SeatName, Speaker, Verbatim, Wording, listed, named, say
from companion.plays.storage.digests import ACCOUNTS, UNREADABLE
from companion.plays.storage.rows import json_text
from companion.plays.storage.stores import Store

_NAME = named(0).text


class EndBySeats(Struct, frozen=True):
    """``score`` and ``texts`` of an account that call people by their seats."""

    score: ScoreSheet
    texts: dict[str, str]


class Account(Struct, frozen=True):
    """The public end of a play: ``score`` as everybody may see it, ``texts`` the readable summary, by language. Nothing
    in it is to be looked for in a catalogue. ``by_seats`` is None where an older version has kept it.
    """

    title: Verbatim
    score: ScoreSheet
    texts: dict[str, str]
    by_seats: EndBySeats | None = None

    @property
    def without_names(self) -> Account:
        """The same with nobody's name in it, whatever the names were; of one that an older version has kept, without
        the words of its game. Those that stand for them are of the catalogue.
        """
        bare = self.by_seats or EndBySeats(_without_words(self.score), {})
        return Account(self.title, bare.score, bare.texts, bare)


def _without_words(sheet: ScoreSheet) -> ScoreSheet:
    """The same points of the same seats: which of the words are names is not known."""

    def side(one: SideScore) -> SideScore:
        lines = tuple(structs.replace(line, label=say("Points"), why=None) for line in one.lines)
        label = listed([SeatName(seat) for seat in one.seats]) if one.seats else say("Points")
        return structs.replace(one, label=label, lines=lines, won=one.won and say("Victory"))

    ladder = tuple(structs.replace(one, label=say("A tie-break")) for one in sheet.ladder)
    lost = sheet.lost and say("Nobody has won.", N_("Nobody has won"))
    return structs.replace(sheet, sides=tuple(map(side, sheet.sides)), ladder=ladder, lost=lost)


_accounts = msgspec.json.Decoder(Account)


class Accounts(Store):
    """The accounts that are kept, by play."""

    def put(self, play: str, account: Account) -> None:
        """Keep the account of a play, in place of an earlier one."""
        with self._database.transaction():
            ACCOUNTS.put(self._database, play, json_text(account))

    def remove_names(self, play: str) -> None:
        """Keep the account of a play without names, if there is one."""
        account = self.get(play)
        if account is not None:
            self.put(play, account.without_names)

    def get(self, play: str) -> Account | None:
        """The account of a play; None if there is none, or a damaged one."""
        for _, content in ACCOUNTS.rows(self._database, "WHERE play = ?", play):
            with suppress(*UNREADABLE):
                return _accounts.decode(content)
        return None


def spelled_out(wording: Wording, speakers: tuple[Speaker, ...]) -> Verbatim:
    """What a text says in each of the languages, with the names as they are now."""
    return Verbatim({speaker.language: speaker.say(wording) for speaker in speakers})


def score_spelled_out(sheet: ScoreSheet, speakers: tuple[Speaker, ...]) -> ScoreSheet:
    """The same score sheet, every text of it spelled out. A label that is nothing but a name stays one, so that it goes
    on changing with it.
    """

    def words(wording: Wording) -> Wording:
        is_name = isinstance(wording, Message) and wording.text == _NAME
        return wording if is_name else spelled_out(wording, speakers)

    return score_with(sheet, words)


def all_spelled_out(sheet: ScoreSheet, speakers: tuple[Speaker, ...], longest: int) -> ScoreSheet:
    """The same, names too, and each text cut to ``longest`` characters."""

    def words(wording: Wording) -> Wording:
        spelled = wording if isinstance(wording, Verbatim) else spelled_out(wording, speakers)
        return Verbatim({language: cut(text, longest) for language, text in spelled.words.items()})

    return score_with(sheet, words)


def cut(text: str, longest: int) -> str:
    """A text of at most so many characters; where something is missing, it says so at its end."""
    return text if len(text) <= longest else f"{text[: longest - 1]}\u2026"


def score_with(sheet: ScoreSheet, words: Callable[[Wording], Wording]) -> ScoreSheet:
    """The same score sheet with other ``words`` for every text of it."""

    def line(one: Line) -> Line:
        return structs.replace(one, label=words(one.label), why=one.why and words(one.why))

    def side(one: SideScore) -> SideScore:
        lines = tuple(map(line, one.lines))
        return structs.replace(one, label=words(one.label), lines=lines, won=one.won and words(one.won))

    ladder = tuple(structs.replace(one, label=words(one.label)) for one in sheet.ladder)
    lost = sheet.lost and words(sheet.lost)
    return structs.replace(sheet, sides=tuple(map(side, sheet.sides)), ladder=ladder, lost=lost)
