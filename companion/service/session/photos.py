"""Photos of the board: who may take one, which there are, which is shown now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import IO, Protocol, TypeVar

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.log import Log
from companion.plays.time_source import Clock
from companion.service.asking.requests import Look, Reply, Request, refused
from companion.service.asking.sender import Handlers, LookHandlers, Sender
from companion.service.play.play_snapshot import latest_photo, photo_view, public_lines
from companion.service.play.play_views import PhotoView
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment
from companion.service.session.photo_cleaning import Developed, developed
from companion.service.session.session_looks import MayTakePhotos, SeePhoto, SeePhotos
from companion.service.session.session_requests import KeepPhoto, RemovePhoto

MOST = 12
"""Photos of one play."""
WAITING = 3
"""Photos that may be on their way into a play at once: more would only wait for each other."""


_COMING = BoundedSemaphore(WAITING)

V = TypeVar("V")


class TableAccess(Protocol):
    """What is needed of the table to take a photo."""

    def ask(self, token: str, request: Request) -> Reply: ...

    def look(self, token: str, look: Look[V]) -> V: ...


def take_photo(table: TableAccess, token: str, file: IO[bytes]) -> Reply:
    """Keep the photo in ``file`` with the play on the table, made small and plain by the thread that asks."""
    try:
        if not table.look(token, MayTakePhotos()):
            raise Refused("no-seat", say("Take a seat first."))
        _check_room(len(table.look(token, SeePhotos())))
        picture = _developed(file)
    except Refused as refusal:
        return refused(refusal)
    return table.ask(token, KeepPhoto(picture.jpeg, (picture.width, picture.height)))


def _check_room(present: int) -> None:
    """Raise ``Refused`` when a play has as many photos as it may."""
    if present >= MOST:
        raise Refused("many-photos", say("There are {n} photos of this play. Throw one away first.", n=MOST))


def _developed(file: IO[bytes]) -> Developed:
    if not _COMING.acquire(blocking=False):
        raise Refused("photos-coming", say("Other photos are on their way. Try again in a moment."))
    try:
        return developed(file)
    finally:
        _COMING.release()


@dataclass(eq=False, repr=False)
class Photos:
    """The photos of plays. ``moment`` is the table as it was published last."""

    _running: RunningPlay
    _log: Log
    _clock: Clock
    _moment: Callable[[], Moment]

    def handlers(self) -> Handlers:
        """What can be asked about photos."""
        return {KeepPhoto: self._keep, RemovePhoto: self._remove}

    def looks(self) -> LookHandlers:
        """What there is to see of photos; all of them are public."""
        return {
            SeePhotos: lambda _, look: self._of(look.play or self._on_table()),
            SeePhoto: lambda _, look: self._log.photos.jpeg(look.play, look.number),
            MayTakePhotos: lambda sender, _: bool(self._on_table()) and (sender.own is not None or sender.host),
        }

    def _on_table(self) -> str:
        """The play on the table; empty without one."""
        moment = self._moment()
        return moment.play.id if moment.play is not None else ""

    def _keep(self, _: Sender, request: KeepPhoto) -> Reply:
        play = self._running.playing()
        _check_room(len(self._log.photos.of(play.id)))
        self._log.photos.add(play.id, public_lines(play), self._clock.wall(), request.size, request.jpeg)
        self._running.show_photo(latest_photo(self._log, play.id))
        return Reply(notice=say("The photo is kept with the play."))

    def _of(self, play: str) -> tuple[PhotoView, ...]:
        return tuple(photo_view(play, row) for row in reversed(self._log.photos.of(play)))

    def _remove(self, sender: Sender, request: RemovePhoto) -> Reply:
        if not sender.host and request.play != self._moment().gathering.play_id:
            raise Refused("not-host", say("Only the host may do that."))
        if not self._log.photos.remove(request.play, request.number):
            raise Refused("no-photo", say("That photo is not there any more."))
        if self._running.play is not None:
            self._running.show_photo(latest_photo(self._log, self._running.play.id))
        return Reply(notice=say("The photo is gone."))
