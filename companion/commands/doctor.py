"""``companion doctor``: looks at the machine and says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.commands.asking import (
    Command,
    config_of,
    data_option,
    echo_json,
    json_option,
    language_option,
    speaker_of,
)
from companion.commands.checks import Finding, Level, check_all
from companion.commands.machine import ThisMachine
from companion.core.wording import Message, Speaker, say
from companion.profiles import read_profile

WORDS: dict[Level, Message] = {"ok": say("ok"), "look": say("look"), "bad": say("bad")}


@click.command(cls=Command, short_help="Look at this machine and say what to do.")
@json_option
@data_option
@language_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, data: Path | None) -> None:
    """Look at this machine and say what to do: Python, the configuration, the disk and how fast it is, the log, the
    port, the addresses for the phones, the clock, buses, pins and serial ports.

    Every line is ok, look (it works, but may not be what you want) or bad. Nothing is changed, except that the data
    folder is made. Ends with exit code 1 when something is bad.
    """
    findings = list(check_all(ThisMachine(), lambda: config_of(ctx, data=data), lambda name: read_profile(name).kind))
    speaker = speaker_of(ctx)
    if as_json:
        echo_json([_plain(finding, speaker) for finding in findings])
    else:
        _print(findings, speaker)
    if any(finding.level == "bad" for finding in findings):
        ctx.exit(1)


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
