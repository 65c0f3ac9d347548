"""``companion pods walk``: leads through a pod over its cable and writes its pins as they were found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.commands.doctor.walk_summary import WalkRun, all_right, remarks_of, summary
from companion.core.wording import N_, Speaker, say
from companion.drivers import pod_for_walk
from companion.toml_settings import ConfigError
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import pod_words
from companion.whole_files import write_whole

COPIES = "pods"
"""Folder in the data folder with the files of pods."""


def lead_through(path: str, folder: Path, speaker: Speaker) -> None:
    """Walk through the pod at a path, and start its firmware anew; ``folder`` is the data folder. Raises
    ``HardwareError`` and ``ConfigError``.
    """
    pod: Any = pod_for_walk(path)
    places = (pod.board.place,)
    words = pod_words(places)
    session = WalkSession(places, pod, words, speaker, click.echo, pod=True)
    try:
        run = WalkRun(session, pod)
        run.begin()
        run.run()
        for line in summary(session, words, speaker):
            click.echo(line)
        _write(pod, session, run, folder, speaker)
    finally:
        pod.restart()


def _write(pod: Any, session: WalkSession, run: WalkRun, folder: Path, speaker: Speaker) -> None:
    """Offer to write the pod's file, and keep a copy."""
    if session.wired == session.originals:
        said = say("The pins of this pod are right as they are.")
        if not all_right(session):
            said = say("Nothing that was found changes the pins of this pod.")
        click.echo(speaker.say(said))
        return
    remarks = remarks_of(session, speaker.say)
    head = "\n".join([speaker.say(say("As companion pods walk found this pod.")), *remarks.values()])
    text = pod.text(session.wired[0], head)
    copy = folder / COPIES / f"{pod.number}.py"
    if not run.ask(say("Write its pins to the pod, and a copy to {path}?", N_("Write it?"), path=str(copy))):
        return
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_whole(copy, text)
    except OSError as error:
        raise ConfigError(f"{copy}: {error.strerror or error}") from error
    pod.write(text)
    said = say("Written. For another pod that is wired alike: companion pods flash POD --board {path}", path=str(copy))
    click.echo(speaker.say(said))
