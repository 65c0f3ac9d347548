"""``companion doctor --walk``: leads through a wired table and writes a profile of what was found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from companion.commands.common_options import CommandError
from companion.commands.doctor.walk_signals import kept_signals
from companion.commands.doctor.walk_summary import WalkRun, all_right, remarks_of, summary, tell_line
from companion.config import Config
from companion.core.toml_reading import read_toml
from companion.core.wording import N_, Message, Speaker, say
from companion.drivers import drive_for_walk
from companion.profiles import own_profile, write_own_profile
from companion.toml_settings import ConfigError
from companion.walk.profile_text import profile_text
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import fault_said, header_words
from hardware.ports import PANEL
from hardware.profile import Profile
from hardware.profile_files import load
from hardware.walk.walk_devices import WalkDevices

NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 50


def walk_table(config: Config, profile: Profile, speaker: Speaker, save: str | None) -> None:
    """Walk through the wired places of a profile. ``save`` is the name of the profile that is written; without it a new
    one is offered if anything differs from the profile. Raises ``CommandError`` and ``ConfigError``.
    """
    target = own_profile(save, config.folder) if save else None
    places = tuple(place for place in profile.places() if place.pod is None)
    if not any(place.parts for place in places):
        raise CommandError(say("Nothing is wired to the Pi in this profile. For a pod: companion pods walk"))
    words = header_words(places)
    with kept_signals() as signals, closing(drive_for_walk(profile, config.folder)) as devices:
        session = WalkSession(places, devices, words, speaker, tell_line)
        run = WalkRun(session, devices, signals)
        if not run.begin():
            raise CommandError(_why_deaf(devices, words.owners))
        run.run()
        for line in summary(session, words, speaker):
            tell_line(line)
        _write(config, profile, session, run, speaker, target)


def walked_profile(profile: Profile, session: WalkSession, name: str) -> Profile:
    """A copy of the profile with another name and the wiring that was found."""
    found = {place.number: place for place in session.wired}
    seats = tuple(found.get(seat.number, seat) for seat in profile.seats)
    return replace(profile, name=name, seats=seats, panel=found.get(PANEL, profile.panel))


def _why_deaf(devices: WalkDevices, pins: Iterable[int]) -> Message:
    """The message why no pin can be monitored."""
    faults = (devices.fault(pin) for pin in pins)
    fault = next((fault for fault in faults if fault is not None), None)
    return say("No pin can be listened to.") if fault is None else fault_said(fault, PANEL)


def _write(
    config: Config, profile: Profile, session: WalkSession, run: WalkRun, speaker: Speaker, target: Path | None
) -> None:
    """Offer to write the profile, and say how it is used."""
    if target is None and session.wired == session.originals:
        said = say("The profile {name} is right as it is.", name=profile.name)
        if not all_right(session):
            said = say("Nothing that was found changes the profile {name}.", name=profile.name)
        tell_line(speaker.say(said))
        return
    path = target or _new_path(config.folder, profile.name)
    walked = walked_profile(profile, session, path.stem)
    head = speaker.say(say("From the profile {name}, as companion doctor --walk found this table.", name=profile.name))
    remarks = remarks_of(session, speaker.say)
    # the result must be a valid profile
    load(profile_text(walked, head, remarks), str(path), read_toml)
    question = say("Write the profile {name} ({path})?", N_("Write it?"), name=path.stem, path=str(path))
    if path.exists():
        question = say("{path} is there already. Write it anew?", N_("Write it anew?"), path=str(path))
    if run.ask(question):
        try:
            write_own_profile(path, walked, head, remarks)
        except ConfigError:
            # if it cannot be written, it is printed, so that the person can still save the work
            click.echo(f"\n{profile_text(walked, head, remarks)}")
            raise
        tell_line(speaker.say(say("Written. Open the table: companion run --profile {name}", name=path.stem)))


def _new_path(folder: Path, name: str) -> Path:
    """The path of a new profile in the data folder. The name of a profile from a file may be any text."""
    plain = NO_NAME.sub("-", name)[:LONGEST].strip("-.").removesuffix(".toml") or "table"
    names = (f"my-{plain}" if number == 1 else f"my-{plain}-{number}" for number in count(1))
    return next(path for path in (own_profile(each, folder) for each in names) if not path.exists())
