"""The table's voice: espeak-ng itself where it is installed, and commands that do what it does on a bad day."""

from __future__ import annotations

import shutil
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from hardware import espeak
from hardware.espeak import COMMAND, Espeak
from hardware.ports import Devices, Fault

PATIENCE = 20.0
PATH = "/usr/bin:/bin"
"""Of the scripts that stand in for the command; it is not found there by anybody else."""


class Spoken:
    """A voice whose command is a script of the test; every text that it was given lies in a file of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.voice = Espeak()
        self.changed = Event()
        self.voice.start(self.changed.set)
        monkeypatch.setenv("PATH", str(folder))

    def command(self, script: str) -> None:
        """What is run from now on; ``$N`` is the number of the text."""
        path, body = self.folder / COMMAND, self.folder / "body"
        count = f'PATH={PATH}\ncd {self.folder}\nN=$(ls | grep -c "said$")\n'
        new = body.with_suffix(".new")
        new.write_text(f'{count}echo "$*" >"$N.options"\ncat >"$N.said"\n{script}\n')
        new.replace(body)
        if not path.exists():
            # Written once: a program cannot be run in the moment in which it is written.
            path.write_text(f"#!/bin/sh\n. {body}\n")
            path.chmod(0o755)

    def says(self, words: str, language: str = "en") -> Fault | None:
        """Speak, and wait until what is wrong with the voice is another thing."""
        self.changed.clear()
        self.voice.say(words, language)
        assert self.changed.wait(PATIENCE)
        return self.voice.fault

    def said(self) -> list[str]:
        return [path.read_text("utf-8") for path in sorted(self.folder.glob("*.said"))]

    def waits_for(self, found: Callable[[], bool]) -> None:
        for _ in range(400):
            if found():
                return
            Event().wait(0.05)
        raise AssertionError(self.said())


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoken]:
    made = Spoken(tmp_path, monkeypatch)
    yield made
    made.voice.close()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_real_command_speaks_every_language(spoken: Spoken, language: str) -> None:
    real = shutil.which(COMMAND, path=PATH)
    spoken.command(f'exec {real} "$@" -w spoken.wav <"$N.said"')
    spoken.voice.say("-q Begoña, ¿te toca? --version", language)
    sound = spoken.folder / "spoken.wav"
    spoken.waits_for(lambda: sound.exists() and sound.stat().st_size > 20_000)
    spoken.voice.close()
    with wave.open(str(sound)) as heard:
        assert heard.getnframes() / heard.getframerate() > 1.5, "seconds; the words are no options"
    assert spoken.voice.fault is None


def test_who_does_not_keep_up_says_the_newest(spoken: Spoken) -> None:
    spoken.command("until [ -e go ]; do sleep 0.02; done")
    spoken.voice.say("first", "en")
    spoken.waits_for(lambda: spoken.said() == ["first"])
    for words in ("second", "third", "fourth"):
        spoken.voice.say(words, "es")
    (spoken.folder / "go").touch()
    spoken.waits_for(lambda: spoken.said() == ["first", "fourth"])
    assert (spoken.folder / "1.options").read_text().split()[:2] == ["-v", "es"]


def test_what_is_wrong_is_told_once_and_goes_away(spoken: Spoken) -> None:
    assert spoken.says("first") == Fault("missing", "espeak-ng")
    spoken.changed.clear()
    spoken.voice.say("second", "en")
    spoken.command("echo 'ALSA lib: underrun' >&2")
    spoken.waits_for(lambda: spoken.voice.say("third", "en") is None and spoken.voice.fault is None)
    spoken.command("echo 'ALSA lib: no card' >&2; echo 'error: No such file or directory' >&2")
    assert spoken.says("fourth") == Fault("silent")
    spoken.command("echo 'The voice does not exist.' >&2; exit 1")
    assert spoken.says("fifth") == Fault("broken", "The voice does not exist.")
    spoken.command("exit 3")
    assert spoken.says("sixth") == Fault("broken", "espeak-ng: 3")


def test_a_device_that_hangs_is_given_up(spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeak, "PATIENCE", 0.2)
    spoken.command("exec sleep 60")
    assert spoken.says("words") == Fault("silent")


def test_who_is_hushed_stops_at_once_and_nothing_is_wrong(spoken: Spoken) -> None:
    spoken.command("exec sleep 60")
    spoken.voice.say("long", "en")
    spoken.waits_for(lambda: spoken.said() == ["long"])
    spoken.voice.say("more", "en")
    spoken.voice.hush()
    spoken.command("touch done")
    spoken.voice.say("last", "en")
    spoken.waits_for((spoken.folder / "done").exists)
    assert spoken.said() == ["long", "last"]
    assert spoken.voice.fault is None


def test_closing_the_devices_silences_the_voice(spoken: Spoken) -> None:
    spoken.command("exec sleep 60")
    spoken.voice.say("long", "en")
    spoken.waits_for(lambda: spoken.said() == ["long"])
    Devices(voice=spoken.voice).close()
    spoken.voice.say("more", "en")
    spoken.voice.close()
    assert spoken.said() == ["long"]
