"""Events of one pod, as the conversation reports them. Times (`at`) are those of the host's clock, in seconds."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.pods.pod_messages import Hello


@dataclass(frozen=True, slots=True)
class KeyChange:
    """One key event: `change` is 1 down, 0 up, or detents; `picture` was visible then (0: none)."""

    line: str
    change: int
    at: float
    picture: int


@dataclass(frozen=True, slots=True)
class PodConnected:
    """The pod takes part in a session; its display is dark."""

    hello: Hello
    at: float


@dataclass(frozen=True, slots=True)
class PodLost:
    """The pod does not respond any more. Its held keys count as released; `why` is a short English reason."""

    why: str
    at: float


PodEvent = KeyChange | PodConnected | PodLost
