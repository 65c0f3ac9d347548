"""The menu of the keys: requests to the table that phones have buttons for. BACK opens it if there is no step to go
back.
"""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import AnyQuestion, Confirm, Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say, verbatim
from companion.service.agreement.agreement_requests import Depart, GoOnWithout, Redo, Undo, WithdrawVotes
from companion.service.agreement.proposals import SayFine, SayWait
from companion.service.agreement.sleepers import as_one
from companion.service.agreement.votes import MENU
from companion.service.asking.requests import Request
from companion.service.audit.fact_corrections import AskWhichFact
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.seats.seating import LeaveSeat, Rename, TakeSeat

OPEN = "open"
"""The state in which the menu itself is shown; other states are the choice to be confirmed."""
UNDO, REDO, WITHDRAW, FACT, SKIP, LEFT = "undo", "redo", "withdraw", "fact", "skip.", "left."
"""Choices of the menu; those about a seat end in its number."""
SIT, NAME, STAND, COUNTING = "sit", "name", "stand", "counting"
"""Choices only for a seat without a phone: sit down, change the name, stand up; and the answer to a proposal that
counts down.
"""
OWN, CALLED = "own", "called."
"""Answers to who sits down: the name of the seat, or a person's name."""


def is_free(moment: Moment, seat: int) -> bool:
    """Whether a person without a phone may sit down at ``seat`` by its keys."""
    return moment.phase == "gathering" and seat != TABLE and seat not in moment.gathering.names


def has_keys_only(moment: Moment, seat: int) -> bool:
    """Whether the person at ``seat`` has no phone, so that the keys offer a change of name and standing up."""
    return seat in moment.gathering.names and seat not in moment.seats.claimed


def counting(moment: Moment, seat: int) -> Dialogue | None:
    """The proposal that ``seat`` is asked about at its keys ("Fine by me" or "Wait"); None if none is asked there."""
    proposal = moment.proposed.now
    if proposal is None or seat not in proposal.silent or not has_keys_only(moment, seat):
        return None
    yes, no = say("Fine by me", N_("Fine")), say("Wait", N_("Wait"))
    return Dialogue(
        seat, Confirm(key="counting", prompt=proposal.words, yes=yes, no=no), digest="", service=MENU + COUNTING
    )


def known_names(moment: Moment) -> tuple[str, ...]:
    """The names of people who played at this table before and do not sit here now, the latest first."""
    here = set(moment.gathering.names.values())
    return tuple(name for name in moment.seats.last.names if name not in here)


def _names(moment: Moment, seat: int, chosen: str) -> Dialogue:
    """The question who sits at ``seat``: a known person, or nobody by name."""
    options = (
        Option(OWN, say("Seat {n}", n=seat), seat=seat),
        *(Option(f"{CALLED}{name}", verbatim(name)) for name in known_names(moment)),
    )
    question = Pick(key="menu-name", prompt=say("Who sits here?", N_("Who sits here?")), options=options)
    return Dialogue(seat, question, digest="", service=MENU + chosen)


def name_chosen(answer: str, own: str) -> str:
    """The name that was chosen; ``own`` is what the seat is called."""
    return own if answer == OWN else answer.removeprefix(CALLED)


def menu(moment: Moment, seat: int, chosen: str) -> Dialogue | None:
    """The menu of the keys at ``seat`` (0: the panel), or the confirmation of what was ``chosen`` from it; None if
    there is nothing.
    """
    if chosen in (SIT, NAME):
        asks = is_free(moment, seat) if chosen == SIT else has_keys_only(moment, seat)
        return _names(moment, seat, chosen) if asks else None
    options = _options(moment, seat)
    if chosen == OPEN:
        if not options:
            return None
        prompt = say("Ask the table", N_("Ask the table")) if moment.play is not None else say("Seat {n}", n=seat)
        question: AnyQuestion = Pick(key="menu", prompt=prompt, options=options)
        return Dialogue(seat, question, digest="", service=MENU + OPEN)
    if chosen not in [option.value for option in options]:
        return None
    return Dialogue(seat, _sure(moment, chosen), digest="", service=MENU + chosen)


def asks_first(chosen: str) -> bool:
    """Whether a choice needs a confirmation or another answer first."""
    return chosen.startswith((SKIP, LEFT)) or chosen in (NAME, STAND)


def seat_of(chosen: str) -> int:
    """The seat number at the end of a choice."""
    return int(chosen.rpartition(".")[2])


def stood_of(moment: Moment, chosen: str) -> str:
    """For the choice to go on without a seat: the digest of the consequences that were shown with it; else ""."""
    if not chosen.startswith(SKIP):
        return ""
    return next((each.stood for each in moment.sleepers() if each.seat == seat_of(chosen)), "")


def menu_request(chosen: str, place: int, nonce: str, stood: str) -> Request:
    """The request for a choice at ``place``; ``stood`` is the digest from ``stood_of``."""
    match chosen:
        case "undo":
            return Undo(place, nonce)
        case "redo":
            return Redo(place, nonce)
        case "withdraw":
            return WithdrawVotes()
        case "fact":
            return AskWhichFact(nonce)
        case "stand":
            return LeaveSeat()
        case _ if chosen.startswith(SKIP):
            return GoOnWithout(seat_of(chosen), nonce, stood)
        case _:
            return Depart(seat_of(chosen), nonce)


def name_request(chosen: str, place: int, name: str) -> Request:
    """The request to sit down or to rename, once a name was chosen."""
    return TakeSeat(place, name) if chosen == SIT else Rename(name)


def counting_request(*, fine: bool) -> Request:
    """The request for an answer to a proposal that counts down."""
    return SayFine() if fine else SayWait()


def _options(moment: Moment, seat: int) -> tuple[Option[str], ...]:
    return (*_of_play(moment, seat), *_of_person(moment, seat))


def _of_person(moment: Moment, seat: int) -> list[Option[str]]:
    if not has_keys_only(moment, seat):
        return []
    renames = [Option(NAME, say("Another name", N_("Another name")), icon="pen")] if known_names(moment) else []
    return [*renames, Option(STAND, say("Stand up", N_("Stand up")), icon="back")]


def _of_play(moment: Moment, seat: int) -> tuple[Option[str], ...]:
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
    if chosen == STAND:
        question = say("Stand up? The seat is free then.", N_("Stand up?"))
        return Confirm(key="menu-sure", prompt=question, yes=say("OK", N_("OK")), no=say("Back", N_("Back")))
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
