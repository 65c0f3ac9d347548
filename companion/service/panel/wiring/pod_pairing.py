"""Pods that no profile names: they show that they wait, the host offers a seat, and OK on one of them takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from companion.core.wording import N_, Message, SeatName, Speaker, say
from companion.render.draw import draw
from companion.render.faces import ProbeFace
from companion.service.asking.requests import Reply
from companion.service.panel.wiring.wiring_status import fault_of_pod, place_named
from hardware.ports import PodSeating, UnseatedPod

NEW = say("New pod", N_("New pod"))
WAIT = say("The keeper gives it a seat.", N_("The keeper seats it"))
PRESS = say("Press OK here", N_("Press OK here"))


@dataclass(frozen=True)
class NewPods:
    """What the host sees of pods: unseated ones with what is wrong with them, seats they may be given, the one that is
    offered, and the seats that a pod was given.
    """

    unseated: tuple[tuple[UnseatedPod, Message | None], ...]
    free: tuple[int, ...]
    offered: int | None
    given: tuple[int, ...]


NO_PODS = NewPods((), (), None, ())
"""At a table to which no pods come."""


class PodPairing:
    """Only the deciding thread comes here, but for ``view``. ``keep`` stores the seats, ``post`` enqueues for it,
    ``speaker`` gives the language of the small displays, ``changed`` is told when there is something new to see.
    """

    def __init__(
        self,
        seating: PodSeating | None,
        *,
        keep: Callable[[dict[str, int]], None],
        post: Callable[[Callable[[], object]], None],
        speaker: Callable[[], Speaker],
        changed: Callable[[], None],
    ) -> None:
        self._seating = seating
        self._keep = keep
        self._post = post
        self._speaker = speaker
        self._changed = changed
        self._kept: dict[str, int] = {}
        self._shown: tuple[str, int | None] | None = None

    def begin(self, kept: Any) -> None:
        """Look for pods from now on; ``kept`` are the seats of last time, as they were stored."""
        if self._seating is not None:
            seats = kept.items() if isinstance(kept, dict) else ()
            self._kept = {pod: seat for pod, seat in seats if isinstance(pod, str) and isinstance(seat, int)}
            self.idle()
            self._seating.begin(self._kept, lambda: self._post(self._news))

    def idle(self) -> None:
        """What unseated pods show, in the language of the table."""
        if self._seating is None:
            return
        offered = self._seating.offered()
        speaker = self._speaker()
        if self._shown != (speaker.language, offered):
            self._shown = (speaker.language, offered)
            self._seating.show(lambda size: _picture(speaker, offered, size))

    def offer(self, seat: int) -> Reply:
        """The seat goes to the unseated pod on which OK is pressed next; 0 takes the offer back."""
        if self._seating is None or (seat and seat not in self._seating.free()):
            return Reply("no-pods", say("No pod can be given that seat."))
        self._seating.offer(seat or None)
        self.idle()
        self._changed()
        return Reply()

    def release(self, seat: int) -> Reply:
        """The pod of a seat is unseated again."""
        if self._seating is None:
            return Reply("no-pods", say("No pod can be given that seat."))
        self._seating.release(seat)
        self._news()
        return Reply()

    def view(self) -> NewPods:
        """As it is now."""
        pods = self._seating
        if pods is None:
            return NO_PODS
        found = tuple((one, fault_of_pod(one.fault, one.node)) for one in pods.waiting())
        return NewPods(found, pods.free(), pods.offered(), tuple(sorted(set(pods.seats().values()))))

    def _news(self) -> None:
        if self._seating is not None:
            seats = dict(self._seating.seats())
            if seats != self._kept:
                self._kept = seats
                self._keep(seats)
            self.idle()
        self._changed()


def described(path: str, name: str, firmware: str, chip: str, pod: str, seat: int | None) -> Message:
    """A pod in a line, for a terminal."""
    what = say(
        "{path}: {name}, firmware {firmware}, {chip}, number {pod}",
        path=path,
        name=name,
        firmware=firmware,
        chip=chip or say("another chip"),
        pod=pod,
    )
    return what if seat is None else say("{pod}, at the seat of {who}", pod=what, who=SeatName(seat))


def _picture(speaker: Speaker, offered: int | None, size: tuple[int, int]) -> Image.Image:
    """A frame, and what to do."""
    if offered is None:
        face = ProbeFace(title=speaker.short(NEW), word=speaker.short(WAIT))
    else:
        face = ProbeFace(seat=offered, title=speaker.short(place_named(offered)), word=speaker.short(PRESS))
    return draw(face, size=size)
