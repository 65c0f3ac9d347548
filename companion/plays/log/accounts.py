"""Accounts: results of plays whose game may be removed one day, in texts that need neither the game nor its
catalogue.
"""

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
    """``score`` and ``texts`` of an account with seat references instead of names."""

    score: ScoreSheet
    texts: dict[str, str]


class Account(Struct, frozen=True):
    """The public result of a play: the public ``score``, and ``texts``, the readable summary by language. All texts are
    spelled out, so no catalogue is needed. ``by_seats`` is None in an account stored by an older version.
    """

    title: Verbatim
    score: ScoreSheet
    texts: dict[str, str]
    by_seats: EndBySeats | None = None

    @property
    def without_names(self) -> Account:
        """The account without names. For one stored by an older version, where names cannot be told from other words,
        the texts of the game are replaced by general ones from the catalogue.
        """
        bare = self.by_seats or EndBySeats(_without_words(self.score), {})
        return Account(self.title, bare.score, bare.texts, bare)


def _without_words(sheet: ScoreSheet) -> ScoreSheet:
    """The points of the same seats without any texts, because it is not known which words are names."""

    def side(one: SideScore) -> SideScore:
        lines = tuple(structs.replace(line, label=say("Points"), why=None) for line in one.lines)
        label = listed([SeatName(seat) for seat in one.seats]) if one.seats else say("Points")
        return structs.replace(one, label=label, lines=lines, won=one.won and say("Victory"))

    ladder = tuple(structs.replace(one, label=say("A tie-break")) for one in sheet.ladder)
    lost = sheet.lost and say("Nobody has won.", N_("Nobody has won"))
    return structs.replace(sheet, sides=tuple(map(side, sheet.sides)), ladder=ladder, lost=lost)


_accounts = msgspec.json.Decoder(Account)


class Accounts(Store):
    """The stored accounts, by play."""

    def put(self, play: str, account: Account) -> None:
        """Store the account of a play, replacing an earlier one."""
        with self._database.transaction():
            ACCOUNTS.put(self._database, play, json_text(account))

    def remove_names(self, play: str) -> None:
        """Replace the account of a play, if there is one, by one without names."""
        account = self.get(play)
        if account is not None:
            self.put(play, account.without_names)

    def get(self, play: str) -> Account | None:
        """The account of a play; None if it is missing or damaged."""
        for _, content in ACCOUNTS.rows(self._database, "WHERE play = ?", play):
            with suppress(*UNREADABLE):
                return _accounts.decode(content)
        return None


def spelled_out(wording: Wording, speakers: tuple[Speaker, ...]) -> Verbatim:
    """A text spelled out in each of the languages, with the current names."""
    return Verbatim({speaker.language: speaker.say(wording) for speaker in speakers})


def score_spelled_out(sheet: ScoreSheet, speakers: tuple[Speaker, ...]) -> ScoreSheet:
    """The score sheet with every text spelled out. A label that consists of a seat's name only stays a reference, so
    that it follows later renames.
    """

    def words(wording: Wording) -> Wording:
        is_name = isinstance(wording, Message) and wording.text == _NAME
        return wording if is_name else spelled_out(wording, speakers)

    return score_with(sheet, words)


def all_spelled_out(sheet: ScoreSheet, speakers: tuple[Speaker, ...], longest: int) -> ScoreSheet:
    """Like ``score_spelled_out``, but names are spelled out too, and each text is cut to ``longest`` characters."""

    def words(wording: Wording) -> Wording:
        spelled = wording if isinstance(wording, Verbatim) else spelled_out(wording, speakers)
        return Verbatim({language: cut(text, longest) for language, text in spelled.words.items()})

    return score_with(sheet, words)


def cut(text: str, longest: int) -> str:
    """``text`` cut to ``longest`` characters, with a mark at its end if something was cut."""
    return text if len(text) <= longest else f"{text[: longest - 1]}\u2026"


def score_with(sheet: ScoreSheet, words: Callable[[Wording], Wording]) -> ScoreSheet:
    """The score sheet with ``words`` applied to each of its texts."""

    def line(one: Line) -> Line:
        return structs.replace(one, label=words(one.label), why=one.why and words(one.why))

    def side(one: SideScore) -> SideScore:
        lines = tuple(map(line, one.lines))
        return structs.replace(one, label=words(one.label), lines=lines, won=one.won and words(one.won))

    ladder = tuple(structs.replace(one, label=words(one.label)) for one in sheet.ladder)
    lost = sheet.lost and words(sheet.lost)
    return structs.replace(sheet, sides=tuple(map(side, sheet.sides)), ladder=ladder, lost=lost)
