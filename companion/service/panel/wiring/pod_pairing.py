"""Pairing of pods that no profile names: they show that they wait, the host offers a seat, and pressing OK on one of
them takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from PIL import Image

from companion.core.wording import N_, Message, SeatName, Speaker, say
from companion.plays.storage.stores import Settings
from companion.render.draw import draw
from companion.render.faces import ProbeFace
from companion.service.asking.requests import Reply
from companion.service.panel.wiring.wiring_status import fault_of_pod, place_named
from hardware.ports import PodSeating, UnseatedPod

T = TypeVar("T")

SEATS, LINES = "pods", "pod-lines"
"""Keys of settings: the seat of each pod, and the serial line on which it was found."""
NEW = say("New pod", N_("New pod"))
WAIT = say("The admin gives it a seat.", N_("The admin seats it"))
PRESS = say("Press OK here", N_("Press OK here"))
SAME_NUMBER = say("Same number as another pod", N_("Number taken"))
SEE_DEVICES = say("See the page Devices", N_("See Devices"))


@dataclass(frozen=True)
class NewPods:
    """What the host sees of pods: those without a seat, with their faults; the seats that can be offered; the seat that
    is offered; and the seats that pods were given. ``seatable`` is how many of the unseated ones can be given a seat.
    """

    unseated: tuple[tuple[UnseatedPod, Message | None], ...]
    free: tuple[int, ...]
    offered: int | None
    given: tuple[int, ...]

    @property
    def seatable(self) -> int:
        return sum(trouble is None for _, trouble in self.unseated)


NO_PODS = NewPods((), (), None, ())
"""The view of a table without pods."""


class PodPairing:
    """Gives seats to pods. Used only by the deciding thread; ``view`` may be called from any.

    Seats and lines of pods are stored in ``settings``; ``post`` enqueues a call in the inbox, ``speaker`` gives the
    language of the small displays, ``changed`` is called when the view has changed.
    """

    def __init__(
        self,
        seating: PodSeating | None,
        *,
        settings: Settings,
        post: Callable[[Callable[[], object]], None],
        speaker: Callable[[], Speaker],
        changed: Callable[[], None],
    ) -> None:
        self._seating = seating
        self._settings = settings
        self._post = post
        self._speaker = speaker
        self._changed = changed
        self._kept: tuple[dict[str, int], dict[str, str]] = ({}, {})
        self._shown: tuple[str, int | None] | None = None

    def begin(self) -> None:
        """Start looking for pods; known ones get their stored seats."""
        if self._seating is not None:
            self._kept = _of_type(self._settings.get(SEATS), int), _of_type(self._settings.get(LINES), str)
            self.idle()
            self._seating.begin(*self._kept, lambda: self._post(self._news))

    def idle(self) -> None:
        """Show on pods without a seat what to do, in the language of the table."""
        if self._seating is None:
            return
        offered = self._seating.offered()
        speaker = self._speaker()
        if self._shown != (speaker.language, offered):
            self._shown = (speaker.language, offered)
            self._seating.show(lambda size, duplicate: _picture(speaker, offered, size, duplicate=duplicate))

    def offer(self, seat: int) -> Reply:
        """Offer the seat to the unseated pod on which OK is pressed next; 0 withdraws the offer."""
        if self._seating is None or (seat and seat not in self._seating.free()):
            return Reply("no-pods", say("No pod can be given that seat."))
        self._seating.offer(seat or None)
        self.idle()
        self._changed()
        return Reply()

    def release(self, seat: int) -> Reply:
        """Take the seat from its pod, which is unseated again."""
        if self._seating is None:
            return Reply("no-pods", say("No pod can be given that seat."))
        self._seating.release(seat)
        self._news()
        return Reply()

    def view(self) -> NewPods:
        """The current view."""
        pods = self._seating
        if pods is None:
            return NO_PODS
        seats = pods.seats()
        found = tuple((one, _trouble(one, seats)) for one in pods.waiting())
        return NewPods(found, pods.free(), pods.offered(), tuple(sorted(set(seats.values()))))

    def _news(self) -> None:
        if self._seating is not None:
            now = dict(self._seating.seats()), dict(self._seating.lines())
            if now != self._kept:
                self._kept = now
                self._settings.put(SEATS, now[0])
                self._settings.put(LINES, now[1])
            self.idle()
        self._changed()


def _of_type(stored: Any, kind: type[T]) -> dict[str, T]:
    """The usable part of a stored setting."""
    pairs = stored.items() if isinstance(stored, dict) else ()
    return {pod: value for pod, value in pairs if isinstance(pod, str) and isinstance(value, kind)}


def described(path: str, name: str, firmware: str, chip: str, pod: str, seat: int | None) -> Message:
    """A pod described in one line, for a terminal."""
    what = say(
        "{path}: {name}, firmware {firmware}, {chip}, number {pod}",
        path=path,
        name=name,
        firmware=firmware,
        chip=chip or say("another chip"),
        pod=pod,
    )
    return what if seat is None else say("{pod}, at the seat of {who}", pod=what, who=SeatName(seat))


def _trouble(one: UnseatedPod, seats: Mapping[str, int]) -> Message | None:
    """Why a pod cannot be given a seat, and what to do; None if it can."""
    if one.fault is not None and one.fault.trouble == "duplicate" and one.pod in seats:
        return say(
            "The pod at the seat of {who} has the same number and keeps the seat. Use a different pod here, or give "
            "this USB socket a seat in the profile.",
            who=SeatName(seats[one.pod]),
        )
    return fault_of_pod(one.fault, one.node)


def _picture(speaker: Speaker, offered: int | None, size: tuple[int, int], *, duplicate: bool) -> Image.Image:
    """The picture for a pod without a seat: a frame, and what to do."""
    if duplicate:
        face = ProbeFace(title=speaker.short(SAME_NUMBER), word=speaker.short(SEE_DEVICES))
    elif offered is None:
        face = ProbeFace(title=speaker.short(NEW), word=speaker.short(WAIT))
    else:
        face = ProbeFace(seat=offered, title=speaker.short(place_named(offered)), word=speaker.short(PRESS))
    return draw(face, size=size)
