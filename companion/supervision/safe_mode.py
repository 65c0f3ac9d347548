"""Messages of safe mode: why it is on, what works, how to leave it."""

from __future__ import annotations

from companion.core.wording import Message, say, say_n, verbatim
from companion.supervision.start_counter import FailedStarts

HOW_TO_LEAVE = say(
    "Phones play as usual. To try again with everything: switch the table off and on, "
    "or restart the service table-companion."
)


def after_failures(failed: FailedStarts) -> Message:
    """Safe mode after failed starts."""
    times = say_n("It failed to start {n} time in a row.", "It failed to start {n} times in a row.", failed.count)
    return _safe_mode(say("{times} {reason}", times=times, reason=_reason(failed)))


def without_hardware(words: str) -> Message:
    """Safe mode because settings or profile cannot be used; ``words`` say what is wrong."""
    return _safe_mode(say("Its settings cannot be used ({words}).", words=verbatim(words)))


def _safe_mode(why: Message) -> Message:
    return say("Safe mode: the table runs without its keys and displays. {why} {how}", why=why, how=HOW_TO_LEAVE)


def _reason(failed: FailedStarts) -> Message:
    if failed.game:
        return say("The game {game} hung at {place}, and was ended.", game=failed.game, place=failed.hung)
    if failed.hung:
        return say("It hung at {place}, and was ended.", place=failed.hung)
    if failed.why:
        return say("The last time it said why ({words}).", words=verbatim(failed.why))
    if failed.result == "watchdog":
        return say("It hung, and was ended.")
    return say("It ended by itself; its journal says more.")
