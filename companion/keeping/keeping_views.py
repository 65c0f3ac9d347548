"""View of copies, disk space and damage for the host."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.wording import N_, Message, say, say_n
from companion.keeping.copies import Copy, TargetKind
from companion.keeping.disk import DiskLevel
from companion.keeping.disk_room import Deletable

Doing = Literal["", "copying", "trial-restore", "repairing"]


class TrialResult(Struct, frozen=True):
    """Outcome of restoring copy ``number`` for a trial; ``why`` it failed, or None."""

    number: int
    why: Message | None = None


class KeepingView(Struct, frozen=True):
    """``free`` bytes on the log's disk, rounded. ``folder`` is the next copy's target and holds ``copies``, newest
    first. ``trouble``: why the last copy failed; ``damage``: the log is corrupt; ``gaps``: damaged rows in a log that
    is otherwise sound. ``deletable`` is what would make room, while there is little.
    """

    level: DiskLevel = "enough"
    free: int = 0
    kind: TargetKind = "beside"
    folder: str = ""
    copies: tuple[Copy, ...] = ()
    doing: Doing = ""
    trouble: Message | None = None
    last_trial: TrialResult | None = None
    damage: Message | None = None
    gaps: int = 0
    deletable: tuple[Deletable, ...] = ()
    time_known: bool = True

    @property
    def complaints(self) -> tuple[Message, ...]:
        """Problems the host should act on, most urgent first."""
        found = (self.damage, self._gaps(), disk_warning(self.level, self.free), self.trouble, self._not_restored())
        return tuple(word for word in found if word is not None)

    @property
    def warning(self) -> Message | None:
        """Warning for everybody at the table, or None."""
        if self.damage is not None:
            return DAMAGED
        if self.level == "full":
            return FULL
        return NEARLY_FULL if self.level in ("short", "too-little") else None

    def _gaps(self) -> Message | None:
        if not self.gaps:
            return None
        return say_n(
            "{n} stored row is damaged; it is named where it is missing. Put it back from the copies.",
            "{n} stored rows are damaged; they are named where they are missing. Put them back from the copies.",
            self.gaps,
        )

    def _not_restored(self) -> Message | None:
        return self.last_trial.why if self.last_trial is not None else None


NEARLY_FULL = say(
    "The disk is nearly full. The admin finds what to do on the page Safe keeping.", short=N_("Disk nearly full")
)
FULL = say(
    "The disk is full: nothing can be stored until there is room. The admin finds what to delete on the page Safe "
    "keeping.",
    short=N_("Disk full"),
)
DAMAGED = say(
    "The file of the plays is damaged. The admin finds what to do on the page Safe keeping.", short=N_("File damaged")
)


def disk_warning(level: DiskLevel, free: int) -> Message | None:
    """Message about free disk space, or None while there is enough."""
    megabytes = free // 1_000_000
    match level:
        case "enough":
            return None
        case "little":
            return say("{n} MB are left on the disk. Make room before the next evening.", n=megabytes)
        case "full":
            return say("The disk is full: nothing can be stored until there is room. Delete something.")
        case "short":
            return say(
                "{n} MB are left on the disk: no more copies are kept there. Make room, or plug in a memory stick.",
                n=megabytes,
            )
        case "too-little":
            return say(
                "{n} MB are left on the disk: no new play begins until there is room. The one that is on goes on.",
                n=megabytes,
            )
