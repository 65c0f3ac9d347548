"""The page for a table whose log cannot be opened: what is wrong, and what the host can do there instead of in a
terminal.

Nothing is changed before the host asks for it. A damaged log is never deleted, only renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock

from companion.core.errors import Refused
from companion.core.wording import Message, Speaker, say
from companion.keeping.copier_state import record_heads_again
from companion.keeping.copies import Copy
from companion.keeping.disk import Free, free_bytes
from companion.keeping.disk_room import Deletable, deletable
from companion.keeping.log_checks import ACCEPTED, clear_suspect
from companion.plays.maintenance.backup import Contents, put_aside, restore
from companion.plays.maintenance.row_repair import RepairResult, discard, prepare, repair
from companion.plays.storage.log_errors import CurrentPlayError, LogError
from companion.render.faces import JoinFace, PinFace
from companion.service.asking.requests import Reply, refused
from companion.service.asking.sender import not_admin
from companion.service.panel.joining import pin_face
from companion.service.seats.host_role import HostRoles

WHOLE = ("damaged", "no-database", "broken-disk", "missing")
"""Fault codes that concern the whole file."""
SHORTENED = "play-shortened"
PLAY = ("play-damaged", SHORTENED)
"""Fault codes that concern only the play on the table."""
CURABLE = (*WHOLE, *PLAY)
"""Fault codes that a copy can cure."""
DISK_FULL = "disk-full"
ROOM = 4_000_000
"""Free bytes from which on a log is opened again after ``disk-full``."""
MENDABLE = ("damaged", *PLAY)
"""Fault codes for which single rows may be restored from copies."""


class DamagedLog:
    """The actions offered while the log of the table cannot be opened.

    ``found`` is the newest good copy and what it holds. ``mended`` is what restoring single rows from ``copies`` would
    do, None if that does not help. ``done`` is set when the log may be opened again; then ``anew`` says that the host
    continues without the damaged part. May be called from any thread; a lock allows one action at a time.
    """

    def __init__(
        self,
        log: Path,
        fault: LogError,
        found: tuple[Copy, Contents] | None,
        roles: HostRoles,
        copies: Sequence[Path] = (),
    ) -> None:
        self.fault = fault
        self.found = found if fault.code in CURABLE else None
        self.mended = what_mending_does(log, fault, copies)
        self.done = Event()
        self.anew = False
        self._log = log
        self._copies = copies
        self._roles = roles
        self._lock = Lock()

    @property
    def curable(self) -> bool:
        """Whether replacing the file would help."""
        return self.fault.code in CURABLE

    def tells_numbers(self, token: str) -> bool:
        """Whether the holder of ``token`` may know how many steps can be restored."""
        return self.is_host(token) and not (isinstance(self.fault, CurrentPlayError) and self.fault.secret)

    @property
    def shortened(self) -> bool:
        """Whether steps are missing at the end of a play."""
        return self.fault.code == SHORTENED

    @property
    def of_play(self) -> bool:
        """Whether only the play on the table is damaged."""
        return self.fault.code in PLAY

    @property
    def deletable(self) -> tuple[Deletable, ...]:
        """The files that could be deleted to make room; empty unless the disk is full."""
        return deletable(self._log) if self.fault.code == DISK_FULL else ()

    def look_for_room(self, free: Free = free_bytes) -> None:
        """Set ``done`` if the disk was full and has room again."""
        with suppress(OSError):
            if self.fault.code == DISK_FULL and free(self._log.parent) >= ROOM:
                self.done.set()

    def is_host(self, token: str) -> bool:
        return self._roles.is_host(token)

    def by_pin(self, token: str, pin: str) -> Reply:
        try:
            self._roles.by_pin(token, pin)
        except Refused as refusal:
            return refused(refusal)
        return Reply()

    def mend(self, token: str) -> Reply:
        """Restore the damaged rows from the copies; a copy of the damaged file is kept."""
        if self.mended is None:
            return Reply("no-copy", say("No copy has what is damaged."))
        return self._act(token, partial(repair, self._log, self._copies))

    def go_on(self, token: str) -> Reply:
        """Replace the damaged log by the newest good copy; the damaged file is kept under another name."""
        if self.found is None:
            return Reply("no-copy", say("There is no good copy."))
        return self._act(token, partial(self._restore, self.found[0].path))

    def _restore(self, copy: Path) -> None:
        restore(copy, self._log)
        record_heads_again(self._log)

    def begin_anew(self, token: str) -> Reply:
        """Continue without the damaged part: with an empty log (the damaged one is kept under another name); if only a
        play is damaged, without that play; if steps are missing, without them.
        """
        if not self.curable:
            return Reply("not-damaged", say("The file is not damaged."))
        return self._act(token, self._leave)

    def _leave(self) -> None:
        if not self.of_play and self._log.exists():
            put_aside(self._log)
        self.anew = True

    def try_again(self, token: str) -> Reply:
        """Open the log again unchanged: the cause may be gone."""
        return self._act(token, None)

    def _act(self, token: str, act: Callable[[], object] | None) -> Reply:
        if not self.is_host(token):
            return refused(not_admin())
        with self._lock:
            if self.done.is_set():
                return Reply()
            try:
                if act is not None:
                    act()
                    clear_suspect(self._log.parent)
            except LogError as fault:
                return Reply(fault.code, fault.located)
            except OSError as error:
                return Reply("disk", say("The file could not be put aside: {why}", why=str(error.strerror)))
            self.done.set()
        return Reply(notice=ACCEPTED)

    # -- the panel -------------------------------------------------------------------------------------------------

    def face(self, speaker: Speaker, url: str, address: str) -> PinFace | JoinFace:
        """What the panel shows: the PIN for a host while there is one, else the address of the page."""
        pin = self._roles.pins.shown
        return pin_face(pin, speaker) if pin else JoinFace(url=url, address=address)

    def pressed_ok(self) -> None:
        """Show the PIN. On this panel OK has no other use, so it need not be held."""
        if not self._roles.pins.shown:
            self._roles.pins.show()

    def pressed_back(self) -> None:
        self._roles.pins.put_away()


def what_mending_does(log: Path, fault: LogError, copies: Sequence[Path]) -> RepairResult | None:
    """What restoring single rows would do; None if the log would stay as damaged as it is."""
    if fault.code not in MENDABLE:
        return None
    try:
        mended = prepare(log, copies)
    except LogError:
        return None
    finally:
        discard(log)
    return mended if mended.rows or fault.code == "damaged" else None


def what_to_do(fault: LogError, found: tuple[Copy, Contents] | None, mended: RepairResult | None = None) -> Message:
    """The message for a terminal: what is wrong, and the command that helps."""
    if mended is not None:
        return say("{what} Put back what is damaged: companion mend", what=fault.located)
    if found is None and fault.code in ("missing", *PLAY):
        return say("{what} Or go on without it: companion run --anew", what=fault.located)
    if found is None or fault.code not in CURABLE:
        return fault.located
    copy, _ = found
    return say(
        "{what} The newest good copy is {when}. Go on from it: companion restore --force {file}",
        what=fault.located,
        when=copy.when or say("copy {n}", n=copy.number),
        file=str(copy.path),
    )
