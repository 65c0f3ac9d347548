"""Call a game's rules from outside: convert their bugs to ``RulesBug``, decode stored states."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.core.chance import CardboardNeeded
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import StateRow, Status


@contextmanager
def rules_bugs_named(*expected: type[Exception]) -> Iterator[None]:
    """Convert any exception except ``Refused``, cardboard questions and ``expected`` to ``RulesBug``."""
    passing: tuple[type[Exception], ...] = (Refused, CardboardNeeded, RulesBug, *expected)
    try:
        yield
    except passing:
        raise
    except Exception as error:
        raise RulesBug(f"{type(error).__name__}: {error}") from error


def read_state(game: AnyGame, stored: StateRow) -> Any:
    """Decode a stored state under the present rules.

    Raises ``SetupError`` if from newer rules, ``RulesBug`` if its own rules cannot read it, ``Gap`` if the row was
    damaged before it got a digest.
    """
    try:
        if stored.rules_version == game.meta.rules_version:
            return game.decode_state(stored.raw)
        plain = msgspec.json.decode(stored.raw)
    except msgspec.DecodeError as error:
        raise RulesBug(f"{type(error).__name__}: {error}") if stored.vouched else Gap from error
    return game.upgrade(stored.rules_version, plain)


def status_of(game: AnyGame, state: Any) -> Status:
    """Whether the rules say the play is over."""
    return "over" if game.awaits(seen(state, PUBLIC)).over else "playing"


def is_closed(game: AnyGame, state: Any) -> bool:
    """Whether all decide in secret, as publicly known (``Awaited.secret``)."""
    return game.awaits(seen(state, PUBLIC)).secret
