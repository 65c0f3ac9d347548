"""What a device may see of numbers that are counted again, and of printed facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.boxes import Learned, facts
from companion.core.step import TABLE
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.audit.audit_views import CheckedNumbers, CountedPart, checked, whole_sheet
from companion.service.screens.streams import Broadcast


@dataclass(frozen=True, eq=False, repr=False)
class AuditLooks(Looks):
    _broadcast: Broadcast

    @may_look("anyone")
    def whole_sheet(self, device: FromDevice) -> tuple[CountedPart, ...]:
        """Every number this device may see, to be put in as it lies on the table."""
        return whole_sheet(self._broadcast.moment.audited(), device.own or TABLE)

    @may_look("anyone")
    def check_numbers(self, device: FromDevice, numbers: Mapping[str, int]) -> CheckedNumbers:
        """What is wrong with these numbers, before they are put in."""
        return checked(self._broadcast.moment.audited(), device.own or TABLE, numbers)

    @may_look("anyone")
    def known_facts(self, _: FromDevice) -> tuple[Learned, ...]:
        """All that the play on the table knows of the components; everybody may read them."""
        moment = self._broadcast.moment
        return tuple(facts(moment.play.box)) if moment.play is not None else ()
