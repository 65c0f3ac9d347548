"""Steps of the guided set-up as screens list them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.service.agreement.guided_setup import SetupTask, SetupView


def busy(tasks: Iterable[SetupTask]) -> list[SetupTask]:
    """Of everybody the first of ``tasks``: what people do at the same time."""
    found: list[SetupTask] = []
    seen: set[int] = set()
    for task in tasks:
        if not seen.issuperset(task.owe):
            found.append(task)
            seen |= {*task.owe}
    return found


def nearby(setup: SetupView, most: int) -> Sequence[SetupTask]:
    """At most ``most`` steps around the current one."""
    at = setup.current.number - 1 if setup.current is not None else 0
    first = max(0, min(at - most // 2, len(setup.tasks) - most))
    return setup.tasks[first : first + most]
