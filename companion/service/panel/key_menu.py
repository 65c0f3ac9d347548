"""What keys may ask of the table: BACK opens it where nothing can be gone back from. Phones have buttons."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import AnyQuestion, Confirm, Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say
from companion.service.agreement.agreement_requests import Depart, GoOnWithout, Redo, Undo, WithdrawVotes
from companion.service.agreement.sleepers import as_one
from companion.service.agreement.votes import MENU
from companion.service.asking.requests import Request
from companion.service.audit.fact_corrections import AskWhichFact
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment

OPEN = "open"
"""The menu itself; else what was chosen from it and is to be confirmed."""
UNDO, REDO, WITHDRAW, FACT, SKIP, LEFT = "undo", "redo", "withdraw", "fact", "skip.", "left."
"""Choices; those about a seat end in its number."""


def menu(moment: Moment, seat: int, chosen: str) -> Dialogue | None:
    """The menu of the keys at ``seat`` (0: the panel), or what was chosen from it to be confirmed; None where there is
    nothing.
    """
    options = _options(moment, seat)
    if chosen == OPEN:
        if not options:
            return None
        question: AnyQuestion = Pick(key="menu", prompt=say("Ask the table", N_("Ask the table")), options=options)
        return Dialogue(seat, question, digest="", service=MENU + OPEN)
    if chosen not in [option.value for option in options]:
        return None
    return Dialogue(seat, _sure(moment, chosen), digest="", service=MENU + chosen)


def asks_first(chosen: str) -> bool:
    """Whether a choice is confirmed before it is made."""
    return chosen.startswith((SKIP, LEFT))


def seat_of(chosen: str) -> int:
    """The seat a choice is about."""
    return int(chosen.rpartition(".")[2])


def stood_of(moment: Moment, seat: int) -> str:
    """The digest of what going on without ``seat`` was said to commit."""
    return next((each.stood for each in moment.sleepers() if each.seat == seat), "")


def menu_request(chosen: str, place: int, nonce: str, stood: str) -> Request:
    """What is asked of the table by a choice at ``place``; ``stood`` is the digest of what it was said to commit."""
    match chosen:
        case "undo":
            return Undo(place, nonce)
        case "redo":
            return Redo(place, nonce)
        case "withdraw":
            return WithdrawVotes()
        case "fact":
            return AskWhichFact(nonce)
        case _ if chosen.startswith(SKIP):
            return GoOnWithout(seat_of(chosen), nonce, stood)
        case _:
            return Depart(seat_of(chosen), nonce)


def _options(moment: Moment, seat: int) -> tuple[Option[str], ...]:
    play = moment.play
    if play is None or moment.phase != "playing":
        return ()
    found: list[Option[str]] = []
    if any(vote.asker.seat == seat and not (seat == TABLE and vote.asker.device) for vote in moment.agreement.asked):
        found.append(Option(WITHDRAW, say("Withdraw the question", N_("Withdraw it"))))
    if seat in play.setup.numbers:
        found += _of_seat(moment, play, seat)
    if seat in (TABLE, *play.setup.numbers) and moment.may_be_misprinted():
        found.append(Option(FACT, say("A printed number is wrong", N_("Printed otherwise")), icon="edit"))
    return tuple(found)


def _of_seat(moment: Moment, play: PlayNow, seat: int) -> list[Option[str]]:
    found: list[Option[str]] = []
    if seat in play.undo:
        free = play.undo[seat].way == "free"
        found.append(Option(UNDO, say("Undo", N_("Undo")) if free else say("Vote on undo", N_("Vote on undo"))))
    if seat in play.redo and play.redo[seat].way == "free":
        found.append(Option(REDO, say("Redo", N_("Redo"))))
    for each in moment.sleepers():
        if each.seat != seat and each.ready:
            found.append(Option(f"{SKIP}{each.seat}", _without(each.seat), seat=each.seat))
    for other in sorted(moment.absent):
        if other not in (seat, *moment.gone) and moment.absent[other] == "long":
            words = say("{who} has left", N_("{who} has left"), who=SeatName(other))
            found.append(Option(f"{LEFT}{other}", words, seat=other))
    return found


def _without(seat: int) -> Message:
    return say("Go on without {who}", N_("Without {who}"), who=SeatName(seat))


def _sure(moment: Moment, chosen: str) -> Confirm:
    seat = seat_of(chosen)
    if chosen.startswith(LEFT):
        prompt = say("Has {who} left the game?", N_("Has {who} left?"), who=SeatName(seat))
        hint: Message | None = say(
            "From then on the table answers for that seat by itself, until somebody sits there again."
        )
    else:
        prompt = say("Go on without {who}?", N_("Without {who}?"), who=SeatName(seat))
        hint = as_one(next(each.commits for each in moment.sleepers() if each.seat == seat))
    return Confirm(key="menu-sure", prompt=prompt, hint=hint, yes=say("OK", N_("OK")), no=say("Back", N_("Back")))
