"""Check the log before the table opens; if it is damaged, print advice, or as a service serve a page for the host."""

from __future__ import annotations

import logging
import os
import secrets
import signal
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

from companion.app import build_rescue, has_panel
from companion.commands.common_options import CommandError
from companion.commands.pin_command import pin_command
from companion.commands.port_check import port_trouble_told
from companion.config import Config, language_of
from companion.core.errors import CompanionError
from companion.drivers import OpenDevices, drive_configured
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.keeping.copier_state import read_state, record_heads
from companion.keeping.copies import CopyTarget
from companion.keeping.disk import free_bytes
from companion.keeping.disk_room import ensure_room, free_reserve
from companion.keeping.log_checks import (
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
from companion.plays.current_play import check_current_play, heads_of
from companion.plays.log.log_file import open_log
from companion.plays.storage.log_errors import LogError
from companion.render.draw import draw
from companion.service.panel.damaged_log import DISK_FULL, DamagedLog, what_mending_does, what_to_do
from companion.service.panel.place_states import PANEL
from companion.service.seats.host_role import HostPins, HostRoles, PinFile
from companion.supervision.service_manager import ServiceManager
from hardware.debounce import Debouncer, Press
from hardware.errors import HardwareError
from hardware.ports import DeviceGone, Devices, Edge, Event, place_of

logger = logging.getLogger(__name__)

STEP = 0.5
"""Seconds between two checks of the panel and of the host's decision."""
GRACE = 1.0
"""Seconds for the last page to be sent."""


def ensure_usable_log(
    config: Config, manager: ServiceManager, stopping: Collection[signal.Signals], *, anew: bool = False
) -> bool | None:
    """Check the log until it can be opened. Returns whether all of it was checked; None if told to stop.

    Started by hand, raises ``LogError`` or ``CommandError`` with advice. A service serves a page until the host has
    decided. ``anew`` accepts a missing log, lost steps or a damaged play.
    """
    log = config.log
    while True:
        try:
            whole = check_log(log, config.copy_targets, anew=anew)
        except LogError as fault:
            if fault.code == "in-use":
                raise
            if fault.code == DISK_FULL and free_reserve(log):
                logger.error("the disk is full; the reserve was given back")
                continue
            places = config.copy_targets
            found, copies = newest_good_copy(places), [copy.path for copy in copies_newest_first(places)]
            if not manager.present:
                raise CommandError(what_to_do(fault, found, what_mending_does(log, fault, copies))) from fault
            logger.error("the log cannot be opened (%s); a page says what to do", fault.code)
            clock = TableClock()
            with closing(PinFile(config.folder, clock)) as written:
                roles = HostRoles(
                    HostPins(clock, secrets.token_bytes, config.pin, written), frozenset(), lambda _: None
                )
                rescue = DamagedLog(log, fault, found, roles, copies)
                if not _RescuePage(config, rescue, manager).until_done(stopping):
                    return None
                anew = rescue.anew
        else:
            if whole:
                clear_suspect(config.folder)
            return whole


def check_log(log: Path, places: Sequence[CopyTarget], *, anew: bool = False) -> bool:
    """Whether the whole log was checked and its current play can be resumed. Raises ``LogError``."""
    ensure_room(log, free_bytes)
    if not anew:
        refuse_unexpected_new_log(log, places)
    whole = quick_check(log, check_seconds(log.parent))
    with closing(open_log(log, anew=anew)) as opened:
        if anew:
            record_heads(log.parent, heads_of(opened))
        else:
            # Games of packages are loaded later, and not in safe mode, so they are not available for this check.
            check_current_play(opened, Library(opened).games(), read_state(log.parent).heads)
    return whole


class _RescuePage:
    """Serves the page and the panel while the log cannot be opened."""

    def __init__(self, config: Config, rescue: DamagedLog, manager: ServiceManager) -> None:
        self._rescue = rescue
        self._manager = manager
        self._speaker = speaker(config.language or language_of(os.environ), {})
        self._debouncer = Debouncer()
        self._shown: object = None
        driven = _driven(config)
        self._devices = driven.devices
        self._app = build_rescue(
            config,
            rescue,
            panel=driven.simulator is None and has_panel(driven.devices),
            pin_command=pin_command(config),
            flashed=ReadOnlyRoot().flashed,
        )

    def until_done(self, stopping: Collection[signal.Signals]) -> bool:
        """Serve until the host has decided (True) or a stop signal is received (False)."""
        with port_trouble_told(*self._app.server.bind_addr):
            self._app.start()
        self._devices.start(self._heard)
        self._manager.ready(self._rescue.fault.code)
        try:
            while not self._rescue.done.is_set():
                self._manager.alive()
                self._show()
                self._rescue.look_for_room()
                if signal.sigtimedwait(stopping, STEP) is not None:
                    return False
            signal.sigtimedwait((), GRACE)
            return True
        finally:
            self._app.close()
            self._devices.close()

    def _heard(self, event: Event) -> None:
        """Handle a key of the panel. Called in a device thread."""
        if not isinstance(event, Edge) or place_of(event.device) != PANEL:
            return
        for press in self._debouncer.feed(event):
            if isinstance(press, Press) and press.key in ("ok", "push"):
                self._rescue.pressed_ok()
            elif isinstance(press, Press) and press.key == "back":
                self._rescue.pressed_back()

    def _show(self) -> None:
        display = self._devices.displays.get(PANEL)
        face = self._rescue.face(self._speaker, self._app.addresses.url, self._app.addresses.readable)
        if display is None or face == self._shown:
            return
        try:
            display.show(draw(face, size=display.size))
            self._shown = face
        except DeviceGone as gone:
            logger.info("display of the panel: %s", gone)


def _driven(config: Config) -> OpenDevices:
    """The configured devices; none if they cannot be opened."""
    try:
        return drive_configured(config, TableClock().mono)
    except (CompanionError, HardwareError) as error:
        logger.error("without hardware: %s", error)
        return OpenDevices(Devices())
