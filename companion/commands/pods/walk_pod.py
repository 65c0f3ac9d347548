"""``companion pods walk``: leads through a pod over its cable and writes the pins that were found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.commands.common_options import CommandError
from companion.commands.doctor.walk_signals import WalkSignals, kept_signals
from companion.commands.doctor.walk_summary import WalkRun, all_right, remarks_of, summary, tell_line
from companion.core.wording import N_, Speaker, say
from companion.drivers import pod_for_walk
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import WalkWords, pod_words
from companion.whole_files import write_whole

COPIES = "pods"
"""Folder in the data folder for copies of the files of pods."""


def lead_through(path: str, folder: Path, speaker: Speaker) -> None:
    """Walk through the pod at a path, and restart its firmware; ``folder`` is the data folder. Raises ``HardwareError``
    and ``CommandError``.
    """
    with kept_signals() as signals:
        pod: Any = pod_for_walk(path)
        try:
            _walk(pod, pod_words((pod.board.place,)), signals, folder, speaker)
        finally:
            pod.restart()


def _walk(pod: Any, words: WalkWords, signals: WalkSignals, folder: Path, speaker: Speaker) -> None:
    session = WalkSession((pod.board.place,), pod, words, speaker, tell_line, pod=True)
    run = WalkRun(session, pod, signals)
    run.begin()
    run.run()
    for line in summary(session, words, speaker):
        tell_line(line)
    if run.lost is not None:
        raise run.lost
    if session.wired == session.originals:
        said = say("The pins of this pod are right as they are.")
        if not all_right(session):
            said = say("Nothing that was found changes the pins of this pod.")
        tell_line(speaker.say(said))
    else:
        _write(pod, session, run, folder / COPIES / f"{pod.number}.py", speaker)


def _write(pod: Any, session: WalkSession, run: WalkRun, copy: Path, speaker: Speaker) -> None:
    """Offer to write the pod's file, and keep a copy."""
    remarks = remarks_of(session, speaker.say)
    head = "\n".join([speaker.say(say("As companion pods walk found this pod.")), *remarks.values()])
    text = pod.text(session.wired[0], head)
    if not run.ask(say("Write its pins to the pod, and a copy to {path}?", N_("Write it?"), path=str(copy))):
        return
    failed: OSError | None = None
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        before = copy.with_name(f"{pod.number}-before.py")
        if not before.exists():
            # comments of the owner are lost in what is written
            write_whole(before, pod.found)
        write_whole(copy, text)
    except OSError as error:
        # the pod gets them even if the copy cannot be written
        failed = error
    pod.write(text)
    if failed is not None:
        why = failed.strerror or str(failed)
        raise CommandError(say("Its pins are on the pod, but not in {path}: {why}", path=str(copy), why=why))
    said = say("Written. For another pod that is wired alike: companion pods flash POD --board {path}", path=str(copy))
    tell_line(speaker.say(said))
