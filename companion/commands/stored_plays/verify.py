"""``companion verify``: check that every play still replays to its stored states"""

from __future__ import annotations

import sys
from contextlib import closing, redirect_stdout
from pathlib import Path

import click

from companion.commands.common_options import (
    Command,
    echo_json,
    json_option,
    log_path,
    progress_of,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.log_access import games_of
from companion.config import LOG_NAME
from companion.core.wording import Speaker, say, say_n
from companion.keeping.copier_state import read_state
from companion.plays.current_play import entry_counts
from companion.plays.log.log_file import open_read_only
from companion.plays.maintenance import verify as replaying


@click.command(cls=Command)
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@json_option
@table_options
def verify(ctx: click.Context, file: Path | None, as_json: bool, data: Path | None) -> None:
    """Replay every play and compare it with what was stored. Nothing is changed.

    FILE is a log or a backup (default: the log in the data folder, even while the companion runs). A log is also
    compared with the last copy of it. The exit code is 1 if a replay gives a different state. Plays of other rules
    versions are listed and skipped.
    """
    speaker = speaker_of(ctx)
    path = file or log_path(ctx, data)
    # what a game prints must not mix with the result
    with redirect_stdout(sys.stderr), closing(open_read_only(path)) as log:
        if path.name == LOG_NAME:  # older states of the log are there too, of which the copier keeps no record
            log.ends = entry_counts(read_state(path.parent).heads)
        with progress_of(speaker.say(say("Replaying"))) as progress:
            report = replaying.verify(log, games_of(log), progress)
    if as_json:
        echo_json(_plain(report, speaker))
    else:
        _print(ctx, report)
    if not report.clean:
        ctx.exit(1)


def _print(ctx: click.Context, report: replaying.VerifyReport) -> None:
    for found in report.differences:
        tell(ctx, say("Play {play}, entry {number}: {what}", play=found.play[:8], number=found.number, what=found.what))
    for skipped in report.skipped:
        left_out = say_n(
            "Play {play}, {n} entry not compared: {why}",
            "Play {play}, {n} entries not compared: {why}",
            skipped.entries,
            play=skipped.play[:8],
            why=skipped.why,
        )
        tell(ctx, left_out)
    for table, count in report.damaged.items():
        tell(ctx, say_n("{n} row of {table} is damaged.", "{n} rows of {table} are damaged.", count, table=table))
    for play, number in report.unwitnessed.items():
        after = say(
            "Play {play}: no copy has seen an entry after {number}; whether some are gone from its end "
            "cannot be proved.",
            play=play[:8],
            number=number,
        )
        tell(ctx, after)
    if report.unvouched:
        older = say_n(
            "{n} entry is older than its digest: nobody vouches for what it was before.",
            "{n} entries are older than their digests: nobody vouches for what they were before.",
            report.unvouched,
        )
        tell(ctx, older)
    tell(ctx, say_n("{n} entry was compared.", "{n} entries were compared.", report.entries))
    if report.clean:
        tell(ctx, say("All of them replay to the stored states."))
    else:
        differing = say_n(
            "{n} is damaged or replays differently.",
            "{n} are damaged or replay differently.",
            len(report.differences) + sum(report.damaged.values()),
        )
        tell(ctx, differing)


def _plain(report: replaying.VerifyReport, speaker: Speaker) -> dict[str, object]:
    return {
        "plays": report.plays,
        "entries": report.entries,
        "clean": report.clean,
        "damaged": report.damaged,
        "unvouched": report.unvouched,
        "unwitnessed": report.unwitnessed,
        "differences": [
            {"play": found.play, "number": found.number, "what": speaker.say(found.what)}
            for found in report.differences
        ],
        "skipped": [
            {"play": skipped.play, "entries": skipped.entries, "why": speaker.say(skipped.why)}
            for skipped in report.skipped
        ],
    }
