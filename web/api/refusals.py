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
CHECKS = _codes(
    "name-taken no-number no-text not-offered out-of-bounds out-of-reach picked-twice too-long too-many-answers "
    "wrong-number"
)
"""Of an answer that its question does not take."""
MOVES = _codes("bug concluded no-play not-awaited overtaken")
"""Of a move that cannot be put into effect, or not any more."""

REFUSALS: Mapping[str, frozenset[str]] = {
    "AnswerQuestion": NAMES
    | CHECKS
    | MOVES
    | _codes(
        "mending no-audit no-claim no-component no-default no-fact no-redo no-stands no-undo not-there not-tracked "
        "not-yours nothing-to-correct same-person sealed stale unfit"
    ),
    "AnswerQuestions": CHECKS | MOVES | _codes("not-yours sealed stale"),
    "AnswerStep": CHECKS | _codes("bug no-fact no-play not-awaited not-yours sealed stale"),
    "AskWhichFact": _codes("bug mending no-box no-play"),
    "BecomeHost": _codes("too-often wrong-pin"),
    "BeginPlay": _codes("all-play counting no-game obstacle playing setup too-often wrong-seats"),
    "ChooseGame": _codes("no-game no-play not-over playing setup"),
    "ClaimSeat": _codes("no-play no-token too-often unknown-seat wrong-code"),
    "ComeBack": frozenset(),
    "ConcludePlay": _codes("no-play not-over"),
    "ConfirmSeat": NAMES | _codes("no-claim"),
    "CorrectNumber": _codes(
        "bug concluded no-component no-fact no-play not-there not-tracked nothing-to-correct out-of-bounds unfit"
    ),
    "MarkRead": _codes("no-line no-play"),
    "DealAgain": _codes("bug concluded no-deal no-play no-undo overtaken"),
    "Depart": MOVES | _codes("awake gone no-audit no-default no-stands too-soon unknown-seat"),
    "EndRemote": frozenset(),
    "EnterPrinted": _codes("begun bug concluded no-component no-fact no-play not-there nothing-to-correct unfit"),
    "GoOnWithout": MOVES | _codes("awake no-audit no-default no-stands not-offered stale too-soon"),
    "HostTable": _codes("no-seat no-token too-often"),
    "KeepSeat": _codes("no-play"),
    "LeaveSeat": frozenset(),
    "ShowAddress": frozenset(),
    "MakeRemote": frozenset(),
    "OfferSeat": _codes("no-play not-yours unknown-seat"),
    "PauseClock": _codes("no-clock"),
    "PlayAgain": _codes("counting no-play not-over too-often"),
    "PressKey": _codes("late-press no-remote not-from-afar repeated-press stale too-often"),
    "ProposeFacts": _codes(
        "mending no-component no-fact no-play not-there not-tracked nothing-to-correct out-of-bounds unfit"
    ),
    "Redo": _codes("bug concluded no-play no-redo not-yours nothing-to-redo"),
    "Rename": NAMES,
    "ResumePlay": _codes("counting no-play not-over playing too-often"),
    "SayFine": _codes("no-seat stale"),
    "SayWait": _codes("no-seat stale"),
    "SetClock": _codes("no-clock no-play"),
    "SkipSetup": _codes("no-play no-step"),
    "StopHosting": _codes("not-hosting"),
    "StepBack": _codes("bug drawn no-audit not-yours"),
    "SubmitForm": _codes(
        "bug concluded form-changed no-answer no-play not-offered not-yours out-of-reach overtaken sealed stale"
    ),
    "TakeSeat": NAMES | _codes("asked taken too-often"),
    "TickSetup": _codes("no-step"),
    "TickSlip": _codes("no-line no-play"),
    "UseDemoNumbers": _codes("all-play begun no-game no-play obstacle playing setup wrong-seats"),
    "Undo": _codes("bug concluded no-play no-redo no-stands no-undo nothing-to-undo"),
}
"""Codes by the name of the request; a test compares them with what the code of its handler may raise."""

BY_SENDER = {"anyone": "no-token", "admin": "not-host"}
"""The refusal of a device that may not ask, by ``may_ask``; ``no-seat`` for all others."""


def refusals_of(kind: type[Request]) -> frozenset[str]:
    """All codes with which ``kind`` may be refused before a game's rules or the disk say no."""
    again = {"nonce-reused"} if "nonce" in kind.__struct_fields__ else frozenset()
    return REFUSALS[kind.__name__] | {"malformed", "closing", BY_SENDER.get(kind.may_ask, "no-seat")} | again
