"""What a device may see of what is wired to the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.panel.table_voice import TableVoice, VoiceView
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.panel.wiring.test_requests import HardwareView
from hardware.ports import Devices, Wire, place_of


@dataclass(frozen=True, eq=False, repr=False)
class PanelLooks(Looks):
    _devices: Devices
    _test: HardwareTest
    _voice: TableVoice

    @may_look("admin")
    def hardware(self, _: FromDevice) -> HardwareView:
        """Everything wired to the table, and how it does."""
        return self._test.view()

    @may_look("admin")
    def wires(self, _: FromDevice) -> tuple[Wire, ...]:
        """What is connected, and what is wrong with it."""
        return self._devices.survey()

    @may_look("anyone")
    def seats_wired(self, _: FromDevice) -> bool:
        """Whether anything is wired to a seat, so that its symbol stands in front of the person there."""
        return any(place_of(wire.device) for wire in self._devices.survey())

    @may_look("admin")
    def voice(self, _: FromDevice) -> VoiceView | None:
        """How the voice of the table does; None where it has none."""
        return self._voice.view()
