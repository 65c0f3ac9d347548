"""Call a game's rules from outside: convert their bugs to ``RulesBug``, read stored states and their scores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec

from companion.core.bounds import read_within
from companion.core.chance import CardboardNeeded
from companion.core.errors import Refused, RulesBug, raised_at
from companion.core.game import AnyGame
from companion.core.owed_chance import owing, read_owing
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import SetupError
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import StateRow, Status


@contextmanager
def all_bugs_named(*expected: type[Exception]) -> Iterator[None]:
    """Convert any exception except ``expected`` to ``RulesBug``, and attempts to exit the program. For calls outside a
    step, in which rules have no reason to refuse or ask anything.
    """
    passing: tuple[type[Exception], ...] = (RulesBug, *expected)
    try:
        yield
    except passing:
        raise
    except (Exception, SystemExit) as error:
        raise RulesBug(f"{type(error).__name__}: {error}") from error


def rules_bugs_named(*expected: type[Exception]) -> AbstractContextManager[None]:
    """Convert any exception of a step except ``Refused``, cardboard questions and ``expected`` to ``RulesBug``."""
    return all_bugs_named(Refused, CardboardNeeded, *expected)


def bug_place(error: BaseException) -> str:
    """Type and place of what the rules raised; for logs, since its text may hold a secret."""
    cause = error.__cause__ or error
    return f"{type(cause).__name__} at {raised_at(cause)}"


def read_state(game: AnyGame, stored: StateRow) -> Any:
    """Decode a stored state under the present rules.

    Raises ``SetupError`` if from newer rules, ``RulesBug`` if these rules cannot read it, whatever they raise, or it is
    beyond the bounds of the game, and ``Gap`` if the row was damaged before it got a digest.
    """
    with all_bugs_named(SetupError, Gap):
        try:
            read_within(stored.raw, game.bounds)
            if stored.rules_version == game.meta.rules_version:
                return game.decode_state(stored.raw)
            owed, raw = read_owing(stored.raw)
            plain = msgspec.json.decode(raw)
        except msgspec.DecodeError as error:
            if not stored.vouched:
                raise Gap from error
            raise
        state = game.upgrade(stored.rules_version, plain)
        return state if owed is None else owing(state, owed)


def read_score(game: AnyGame, state: Any, viewer: Viewer) -> ScoreSheet:
    """The score as ``viewer`` may see it. Raises ``RulesBug``, also for points that cannot be compared."""
    with all_bugs_named():
        score = game.score(seen(state, viewer), viewer)
        score.winners()
    return score


def status_of(game: AnyGame, state: Any) -> Status:
    """Whether the rules say the play is over."""
    return "over" if game.awaits(seen(state, PUBLIC)).over else "playing"


def is_closed(game: AnyGame, state: Any) -> bool:
    """Whether all decide in secret, as publicly known (``Awaited.secret``)."""
    return game.awaits(seen(state, PUBLIC)).secret
