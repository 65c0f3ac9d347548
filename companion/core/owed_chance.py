"""Owed chance: a play that waits between two log entries for a roll or draw by people.

After the last answer of a common choice, its entry is stored with everything revealed, before people are asked for any
roll or draw. Until that is entered, the state *owes* a chance: it is the state after the rule, and ``Game.proceed`` has
not run yet. The core asks for it; games need not handle it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct, defstruct

from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Asking, Pick
from companion.core.step import TABLE
from companion.core.wording import N_, say

S = TypeVar("S", bound=Struct)

OWED = "core:chance-owed"
"""The first key in the JSON of a state that owes a chance. No field of a state can have this name."""
WHY = say("Enter what the cardboard shows.", short=N_("Enter the cardboard"))
_FIELD = "_chance_owed"
_NOTHING_LEFT = Pick[str](
    key="go-on",
    prompt=say("Nothing is left to roll or draw.", short=N_("Nothing left to roll")),
    options=(Option("go-on", say("Go on")),),
)


class ChanceOwed(Struct, frozen=True):
    """What is asked of seat ``by`` (0: the table); None if a correction left nothing to roll or draw."""

    question: AnyQuestion | None = None
    by: int = TABLE


class EnterChance(Struct, frozen=True, tag="core:enter-chance"):
    """The move that resumes such a play: ``answer`` is the entered roll or draw; None if there is nothing to enter, or
    nothing was entered yet.
    """

    answer: Answer | None = None


class _Owing(Struct, frozen=True):
    """The JSON form of a state that owes a chance."""

    owed: ChanceOwed = msgspec.field(name=OWED)
    state: msgspec.Raw


_TAG = "core:enter-chance"
_entered = msgspec.json.Decoder(EnterChance)
_decoder = msgspec.json.Decoder(_Owing)


def chance_owed(state: object) -> ChanceOwed | None:
    """The chance that ``state`` owes, or None."""
    return getattr(state, _FIELD, None) if hasattr(type(state), "__owes_chance__") else None


def owing(state: S, owed: ChanceOwed) -> S:
    """``state`` with this chance owed, replacing any other; a shallow copy."""
    plain = settled(state)
    kept = {name: getattr(plain, name) for name in plain.__struct_fields__}
    return cast("S", _owing_type(type(plain))(**kept, **{_FIELD: owed}))


def settled(state: S) -> S:
    """``state`` without a chance owed; a shallow copy."""
    if not hasattr(type(state), "__owes_chance__"):
        return state
    plain = cast("type[S]", type(state).__base__)
    return plain(**{name: getattr(state, name) for name in plain.__struct_fields__})


@cache
def _owing_type(state_type: type[Struct]) -> type[Struct]:
    field: tuple[str, Any, Any] = (_FIELD, ChanceOwed | None, None)
    return defstruct(
        state_type.__name__,
        [field],
        bases=(state_type,),
        kw_only=True,
        module=__name__,
        namespace={"__owes_chance__": True},
    )


def ask_owed(owed: ChanceOwed) -> Asking[EnterChance]:
    """The question that is owed, and the move that its answer makes."""
    answer = yield owed.question or _NOTHING_LEFT
    return EnterChance(answer if owed.question is not None else None)


def owing_json(owed: ChanceOwed, state: bytes) -> bytes:
    """JSON of a state that owes a chance; ``state`` is the JSON of the state without it."""
    return msgspec.json.encode(_Owing(owed, msgspec.Raw(state)), order="deterministic")


def read_owing(raw: bytes) -> tuple[ChanceOwed | None, bytes]:
    """The chance owed, or None, and the JSON of the state itself. Raises ``msgspec.DecodeError``."""
    if not raw.startswith(b'{"' + OWED.encode()):
        return None, raw
    found = _decoder.decode(raw)
    return found.owed, bytes(found.state)


def read_entered(raw: bytes | str) -> EnterChance | None:
    """The ``EnterChance`` move in JSON, or None for another move. Raises the errors of the decoder."""
    text = _TAG if isinstance(raw, str) else _TAG.encode()
    return _entered.decode(raw) if text in raw else None  # type: ignore[operator]
