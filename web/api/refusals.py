"""The refusals that each request of the API may be answered with, by their codes.

Beside these, a request that makes a move is refused by the rules of the game, with codes of theirs; and what has to be
written is refused with the code of a fault of the log.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.service.asking.requests import Request


def _codes(words: str) -> frozenset[str]:
    return frozenset(words.split())


NAMES = _codes("illegible-name long-name no-name same-name unknown-seat word-of-the-table")
"""Of a name that somebody is to have at a seat."""
VOTES = _codes(
    "bug concluded no-audit no-claim no-component no-default no-fact no-play no-redo no-stands "
    "no-undo not-awaited not-there not-tracked nothing-to-correct out-of-bounds overtaken stale unfit"
)
"""Of what the table may have agreed to with the last yes: it is done at once."""
ANSWERS = _codes(
    "mending name-taken no-number no-text not-offered not-yours out-of-reach picked-twice same-person "
    "sealed too-long too-many-answers wrong-number"
)
"""Of an answer to any question: of the game, the table or the cardboard."""

REFUSALS: Mapping[str, frozenset[str]] = {
    "AnswerQuestion": NAMES | VOTES | ANSWERS,
    "AnswerQuestions": NAMES | VOTES | ANSWERS,
    "AskWhichFact": _codes("bug mending no-box no-play not-offered"),
    "BecomeHost": _codes("too-often wrong-pin"),
    "BeginPlay": _codes("no-game obstacle playing setup wrong-seats"),
    "ChooseGame": _codes("no-game no-play not-over playing setup"),
    "ClaimSeat": _codes("no-play no-token too-often unknown-seat wrong-code"),
    "ComeBack": frozenset(),
    "ConcludePlay": _codes("no-play not-over"),
    "ConfirmSeat": NAMES | _codes("no-claim"),
    "CorrectNumber": _codes(
        "bug concluded no-component no-fact no-play not-there not-tracked nothing-to-correct out-of-bounds unfit"
    ),
    "Depart": NAMES | VOTES | _codes("awake gone too-soon"),
    "GoOnWithout": NAMES | VOTES | _codes("awake not-offered too-soon"),
    "LeaveSeat": frozenset(),
    "OfferSeat": NAMES | _codes("no-play not-yours"),
    "PauseClock": _codes("no-clock"),
    "PlayAgain": _codes("no-play not-over"),
    "ProposeFacts": _codes(
        "mending no-component no-fact no-play not-there not-tracked nothing-to-correct out-of-bounds unfit"
    ),
    "Redo": _codes("bug concluded no-play no-redo not-yours nothing-to-redo"),
    "Rename": NAMES,
    "ResumePlay": _codes("no-play not-over playing"),
    "SetClock": _codes("no-clock no-play"),
    "Step": NAMES | VOTES | ANSWERS,
    "StepBack": NAMES
    | VOTES
    | _codes(
        "drawn mending name-taken no-number no-text not-offered not-yours out-of-reach picked-twice "
        "same-person too-long too-many-answers wrong-number"
    ),
    "SubmitForm": NAMES
    | VOTES
    | _codes(
        "form-changed mending name-taken no-answer no-number no-text not-offered not-yours out-of-reach "
        "picked-twice same-person too-long too-many-answers wrong-number"
    ),
    "TakeSeat": NAMES | _codes("asked taken too-often"),
    "Undo": NAMES | VOTES | _codes("nothing-to-undo"),
}
"""Codes by the name of the request; a test compares them with what the code of its handler may raise."""

BY_SENDER = {"anybody": "no-token", "host": "not-host"}
"""The refusal of a device that may not ask, by ``may_ask``; ``no-seat`` for all others."""


def refusals_of(kind: type[Request]) -> frozenset[str]:
    """All codes with which ``kind`` may be refused before a game's rules or the disk say no."""
    again = {"nonce-reused"} if "nonce" in kind.__struct_fields__ else frozenset()
    return REFUSALS[kind.__name__] | {"malformed", "closing", BY_SENDER.get(kind.may_ask, "no-seat")} | again
