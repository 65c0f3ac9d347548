"""What each API call does. A handler's first docstring line is the call's summary in the OpenAPI document."""

from __future__ import annotations

from flask import Response

from companion.core.boxes import Learned
from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.agreement.agreement_requests import ComeBack, Depart, GoOnWithout, Redo, Undo
from companion.service.audit.audit_requests import AskWhichFact, ProposeFacts
from companion.service.clock.clock_requests import PauseClock, SetClock
from companion.service.clock.turn_clock import ClockRule
from companion.service.play.play_requests import AnswerQuestion, AnswerQuestions, CorrectNumber, StepBack
from companion.service.seats.seat_requests import (
    BecomeHost,
    ClaimSeat,
    ConfirmSeat,
    LeaveSeat,
    OfferSeat,
    Rename,
    TakeSeat,
)
from companion.service.session.session_looks import ExportPlay, SeeChance, SeeGames, SeePastPlays
from companion.service.session.session_requests import BeginPlay, ChooseGame, ConcludePlay, PlayAgain, ResumePlay
from web.api import shapes
from web.api.client import Client, as_json
from web.http.identity import language

# -- looking ---------------------------------------------------------------------------------------------------------


def whoami(client: Client) -> Response:
    """What this token may do."""
    return as_json(shapes.Whoami(client.table.seat_of(client.token), client.table.is_host(client.token)))


def games(client: Client) -> Response:
    """The games on the shelf, with their options."""
    found = [game.meta for game in client.look(SeeGames()).values()]
    return as_json(
        [
            shapes.GameInfo(
                meta.key, meta.title, meta.seats, meta.rules_version, meta.options, meta.chance, meta.levels, meta.box
            )
            for meta in found
        ]
    )


def plays(client: Client) -> Response:
    """Earlier evenings, the latest first."""
    return as_json(client.look(SeePastPlays()))


def export(client: Client, play: str) -> Response:
    """One evening as this token may know it."""
    found = client.look(ExportPlay(play, language()))
    if found is None:
        raise Refused("not-found", say("There is no such play."))
    return Response(found, mimetype="application/json")


def chance(client: Client, play: str) -> Response:
    """What chance gave in one evening, to be redone; only the promise until the play is closed for good."""
    found = client.look(SeeChance(play))
    if found is None:
        raise Refused("not-found", say("There is no such play."))
    return as_json(found)


def public(client: Client) -> Response:
    """The table as everybody sees it."""
    return as_json(client.table.table_view())


def seats(client: Client) -> Response:
    """The places at the table."""
    return as_json(client.table.table_view().seats)


def own(client: Client) -> Response:
    """The table as the seat of this token sees it, with the questions it is asked."""
    return as_json(client.table.seat_view(client.seat))


def questions(client: Client) -> Response:
    """The questions the seat of this token is asked; all public ones for a host without a seat."""
    if client.table.seat_of(client.token) is None and client.table.is_host(client.token):
        return as_json(client.table.scribe_view().dialogues)
    return as_json(client.table.seat_view(client.seat).dialogues)


def scribe(client: Client) -> Response:
    """What a host sees who enters everything for everybody."""
    client.only_host()
    return as_json(client.table.scribe_view())


def log(client: Client) -> Response:
    """What happened, as this token may read it."""
    return as_json(client.table.history(client.viewer))


def score(client: Client) -> Response:
    """The account so far, as this token may know it."""
    moment = client.table.moment
    if moment.play is None:
        raise Refused("no-play", say("No play is on."))
    return as_json(moment.score(client.viewer))


def inventory(client: Client) -> Response:
    """Every tracked number this token may see."""
    return as_json(client.table.tracked(client.viewer))


# -- acting ----------------------------------------------------------------------------------------------------------


def sit(client: Client, seat: int, sent: shapes.Sitting) -> Response:
    """Take a seat with this token."""
    if not client.token:
        raise Refused("no-token", say("Send a token of your own: 16 random bytes in URL-safe base64."))
    return client.replied(client.table.ask(client.token, TakeSeat(seat, sent.name)))


def leave(client: Client) -> Response:
    """Stand up: the seat is free for another device."""
    return client.replied(client.table.ask(client.token, LeaveSeat()))


def offer(client: Client, seat: int) -> Response:
    """A code, in words, with which another phone or program may ask for the seat within a minute."""
    return client.replied(client.table.ask(client.token, OfferSeat(seat)))


def claim(client: Client, sent: shapes.Code) -> Response:
    """Ask for a seat by its code; then somebody must say yes."""
    return client.replied(client.table.ask(client.token, ClaimSeat(sent.code)))


def arrival(client: Client, seat: int, sent: shapes.Arrival) -> Response:
    """Say as host whether whoever waits for a seat gets it."""
    return client.replied(client.table.ask(client.token, ConfirmSeat(seat, agreed=sent.agreed)))


def gone(client: Client, sent: shapes.ForSeat) -> Response:
    """Go on without a seat for good, if the table agrees."""
    return client.replied(client.table.ask(client.token, Depart(sent.seat, sent.nonce)))


def here(client: Client) -> Response:
    """Be back at the seat of this token."""
    return client.replied(client.table.ask(client.token, ComeBack()))


def rename(client: Client, sent: shapes.Sitting) -> Response:
    """Another name for the seat of this token."""
    return client.replied(client.table.ask(client.token, Rename(sent.name)))


def answer(client: Client, sent: shapes.OneAnswer) -> Response:
    """Answer one question."""
    reply = client.table.ask(
        client.token, AnswerQuestion(sent.seat, sent.digest, sent.answer, sent.nonce, sent.service)
    )
    return client.replied(reply)


def move(client: Client, sent: shapes.WholeMove) -> Response:
    """Answer all that is left of a dialogue: the move is made whole or not at all."""
    return client.replied(
        client.table.ask(client.token, AnswerQuestions(sent.seat, sent.digest, tuple(sent.answers), sent.nonce))
    )


def preview(client: Client, sent: shapes.Tried) -> Response:
    """What an answer would do, without doing it."""
    found = client.table.preview(client.token, sent.seat, sent.digest, sent.answer)
    if found is None:
        raise Refused("stale", say("The table has changed meanwhile. Look again."))
    return as_json(found)


def back(client: Client, sent: shapes.ForSeat) -> Response:
    """Take back the last answer of a half-finished dialogue."""
    return client.replied(client.table.ask(client.token, StepBack(sent.seat)))


def undo(client: Client, sent: shapes.ForSeat) -> Response:
    """Take back a step, or ask the table to agree."""
    return client.replied(client.table.ask(client.token, Undo(sent.seat, sent.nonce)))


def redo(client: Client, sent: shapes.ForSeat) -> Response:
    """Bring back what was taken back."""
    return client.replied(client.table.ask(client.token, Redo(sent.seat, sent.nonce)))


def skip(client: Client, sent: shapes.Sleeping) -> Response:
    """Go on without a seat that sleeps, once one other agrees, where there is one."""
    return client.replied(client.table.ask(client.token, GoOnWithout(sent.seat, sent.nonce, sent.stood)))


def correct(client: Client, sent: shapes.Correction) -> Response:
    """Set a tracked number to what lies on the table."""
    return client.replied(client.table.ask(client.token, CorrectNumber(sent.key, sent.value, sent.nonce)))


def facts(client: Client) -> Response:
    """What the play that is on knows of the components, as the box says it."""
    return as_json(client.table.known_facts())


def correct_fact(client: Client, sent: shapes.PrintedFact) -> Response:
    """Say that something is printed otherwise; the table is asked, and what rested on it is shown."""
    fact = Learned(sent.kind, sent.key, sent.field, sent.value)
    return client.replied(client.table.ask(client.token, ProposeFacts((fact,), sent.nonce)))


def which_fact(client: Client, sent: shapes.ForSeat) -> Response:
    """Be asked which printed fact is wrong: seat 0 as scribe."""
    return client.replied(client.table.ask(client.token, AskWhichFact(sent.nonce, scribe=sent.seat == TABLE)))


def alive(client: Client) -> Response:
    """Answer a beat of the stream: somebody is there."""
    client.table.broadcast.alive(client.token)
    return as_json(shapes.Taken())


# -- hosting ---------------------------------------------------------------------------------------------------------


def host(client: Client, sent: shapes.Pin) -> Response:
    """Become host with a PIN: OK held on the panel shows one, and so does `companion pin`."""
    if not client.token:
        raise Refused("no-token", say("Send a token of your own: 16 random bytes in URL-safe base64."))
    return client.replied(client.table.ask(client.token, BecomeHost(sent.pin)))


def clock(client: Client, sent: ClockRule) -> Response:
    """Choose how the turns are timed; all clocks begin anew."""
    return client.replied(client.table.ask(client.token, SetClock(sent)))


def pause(client: Client, sent: shapes.Pause) -> Response:
    """Stop the turn clocks, or let them go on."""
    return client.replied(client.table.ask(client.token, PauseClock(on=sent.on)))


def choose(client: Client, sent: shapes.Choice) -> Response:
    """Choose the game and its options."""
    return client.replied(client.table.ask(client.token, ChooseGame(sent.game, sent.options, sent.chance)))


def begin(client: Client, sent: shapes.Beginning) -> Response:
    """Begin the chosen game."""
    seats_named = frozenset(sent.seats) if sent.seats else None
    return client.replied(client.table.ask(client.token, BeginPlay(seats_named, sent.level)))


def again(client: Client) -> Response:
    """The same people for another play."""
    return client.replied(client.table.ask(client.token, PlayAgain()))


def go_on(client: Client, play: str) -> Response:
    """Bring an unfinished play back."""
    return client.replied(client.table.ask(client.token, ResumePlay(play)))


def conclude(client: Client, play: str) -> Response:
    """Close a finished play for good, so that its seed is shown."""
    return client.replied(client.table.ask(client.token, ConcludePlay(play)))
