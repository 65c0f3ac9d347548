"""``companion doctor``: check the machine and say what to do."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue

import click

from companion.commands.common_options import (
    Command,
    CommandError,
    config_of,
    echo_json,
    json_option,
    speaker_of,
    table_options,
)
from companion.commands.doctor.device_checks import ManualTrial, check_devices
from companion.commands.doctor.held_back import held_back
from companion.commands.doctor.installed_checks import LocalInstallation, check_installed
from companion.commands.doctor.machine_checks import Finding, FindingLevel, check_all
from companion.commands.doctor.machine_probe import LocalMachine, Machine
from companion.commands.doctor.walk_table import walk_table
from companion.config import Config
from companion.core.errors import CompanionError
from companion.core.wording import Message, Speaker, say
from companion.drivers import OpenDevices, drive
from companion.profiles import read_profile
from hardware.errors import HardwareError
from hardware.ports import Event
from hardware.profile import Profile

HELD = say("A companion is running and holds the devices; its page Devices shows them.")
WORDS: dict[FindingLevel, Message] = {"ok": say("ok"), "look": say("look"), "bad": say("bad")}


@click.command(cls=Command)
@click.option("--by-hand", is_flag=True, help="Only show what every key, knob, lamp and display does, until Ctrl-C.")
@click.option(
    "--walk", is_flag=True, help="Test the parts one by one, say which are swapped or dead, and write the profile."
)
@click.option("--save", metavar="NAME", help="With --walk: name of the profile to write.")
@click.option("--profile", help="Profile of the table, instead of the one in the settings.")
@json_option
@table_options
def doctor(
    ctx: click.Context,
    by_hand: bool,
    walk: bool,
    save: str | None,
    profile: str | None,
    as_json: bool,
    data: Path | None,
) -> None:
    """Check this machine and say what to do: Python, settings, disk and its speed, the log, the port, the addresses for
    the phones, the clock, buses, pins, serial ports and every device wired to it. On an installed table also the
    service and its rights, the radio, temperature, power supply and copies.

    Every line is ok, look (it works, but may not be what you want) or bad. Messages of drivers and libraries follow on
    standard error. Nothing is changed, except that the data folder is created. The exit code is 1 if something is bad.
    """
    machine = LocalMachine()
    speaker = speaker_of(ctx)

    def config() -> Config:
        return config_of(ctx, profile=profile, data=data)

    if [by_hand, walk or bool(save), as_json].count(True) > 1:
        raise CommandError(say("--by-hand, --walk and --json go one at a time."))
    if by_hand:
        _try_out(config(), machine, speaker)
        return
    if walk or save:
        walk_table(config(), wired_profile(config(), machine), speaker, save)
        return
    with held_back() as said:
        findings = list(check_all(machine, config, lambda name: read_profile(name, config().folder).kind))
        if not any(finding.level == "bad" and finding.key in ("config", "profile") for finding in findings):
            findings += devices_of(config(), machine)
        if not any(finding.level == "bad" and finding.key == "config" for finding in findings):
            findings += check_installed(LocalInstallation(), config())
    if as_json:
        echo_json([_plain(finding, speaker) for finding in findings])
    else:
        _print(findings, speaker)
    if said:
        click.echo("\n".join(("", speaker.say(say("Meanwhile drivers and libraries said:")), *said)), err=True)
    if any(finding.level == "bad" for finding in findings):
        ctx.exit(1)


def devices_of(config: Config, machine: Machine) -> Iterator[Finding]:
    """Findings about the real (not simulated) devices of a table."""
    profile = read_profile(config.profile, config.folder)
    if profile.kind == "sim" and not profile.driven():
        return
    if machine.in_use(config.log):
        yield Finding("devices", "ok", HELD)
        return
    try:
        driven = drive(profile, time.monotonic, config.folder, config.mqtt)
    except (CompanionError, HardwareError) as error:
        yield Finding("devices", "bad", say("The devices cannot be driven: {why}", why=str(error)))
        return
    try:
        yield from check_devices(driven.devices)
    finally:
        driven.devices.close()


def wired_profile(config: Config, machine: Machine) -> Profile:
    """The profile of a table, which must have wired devices and not be open. Raises ``CommandError``."""
    profile = read_profile(config.profile, config.folder)
    if profile.kind == "sim":
        raise CommandError(say("The table is simulated: its keys are pressed on the page /sim."))
    if machine.in_use(config.log):
        raise CommandError(HELD)
    return profile


def _try_out(config: Config, machine: Machine, speaker: Speaker) -> None:
    """Manual trial of a wired table. Raises ``CommandError``."""
    profile = wired_profile(config, machine)
    driven = drive(profile, time.monotonic, config.folder, config.mqtt)
    try:
        _listen(driven, speaker)
    except KeyboardInterrupt:
        click.echo()
    finally:
        driven.devices.close()


def _listen(driven: OpenDevices, speaker: Speaker) -> None:
    """Print events until Ctrl-C."""
    heard: SimpleQueue[Event] = SimpleQueue()
    trial = ManualTrial(driven.devices, speaker)
    driven.devices.start(heard.put)
    for line in trial.begin():
        click.echo(line)
    click.echo(speaker.say(say("Press every key and turn every knob. Ctrl-C ends it.")))
    while True:
        for line in trial.wait(heard):
            click.echo(line)


def _print(findings: Sequence[Finding], speaker: Speaker) -> None:
    words = {level: speaker.say(word) for level, word in WORDS.items()}
    width = max(map(len, words.values()))
    for finding in findings:
        click.echo(f"{words[finding.level]:<{width}}  {speaker.say(finding.what)}")
        if finding.hint:
            click.echo(f"{'':<{width}}  -> {speaker.say(finding.hint)}")


def _plain(finding: Finding, speaker: Speaker) -> dict[str, str]:
    return {
        "key": finding.key,
        "level": finding.level,
        "what": speaker.say(finding.what),
        "hint": speaker.say(finding.hint) if finding.hint else "",
    }
