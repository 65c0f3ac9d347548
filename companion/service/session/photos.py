"""Photos of the board: who may take one, which there are, which is shown now. Any thread."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import IO, Protocol

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.log import Log
from companion.plays.time_source import Clock
from companion.service.desk import Desk
from companion.service.moment import Moment
from companion.service.play.play_snapshot import public_lines
from companion.service.requests import Request
from companion.service.screens.views import PhotoView, Reply, refused
from companion.service.sender import Handlers, Sender
from companion.service.session.latest_photo import latest, photo_view
from companion.service.session.photo_cleaning import Developed, developed
from companion.service.session.session_requests import KeepPhoto, RemovePhoto

MOST = 12
"""Photos of one play."""
WAITING = 3
"""Photos that may be on their way into a play at once: more would only wait for each other."""


class House(Protocol):
    """What is needed of the table."""

    @property
    def moment(self) -> Moment: ...

    def seat_of(self, token: str) -> int | None: ...

    def is_host(self, token: str) -> bool: ...

    def ask(self, token: str, request: Request) -> Reply: ...


class Photographs:
    """See the module."""

    def __init__(self, house: House, desk: Desk, log: Log, clock: Clock) -> None:
        self._house = house
        self._desk = desk
        self._log = log
        self._clock = clock
        self._coming = BoundedSemaphore(WAITING)

    def may(self, token: str) -> bool:
        """Whether this device may take photos: somebody at the table, while there is a play."""
        return self._house.moment.play is not None and self._at_table(token)

    def handlers(self) -> Handlers:
        """What can be asked about photos."""
        return {KeepPhoto: self._keep, RemovePhoto: self._remove}

    def take(self, token: str, file: IO[bytes]) -> Reply:
        """Keep the photo in ``file`` with the play on the table, made small and plain by the thread that asks."""
        try:
            photo = self._cleaned(token, file)
        except Refused as refusal:
            return refused(refusal)
        return self._house.ask(token, photo)

    def _cleaned(self, token: str, file: IO[bytes]) -> KeepPhoto:
        if not self.may(token):
            raise Refused("no-seat", say("Take a seat first."))
        self._check_room(self._house.moment.gathering.play_id)
        picture = self._developed(file)
        return KeepPhoto(picture.jpeg, (picture.width, picture.height))

    def _check_room(self, play: str) -> None:
        """Raises ``Refused`` when the play has as many photos as it may."""
        if len(self._log.photos.of(play)) >= MOST:
            raise Refused("many-photos", say("There are {n} photos of this play. Throw one away first.", n=MOST))

    def _developed(self, file: IO[bytes]) -> Developed:
        if not self._coming.acquire(blocking=False):
            raise Refused("photos-coming", say("Other photos are on their way. Try again in a moment."))
        try:
            return developed(file)
        finally:
            self._coming.release()

    def _keep(self, _: Sender, request: KeepPhoto) -> Reply:
        play = self._desk.playing()
        self._check_room(play.id)
        self._log.photos.add(play.id, public_lines(play), self._clock.wall(), request.size, request.jpeg)
        self._desk.photo = latest(self._log, play.id)
        self._desk.changed()
        return Reply(notice=say("The photo is kept with the play."))

    def of(self, play: str) -> tuple[PhotoView, ...]:
        """The photos of a play, the newest first."""
        return tuple(photo_view(play, row) for row in reversed(self._log.photos.of(play)))

    def jpeg(self, play: str, number: int) -> bytes | None:
        """The picture itself; None when there is none."""
        return self._log.photos.jpeg(play, number)

    def _remove(self, sender: Sender, request: RemovePhoto) -> Reply:
        if not sender.host and request.play != self._house.moment.gathering.play_id:
            raise Refused("not-host", say("Only the host may do that."))
        if not self._log.photos.remove(request.play, request.number):
            raise Refused("no-photo", say("That photo is not there any more."))
        if self._desk.play is not None:
            self._desk.photo = latest(self._log, self._desk.play.id)
            self._desk.changed()
        return Reply(notice=say("The photo is gone."))

    def _at_table(self, token: str) -> bool:
        return self._house.seat_of(token) is not None or self._house.is_host(token)
