"""Apply answers in text form to a game's questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from companion.core.chance import CardboardNeeded, Drawn
from companion.core.dialogue import Asked, Done, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.owed_chance import EnterChance, chance_owed
from companion.core.questions import Answer, AnyQuestion, Pick
from companion.core.secrecy import seen, viewer_of
from companion.core.wording import say
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.playthroughs.lines import Act, Given

ACTOR = "playthrough"

_KEY = re.compile(r"[\w.-]+")


class LineMismatch(Exception):
    """The dialogue or the cards ask for something other than the line has: what was ``expected``, and what it has."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected = expected
        self.found = found


AnsweredQuestion = tuple[AnyQuestion, Answer]
"""A question and the answer it was given."""


def move_of(game: AnyGame, state: Any, act: Act) -> tuple[Any, tuple[AnsweredQuestion, ...]]:
    """Move made of the line's answers, with the questions they answer; or its raw JSON move, without any. Raises
    ``Refused``, ``LineMismatch``.
    """
    if act.raw:
        return game.decode_move(act.raw), ()
    known = seen(state, viewer_of(act.seat))
    answers: list[Answer] = []
    for text in act.answers:
        walked = walk(game.ask(known, act.seat), answers)
        if isinstance(walked, Done):
            raise Refused("too-many-answers", say("That was already answered."))
        answers += _usual_before(game, known, act.seat, answers, text)
        question = cast("Asked", walk(game.ask(known, act.seat), answers)).question
        answers.append(_answer(question, text))
    walked = walk(game.ask(known, act.seat), answers)
    if isinstance(walked, Asked):
        raise LineMismatch(f"an answer to {walked.question.key}", "none")
    return walked.move, tuple(zip(walked.answered, answers, strict=True))


def _usual_before(game: AnyGame, known: Any, seat: int, before: Sequence[Answer], text: str) -> list[Answer]:
    """The answers of the questions that a line leaves out, before the one that ``text`` names by its key; none where
    that one is not reached by them. Only what is nearly always the same may be left out: all but one of the options
    stand apart.
    """
    key, mark, _ = text.partition("=")
    skipped: list[Answer] = []
    while mark and isinstance(walked := walk(game.ask(known, seat), [*before, *skipped]), Asked):
        if key.strip() == walked.question.key:
            return skipped
        options = walked.question.options if isinstance(walked.question, Pick) else ()
        meant = [option.value for option in options if not option.apart]
        if len(meant) != 1 or len(options) == 1 or _fits(walked.question, text):
            break
        skipped.append(meant[0])
    return []


def _answer(question: AnyQuestion, text: str) -> Answer:
    """Decode an answer, with or without its question's key. Raises as ``move_of``."""
    key, mark, rest = text.partition("=")
    if mark and key.strip() == question.key:
        return rest.strip() if question.leaving(rest.strip()) else question.parse(rest)
    if mark and _KEY.fullmatch(key) and not _fits(question, text):
        raise LineMismatch(f"an answer to {question.key}", f"one to {key}")
    return question.parse(text)


def _fits(question: AnyQuestion, text: str) -> bool:
    try:
        question.check(question.parse(text))
    except Refused:
        return False
    return True


def submit(play: Play, act: Act, move: Any) -> tuple[tuple[AnsweredQuestion, ...], tuple[Given, ...]]:
    """Submit the move with the line's cardboard chance; returns what cardboard was asked for, and all its chance.

    What the play waits for after a common choice is entered at once, where the line has it: an entry of its own.
    Raises ``Refused``, ``LineMismatch``, ``RulesBug``.
    """
    on_cardboard = [given for given in act.chance if given.by == "cardboard"]
    entered, chance = _submit(play, act.seat, move, on_cardboard)
    chance = not_answered(move, chance)
    while on_cardboard and (owed := chance_owed(play.state)) is not None and owed.question is not None:
        answer = _given(owed.question, on_cardboard)
        more, drawn = _submit(play, owed.by, EnterChance(answer), on_cardboard)
        entered, chance = (*entered, (owed.question, answer), *more), (*chance, *drawn)
    return entered, chance


def _submit(
    play: Play, seat: int, move: Any, on_cardboard: list[Given]
) -> tuple[tuple[AnsweredQuestion, ...], tuple[Given, ...]]:
    """As ``submit``, one entry; takes what it needs from ``on_cardboard``."""
    answered = _answered_by(play, move)
    entered: list[AnsweredQuestion] = []
    before: Sequence[Drawn] = ()
    while True:
        try:
            given_so_far = [answer for _, answer in entered]
            entry = play.submit(seat, ACTOR, move, nonce="", entered=given_so_far, before=before)
        except CardboardNeeded as needed:
            entered.append((needed.question, _given(needed.question, on_cardboard)))
            before = needed.drawn
            continue
        return tuple(entered), _all_chance(entry, (*answered, *entered))


def _answered_by(play: Play, move: Any) -> tuple[AnsweredQuestion, ...]:
    """The chance from cardboard that the move itself holds."""
    owed = chance_owed(play.state)
    if not isinstance(move, EnterChance) or move.answer is None or owed is None or owed.question is None:
        return ()
    return ((owed.question, move.answer),)


def not_answered(move: Any, chance: tuple[Given, ...]) -> tuple[Given, ...]:
    """The chance of a line but for what its answers say already, where they enter what the cardboard showed."""
    if not isinstance(move, EnterChance) or move.answer is None:
        return chance
    first = next((place for place, given in enumerate(chance) if given.by == "cardboard"), len(chance))
    return (*chance[:first], *chance[first + 1 :])


def _given(question: AnyQuestion, on_cardboard: list[Given]) -> Answer:
    """What a line has for the next chance from cardboard."""
    given = on_cardboard.pop(0) if on_cardboard else None
    if given is None or given.key != question.key:
        found = f"{given.key}={given.answer}@cardboard" if given is not None else "none"
        raise LineMismatch(f"{question.key}=...@cardboard", found)
    answer = question.parse(given.answer)
    question.check(answer)
    return answer


def _all_chance(entry: Entry, entered: Sequence[AnsweredQuestion]) -> tuple[Given, ...]:
    left = [question.format(answer) for question, answer in entered]
    return tuple(
        Given(drawn.key, left.pop(0) if drawn.by == "cardboard" else plain(drawn.answer), drawn.by)
        for drawn in entry.drawn
    )


def plain(answer: Answer) -> str:
    """Text form of a drawn answer (never a text, so the question is not needed)."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list):
        return " ".join(map(str, answer)) or "-"
    return str(answer)


def left_over(act: Act, chance: Sequence[Given]) -> None:
    """Raise ``LineMismatch`` if cardboard chance of the line was not used."""
    given = [one for one in act.chance if one.by == "cardboard"]
    asked = sum(one.by == "cardboard" for one in chance)
    if len(given) > asked:
        raise LineMismatch("no more cardboard", f"{given[asked].key}={given[asked].answer}")
