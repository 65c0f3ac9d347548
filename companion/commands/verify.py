"""``companion verify``: does everything still come out as it was stored?"""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.asking import (
    Command,
    data_option,
    echo_json,
    json_option,
    language_option,
    log_path,
    progress_of,
    speaker_of,
)
from companion.core.wording import Speaker, say, say_n
from companion.library import Library
from companion.plays import verify as replaying
from companion.plays.opening import look_into


@click.command(cls=Command, short_help="Replay every play and compare it with what was stored.")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@json_option
@data_option
@language_option
@click.pass_context
def verify(ctx: click.Context, file: Path | None, as_json: bool, data: Path | None) -> None:
    """Replay every play and compare it with what was stored. Nothing is changed.

    FILE is a log or a backup; without it, the log in the data folder, also while a companion runs. Ends with exit
    code 1 when something comes out otherwise. Plays under other rules versions are named and left alone.
    """
    speaker = speaker_of(ctx)
    log = look_into(file or log_path(ctx, data))
    try:
        with progress_of(speaker.say(say("Replaying"))) as progress:
            report = replaying.verify(log, Library(log).games(), progress)
    finally:
        log.close()
    if as_json:
        echo_json(_plain(report, speaker))
    else:
        _print(report, speaker)
    if not report.clean:
        ctx.exit(1)


def _print(report: replaying.Report, speaker: Speaker) -> None:
    for found in report.differences:
        where = say("Play {play}, entry {number}: {what}", play=found.play[:8], number=found.number, what=found.what)
        click.echo(speaker.say(where))
    for skipped in report.skipped:
        left_out = say_n(
            "Play {play}, {n} entry not compared: {why}",
            "Play {play}, {n} entries not compared: {why}",
            skipped.entries,
            play=skipped.play[:8],
            why=skipped.why,
        )
        click.echo(speaker.say(left_out))
    click.echo(speaker.say(say_n("{n} entry was compared.", "{n} entries were compared.", report.entries)))
    if report.clean:
        click.echo(speaker.say(say("All of them come out as they were stored.")))
    else:
        differing = say_n("{n} comes out otherwise.", "{n} come out otherwise.", len(report.differences))
        click.echo(speaker.say(differing))


def _plain(report: replaying.Report, speaker: Speaker) -> dict[str, object]:
    return {
        "plays": report.plays,
        "entries": report.entries,
        "clean": report.clean,
        "differences": [
            {"play": found.play, "number": found.number, "what": speaker.say(found.what)}
            for found in report.differences
        ],
        "skipped": [
            {"play": skipped.play, "entries": skipped.entries, "why": speaker.say(skipped.why)}
            for skipped in report.skipped
        ],
    }
