"""The table of all API calls, from which routes and OpenAPI document are made."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, Literal

import msgspec
from flask import Response
from msgspec import Struct, defstruct, structs

from companion.core.boxes import Learned
from companion.core.scoring import ScoreSheet
from companion.core.step import TABLE
from companion.plays.reports.history import LogLine
from companion.plays.reports.slips import Digest
from companion.service.agreement.agreement_requests import ComeBack, Depart, GoOnWithout, Redo, Undo
from companion.service.agreement.guided_setup import DealAgain, SkipSetup, TickSetup
from companion.service.agreement.printed_values import EnterPrinted
from companion.service.agreement.proposals import SayFine, SayWait
from companion.service.asking.requests import Request
from companion.service.audit.fact_corrections import AskWhichFact, ProposeFacts
from companion.service.clock.turn_clock import ClockRule, PauseClock, SetClock
from companion.service.panel.remote_keys import EndRemote, MakeRemote, PressKey, RemoteFace
from companion.service.play.answers import (
    AnswerQuestion,
    AnswerQuestions,
    AnswerStep,
    CorrectNumber,
    StepBack,
    SubmitForm,
)
from companion.service.play.play_views import Dialogue, Preview
from companion.service.play.reading import MarkRead, TickSlip
from companion.service.screens.views import ScribeView, SeatInfo, SeatView, TableView, TrackedView
from companion.service.seats.evening_host import HostTable, ShowAddress, StopHosting
from companion.service.seats.seat_transfer import ConfirmSeat, KeepSeat
from companion.service.seats.seating import BecomeHost, ClaimSeat, LeaveSeat, OfferSeat, Rename, TakeSeat
from companion.service.session.past_plays import PastChance, PastPlay
from companion.service.session.session import BeginPlay, ChooseGame, ConcludePlay, PlayAgain, ResumePlay, UseDemoNumbers
from web.api import handlers, shapes
from web.api.client import Client

Method = Literal["GET", "POST", "DELETE"]


@dataclass(frozen=True)
class Call:
    """An API call. ``path`` has ``parameters`` in braces; ``act`` gets the client, the parameters, and the decoded
    body, of the type ``takes``. ``about`` is what the OpenAPI document says of it, ``asks`` the request it makes.
    """

    method: Method
    path: str
    act: Callable[..., Response]
    gives: Any
    takes: type[Any] | None
    name: str
    about: str
    asks: type[Request] | None = None

    @property
    def parameters(self) -> list[str]:
        return parameters(self.path)


def parameters(path: str) -> list[str]:
    """Names of the parameters in a path."""
    return re.findall(r"{(\w+)}", path)


def sees(path: str, act: Callable[..., Response], gives: Any) -> Call:
    """A call that only looks."""
    return Call("GET", path, act, gives, None, act.__name__, in_markdown(act))


def does(path: str, act: Callable[..., Response], gives: Any, takes: type[Any] | None = None) -> Call:
    """A call that is no request to the table."""
    return Call("POST", path, act, gives, takes, act.__name__, in_markdown(act))


def asks(
    path: str,
    kind: type[Request],
    takes: type[Any] | None = None,
    make: Callable[[Any], Request] | None = None,
    *,
    method: Method = "POST",
    gives: Any = shapes.Taken,
    without: frozenset[str] = frozenset(),
) -> Call:
    """A call that asks the table for ``kind``, whose fields are the parameters of the path and the body, ``without``
    those that are not for programs; or ``make`` builds it from a body of another type.
    """
    names = parameters(path)
    takes = takes or body_of(kind, without.union(names))

    def act(client: Client, *given: Any) -> Response:
        if make is not None:
            return client.ask(make(*given))
        sent = structs.asdict(given[-1]) if takes is not None else {}
        return client.ask(kind(**dict(zip(names, given, strict=False)), **sent))

    return Call(method, path, act, gives, takes, kind.__name__, in_markdown(kind), kind)


def body_of(kind: type[Request], without: frozenset[str]) -> type[Struct] | None:
    """The request as a JSON body, with its types, limits and defaults; None when no field is left."""
    fields = [
        (field.name, field.type, msgspec.field(**_default(field)))
        for field in structs.fields(kind)
        if field.name not in without
    ]
    if not fields:
        return None
    return defstruct(
        kind.__name__, fields, frozen=True, forbid_unknown_fields=True, namespace={"__doc__": in_markdown(kind)}
    )


def _default(field: structs.FieldInfo) -> dict[str, Any]:
    """Its default or what makes it, for another field."""
    return {"default": field.default, "default_factory": field.default_factory}


def in_markdown(described: object) -> str:
    """A docstring as OpenAPI has descriptions: in one line, with single backticks."""
    return " ".join((getdoc(described) or "").split()).replace("``", "`")


CALLS: tuple[Call, ...] = (
    sees("/whoami", handlers.whoami, shapes.Whoami),
    sees("/games", handlers.games, list[shapes.GameInfo]),
    sees("/plays", handlers.plays, tuple[PastPlay, ...]),
    sees("/plays/{play}/export", handlers.export, dict[str, Any]),
    asks("/plays/{play}/resume", ResumePlay),
    sees("/plays/{play}/chance", handlers.chance, PastChance),
    asks("/plays/{play}/seed", ConcludePlay),
    sees("/table", handlers.public, TableView),
    sees("/seats", handlers.seats, tuple[SeatInfo, ...]),
    # Handing a shared phone to and fro is for people.
    asks("/seats/{seat}", TakeSeat, without=frozenset({"beside"})),
    asks("/seats/{seat}/code", OfferSeat),
    asks("/seats/{seat}/arrival", ConfirmSeat),
    asks("/claims", ClaimSeat),
    asks("/gone", Depart),
    asks("/here", ComeBack),
    sees("/seat", handlers.own, SeatView),
    asks("/seat", LeaveSeat, method="DELETE"),
    asks("/seat/code", KeepSeat, method="DELETE"),
    asks("/seat/name", Rename),
    asks("/seat/remote", MakeRemote),
    asks("/seat/remote", EndRemote, method="DELETE"),
    sees("/seats/{seat}/face", handlers.face, RemoteFace),
    asks("/press", PressKey),
    sees("/questions", handlers.questions, tuple[Dialogue, ...]),
    sees("/scribe", handlers.scribe, ScribeView),
    sees("/log", handlers.log, tuple[LogLine, ...]),
    sees("/score", handlers.score, ScoreSheet),
    sees("/inventory", handlers.inventory, tuple[TrackedView, ...]),
    asks("/answers", AnswerQuestion),
    asks("/step", AnswerStep, gives=shapes.Stepped),
    asks("/moves", AnswerQuestions),
    does("/preview", handlers.preview, Preview, shapes.Tried),
    asks("/forms", SubmitForm),
    does("/forms/filled", handlers.filled, Dialogue, shapes.GivenAnswers),
    asks("/back", StepBack),
    asks("/undo", Undo),
    asks("/redo", Redo),
    asks("/slips/done", TickSlip),
    asks("/read", MarkRead),
    sees("/digest", handlers.digest, Digest),
    asks("/skip", GoOnWithout),
    asks("/corrections", CorrectNumber),
    sees("/facts", handlers.facts, list[Learned]),
    asks("/facts", ProposeFacts, shapes.PrintedFact, lambda sent: ProposeFacts((sent.learned,), sent.nonce)),
    asks("/facts/which", AskWhichFact, shapes.Which, lambda sent: AskWhichFact(sent.nonce, sent.seat == TABLE)),
    does("/alive", handlers.alive, shapes.Taken),
    asks("/host", BecomeHost),
    asks("/hosting", HostTable),
    asks("/hosting", StopHosting, method="DELETE"),
    asks("/choice", ChooseGame),
    asks("/clock", SetClock, ClockRule, SetClock),
    asks("/clock/pause", PauseClock),
    asks("/begin", BeginPlay),
    asks("/again", PlayAgain),
    asks("/set-up", TickSetup),
    asks("/set-up/skip", SkipSetup),
    asks("/set-up/again", DealAgain),
    asks("/set-up/printed", EnterPrinted),
    asks("/set-up/demo", UseDemoNumbers),
    asks("/show-address", ShowAddress),
    asks("/fine", SayFine),
    asks("/wait", SayWait),
)
"""What each API call does."""
