"""``companion pods``: list, name, test, walk through and flash seat pods."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import click

from companion.commands.common_options import (
    CommandError,
    Group,
    config_of,
    echo_json,
    json_option,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.doctor.device_checks import ManualTrial
from companion.commands.doctor.machine_probe import LocalMachine
from companion.commands.pods.walk_pod import lead_through
from companion.config import Config
from companion.core.wording import Message, Speaker, say
from companion.drivers import pod_tools
from companion.plays.log.log_file import existing_log
from companion.profiles import read_profile
from companion.service.panel.wiring.pod_pairing import described
from companion.service.panel.wiring.wiring_status import fault_of_pod
from hardware.ports import Event
from hardware.profile import Profile

HELD = say("A companion is running and holds the pods: its page Devices shows them. Stop it first, then try again.")
TRIED = 1
"""The seat whose colour and name a pod shows during a test."""

profile_option = click.option("--profile", help="Profile of the table, instead of the one in the settings.")
pod_argument = click.argument("pod", metavar="POD")


@click.group(cls=Group)
def pods() -> None:
    """List, name and test the seat pods on this machine's serial ports, and install their firmware. POD is the path of
    a port, a pod's name, or the end of its number.

    A running table uses the ports: stop it first.
    """


@pods.command("list")
@profile_option
@json_option
@table_options
def list_pods(ctx: click.Context, profile: str | None, as_json: bool, data: Path | None) -> None:
    """List the serial ports and the pods on them: path, name, number, firmware, chip, seat."""
    config = config_of(ctx, profile=profile, data=data)
    table = _table(config)
    found, speaker = _asked(table), speaker_of(ctx)
    seats = _seats(found, config, table)
    if as_json:
        echo_json([_plain(one, seats.get(one.path)) for one in found])
        return
    for one in found:
        click.echo(speaker.say(_line(one, seats.get(one.path))))
    if not found:
        tell(ctx, say("No serial line is here at which a pod could be."))


@pods.command("name")
@pod_argument
@click.argument("name")
@profile_option
@table_options
def name_pod(ctx: click.Context, pod: str, name: str, profile: str | None, data: Path | None) -> None:
    """Give POD the name NAME, of at most 16 letters."""
    path = _path(config_of(ctx, profile=profile, data=data), pod)
    pod_tools().flashing.rename(path, name)
    _back(ctx, path)


@pods.command("test")
@pod_argument
@profile_option
@table_options
def test_pod(ctx: click.Context, pod: str, profile: str | None, data: Path | None) -> None:
    """Test POD until Ctrl-C: it shows a frame, lights its lamp and sounds; every key you press is printed."""
    path = _path(config_of(ctx, profile=profile, data=data), pod)
    tools = pod_tools()
    devices = tools.table.PodTable(tools.alone(path, TRIED), time.monotonic).devices()
    heard: SimpleQueue[Event] = SimpleQueue()
    devices.start(heard.put)
    try:
        _listen(ManualTrial(devices, speaker_of(ctx)), heard, speaker_of(ctx))
    except KeyboardInterrupt:
        click.echo()
    finally:
        devices.close()


@pods.command("walk")
@pod_argument
@profile_option
@table_options
def walk_pod(ctx: click.Context, pod: str, profile: str | None, data: Path | None) -> None:
    """Check POD part by part: every key, the knob, lamp, buzzer and display. Says what is swapped, on another pin or
    dead, and writes the pins it found to the pod and to the data folder.
    """
    config = config_of(ctx, profile=profile, data=data)
    path = _path(config, pod)
    lead_through(path, config.folder, speaker_of(ctx))
    _back(ctx, path)


@pods.command("flash")
@pod_argument
@click.option(
    "--board", default="", help="pico, pico_w, rp2040_zero, or a file with the pins; without it the pins stay."
)
@profile_option
@table_options
def flash_pod(ctx: click.Context, pod: str, board: str, profile: str | None, data: Path | None) -> None:
    """Copy the firmware that comes with this program to POD and start it. POD must run MicroPython.

    Give --board the first time. Without it, the pins.py on the pod stays as you changed it.
    """
    path = _path(config_of(ctx, profile=profile, data=data), pod)
    tell(ctx, say("Copying the firmware to {path} ...", path=path))
    pod_tools().flashing.flash(path, board)
    _back(ctx, path)


def _back(ctx: click.Context, path: str) -> None:
    """Wait until a restarted pod is back, and print it. Raises ``CommandError``."""
    finding = pod_tools().finding
    deadline = time.monotonic() + finding.RESTART
    while time.monotonic() < deadline:
        (one,) = finding.ask([path], time.monotonic)
        if one.hello is not None:
            tell(ctx, _line(one, None))
            return
        time.sleep(finding.AGAIN)
    raise CommandError(
        say("It is on the pod, but the pod does not say hello. Unplug it and plug it in again, then list it.")
    )


def _table(config: Config) -> Profile:
    """The profile, if no table is running. Raises ``CommandError``."""
    if LocalMachine().in_use(config.log):
        raise CommandError(HELD)
    return read_profile(config.profile, config.folder)


def _asked(table: Profile) -> Any:
    """The pods that answer at the table's serial lines, or at all lines of this machine."""
    finding = pod_tools().finding
    named = [place.pod for place in table.places() if place.pod is not None]
    return finding.ask(finding.lines(named, table.pods or (finding.USUAL,)), time.monotonic)


def _path(config: Config, wanted: str) -> str:
    """Serial line of the named pod."""
    table = _table(config)
    if Path(wanted).exists():
        return wanted
    path: str = pod_tools().finding.choose(_asked(table), wanted).path
    return path


def _seats(found: Any, config: Config, table: Profile) -> dict[str, int]:
    """Seats by line: from the profile, else as given to pods. Of several pods with the same number, the one that was
    given a seat last has it.
    """
    named = {place.pod: place.number for place in table.places() if place.pod is not None}
    with existing_log(config.log) as log:
        given, lines = (log.settings.get(key, {}) if log is not None else {} for key in ("pods", "pod-lines"))
    come = [one for one in found if one.path not in named]
    numbers = Counter(one.pod for one in come)
    second = {one.path for one in come if numbers[one.pod] > 1 and lines.get(one.pod) != one.path}
    seats = {one.path: given.get(one.pod) for one in come if one.path not in second}
    return {path: seat for path, seat in (named | seats).items() if isinstance(seat, int)}


def _line(one: Any, seat: int | None) -> Message:
    if one.hello is None:
        return say("{path}: {trouble}", path=one.path, trouble=fault_of_pod(one.fault, one.path) or "")
    return described(one.path, one.hello.name or one.pod[-4:], one.firmware, one.chip, one.pod, seat)


def _plain(one: Any, seat: int | None) -> dict[str, Any]:
    return {
        "path": one.path,
        "pod": one.pod,
        "name": one.hello.name if one.hello else "",
        "firmware": one.firmware,
        "chip": one.chip,
        "seat": seat,
        "fault": one.fault.trouble if one.fault else "",
    }


def _listen(trial: ManualTrial, heard: SimpleQueue[Event], speaker: Speaker) -> None:
    """Print events until Ctrl-C; lamp and buzzer start when the pod is ready."""
    click.echo(speaker.say(say("Press every key and turn every knob. Ctrl-C ends it.")))
    begun = False
    while True:
        for line in trial.wait(heard):
            click.echo(line)
        if not begun and trial.works:
            begun = True
            for line in trial.begin():
                click.echo(line)
