"""The table of all API calls, from which routes and OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from flask import Response

from companion.core.boxes import Learned
from companion.core.scoring import ScoreSheet
from companion.service.clock.turn_clock import ClockRule
from companion.service.screens.views import (
    Dialogue,
    LogLine,
    PastChance,
    PastPlay,
    Preview,
    ScribeView,
    SeatInfo,
    SeatView,
    TableView,
    TrackedView,
)
from web.api import handlers, shapes

Act = Callable[..., Response]


@dataclass(frozen=True)
class Call:
    """An API call. ``path`` has parameters in braces; ``act`` gets the client, the parameters, and the decoded body."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    act: Act
    gives: Any
    takes: type[Any] | None = None

    @property
    def name(self) -> str:
        return self.act.__name__

    @property
    def summary(self) -> str:
        return (self.act.__doc__ or "").strip().splitlines()[0]


CALLS: tuple[Call, ...] = (
    Call("GET", "/whoami", handlers.whoami, shapes.Whoami),
    Call("GET", "/games", handlers.games, list[shapes.GameInfo]),
    Call("GET", "/plays", handlers.plays, tuple[PastPlay, ...]),
    Call("GET", "/plays/{play}/export", handlers.export, dict[str, Any]),
    Call("POST", "/plays/{play}/resume", handlers.go_on, shapes.Taken),
    Call("GET", "/plays/{play}/chance", handlers.chance, PastChance),
    Call("POST", "/plays/{play}/seed", handlers.conclude, shapes.Taken),
    Call("GET", "/table", handlers.public, TableView),
    Call("GET", "/seats", handlers.seats, tuple[SeatInfo, ...]),
    Call("POST", "/seats/{seat}", handlers.sit, shapes.Taken, shapes.Sitting),
    Call("POST", "/seats/{seat}/code", handlers.offer, shapes.Taken),
    Call("POST", "/seats/{seat}/arrival", handlers.arrival, shapes.Taken, shapes.Arrival),
    Call("POST", "/claims", handlers.claim, shapes.Taken, shapes.Code),
    Call("POST", "/gone", handlers.gone, shapes.Taken, shapes.ForSeat),
    Call("POST", "/here", handlers.here, shapes.Taken),
    Call("GET", "/seat", handlers.own, SeatView),
    Call("DELETE", "/seat", handlers.leave, shapes.Taken),
    Call("POST", "/seat/name", handlers.rename, shapes.Taken, shapes.Sitting),
    Call("GET", "/questions", handlers.questions, tuple[Dialogue, ...]),
    Call("GET", "/scribe", handlers.scribe, ScribeView),
    Call("GET", "/log", handlers.log, tuple[LogLine, ...]),
    Call("GET", "/score", handlers.score, ScoreSheet),
    Call("GET", "/inventory", handlers.inventory, tuple[TrackedView, ...]),
    Call("POST", "/answers", handlers.answer, shapes.Taken, shapes.OneAnswer),
    Call("POST", "/moves", handlers.move, shapes.Taken, shapes.WholeMove),
    Call("POST", "/preview", handlers.preview, Preview, shapes.Tried),
    Call("POST", "/back", handlers.back, shapes.Taken, shapes.ForSeat),
    Call("POST", "/undo", handlers.undo, shapes.Taken, shapes.ForSeat),
    Call("POST", "/redo", handlers.redo, shapes.Taken, shapes.ForSeat),
    Call("POST", "/skip", handlers.skip, shapes.Taken, shapes.Sleeping),
    Call("POST", "/corrections", handlers.correct, shapes.Taken, shapes.Correction),
    Call("GET", "/facts", handlers.facts, list[Learned]),
    Call("POST", "/facts", handlers.correct_fact, shapes.Taken, shapes.PrintedFact),
    Call("POST", "/facts/which", handlers.which_fact, shapes.Taken, shapes.ForSeat),
    Call("POST", "/alive", handlers.alive, shapes.Taken),
    Call("POST", "/host", handlers.host, shapes.Taken, shapes.Pin),
    Call("POST", "/choice", handlers.choose, shapes.Taken, shapes.Choice),
    Call("POST", "/clock", handlers.clock, shapes.Taken, ClockRule),
    Call("POST", "/clock/pause", handlers.pause, shapes.Taken, shapes.Pause),
    Call("POST", "/begin", handlers.begin, shapes.Taken, shapes.Beginning),
    Call("POST", "/again", handlers.again, shapes.Taken),
)
