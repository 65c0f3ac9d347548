"""Before the table opens: does its log hold together? If not, a terminal is told what to do, or a page the host."""

from __future__ import annotations

import logging
import secrets
import signal
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from threading import Thread

from companion.commands.common_options import LOG
from companion.commands.error_messages import Trouble
from companion.config import Config
from companion.core.errors import CompanionError
from companion.drivers import drive
from companion.keeping.copier_state import read_state
from companion.keeping.copy_targets import CopyTarget, copy_targets_for
from companion.keeping.start_check import (
    check_seconds,
    clear_suspect,
    copies_newest_first,
    newest_good_copy,
    quick_check,
    refuse_unexpected_new_log,
)
from companion.keeping.time_of_day import TableClock
from companion.library import Library
from companion.locale import speaker
from companion.network.addresses import own_ip_address
from companion.network.network_setup import HostName
from companion.network.refusal_log import RefusalLog
from companion.plays.current_play import check_current_play
from companion.plays.log_errors import LogError
from companion.plays.log_file import open_log
from companion.profiles import read_profile
from companion.render.draw import draw
from companion.service.panel.damaged_log import Rescue, what_mending_does, what_to_do
from companion.service.panel.seat_faces import PANEL
from companion.service.seats.host_pins import Pins
from companion.service.seats.host_role import Roles
from companion.service.seats.pin_file import WrittenPin
from companion.serving import TableServer
from companion.supervision.service_manager import ServiceManager
from hardware.debounce import Debouncer, Press
from hardware.errors import HardwareError
from hardware.ports import DeviceGone, Devices, Edge, Event, place_of
from web.http.table_addresses import find_addresses
from web.rescue_site import create_rescue

logger = logging.getLogger(__name__)

THREADS = 6
STEP = 0.5
"""Seconds between two looks at the panel and at whether the host has decided."""
GRACE = 1.0
"""Seconds in which the last page still goes out."""


def make_sound(
    config: Config, manager: ServiceManager, stopping: Collection[signal.Signals], *, anew: bool = False
) -> bool | None:
    """See that the log can be opened. Whether all of it was looked at, or None: told to stop meanwhile.

    Started by hand it raises ``LogError`` or ``Trouble``, which say what to do. A service serves a page until the host
    has chosen. ``anew`` goes on without asking where the log is gone or its play is damaged.
    """
    log = config.folder / LOG
    while True:
        try:
            whole = look_at(log, copy_targets_for(config.folder, config.copies), anew=anew)
        except LogError as fault:
            if fault.code == "in-use":
                raise
            places = copy_targets_for(config.folder, config.copies)
            found, copies = newest_good_copy(places), [copy.path for copy in copies_newest_first(places)]
            if not manager.present:
                raise Trouble(what_to_do(fault, found, what_mending_does(log, fault, copies))) from fault
            logger.error("the log cannot be opened (%s); a page says what to do", fault.code)
            clock = TableClock()
            with closing(WrittenPin(config.folder, clock)) as written:
                roles = Roles(Pins(clock, secrets.token_bytes, config.pin, written), frozenset(), lambda _: None)
                rescue = Rescue(log, fault, found, roles, copies)
                if not _Serving(config, rescue, manager).until_done(stopping):
                    return None
                anew = rescue.anew
        else:
            if whole:
                clear_suspect(config.folder)
            return whole


def look_at(log: Path, places: Sequence[CopyTarget], *, anew: bool = False) -> bool:
    """See that a table can go on with this log. Whether all of it was looked at. Raises ``LogError``."""
    if not anew:
        refuse_unexpected_new_log(log, places)
    whole = quick_check(log, check_seconds(log.parent))
    with closing(open_log(log)) as opened:
        if not anew:
            check_current_play(opened, Library(opened).games(), read_state(log.parent).heads)
    return whole


class _Serving:
    """The page, and the panel beside it."""

    def __init__(self, config: Config, rescue: Rescue, manager: ServiceManager) -> None:
        self._rescue = rescue
        self._manager = manager
        self._speaker = speaker(config.language, {})
        clock = TableClock()
        self._addresses = find_addresses(config.port, config.names, own_ip_address, HostName(clock.mono))
        self._debouncer = Debouncer()
        self._shown: object = None
        self._devices = _devices(config)
        site = create_rescue(rescue, self._addresses, secrets.token_bytes(32))
        self._server = TableServer((config.address, config.port), site, THREADS, RefusalLog(clock.mono))

    def until_done(self, stopping: Collection[signal.Signals]) -> bool:
        """Whether the host has chosen; False when told to stop."""
        self._server.prepare()
        Thread(target=self._server.serve, name="serves", daemon=True).start()
        self._devices.start(self._heard)
        self._manager.ready(self._rescue.fault.code)
        try:
            while not self._rescue.done.is_set():
                self._manager.alive()
                self._show()
                if signal.sigtimedwait(stopping, STEP) is not None:
                    return False
            signal.sigtimedwait((), GRACE)
            return True
        finally:
            self._server.stop()
            self._devices.close()

    def _heard(self, event: Event) -> None:
        """A key of the panel. The thread of the device."""
        if not isinstance(event, Edge) or place_of(event.device) != PANEL:
            return
        for press in self._debouncer.feed(event):
            if isinstance(press, Press) and press.key in ("ok", "push"):
                self._rescue.pressed_ok()
            elif isinstance(press, Press) and press.key == "back":
                self._rescue.pressed_back()

    def _show(self) -> None:
        display = self._devices.displays.get(PANEL)
        face = self._rescue.face(self._speaker, self._addresses.url, self._addresses.readable)
        if display is None or face == self._shown:
            return
        try:
            display.show(draw(face, size=display.size))
            self._shown = face
        except DeviceGone as gone:
            logger.info("display of the panel: %s", gone)


def _devices(config: Config) -> Devices:
    """What is wired to the table; nothing where it cannot be driven."""
    try:
        return drive(read_profile(config.profile), TableClock().mono, config.folder).devices
    except (CompanionError, HardwareError) as error:
        logger.error("without hardware: %s", error)
        return Devices()
