"""``companion play``: play in one terminal."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click

from companion.commands.common_options import Command, CommandError, speaker_of, table_options, tell
from companion.commands.log_access import cannot_read, game_called, games_of, open_checked_log, play_called
from companion.commands.terminal.hot_seat import HotSeat
from companion.commands.terminal.seat_screen import SeatScreen, Terminal
from companion.core.boxes import merged
from companion.core.chance import ChanceSource
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.setup import MOST_SEATS, Meta, OptionValue, Seated, Setup
from companion.core.wording import Speaker, say
from companion.plays.current_play import PRESENT
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.time_source import SystemClock
from companion.playthroughs.header import option_text
from companion.service.play.dialogues import SentBefore
from companion.service.seats.seats_state import checked_name
from companion.service.session.session import SEED


@click.command(cls=Command)
@click.argument("game", required=False)
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), help="Number of players (default: one for each name).")
@click.option("--name", "names", multiple=True, help="Name at a seat, clockwise from seat 1; repeat for each seat.")
@click.option(
    "--seat",
    "held",
    multiple=True,
    type=click.IntRange(1, MOST_SEATS),
    help="Seat you answer for; may be repeated. The other seats answer at random. By default you answer for all.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help='Option of the game; "companion games KEY" lists them.',
)
@click.option(
    "--cardboard", multiple=True, metavar="KEY", help="Roll or draw this kind of chance yourself and enter it."
)
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[PLAY]", help="Continue a play, by default the last one."
)
@table_options
def play(
    ctx: click.Context,
    game: str | None,
    seats: int | None,
    names: tuple[str, ...],
    held: tuple[int, ...],
    options: tuple[str, ...],
    cardboard: tuple[str, ...],
    resume: str | None,
    data: Path | None,
) -> None:
    """Play GAME in this terminal and pass the keyboard around; "companion games" lists the games.

    The play is stored like any other: "companion play --resume" and "companion run" continue it. Instead of an answer
    you can type undo, redo, back, score, look, log, seat N, help or quit. Before a secret you are asked to let only its
    owner look; afterwards the screen is cleared.
    """
    if (game is None) == (resume is None):
        raise CommandError(say('Name a game, as in "companion play yacht --seats 2", or add --resume.'))
    log = open_checked_log(ctx, data)
    try:
        if game is None:
            present = _resume(log, resume or "")
        else:
            chosen = game_called(game, games_of(log))
            setup = _setup(log, chosen, _seated(chosen.meta, seats, names, speaker_of(ctx)), options, cardboard)
            present = _begin(log, chosen, setup)
        _check_held(present, held)
        # What is on the table is the same for everybody: the phones would go on with it too.
        log.settings.put(PRESENT, present.id)
        _play(ctx, log, present, held)
    finally:
        log.close()


def _play(ctx: click.Context, log: Log, present: Play, held: Sequence[int]) -> None:
    row = log.play(present.id)
    speaker = speaker_of(ctx, log.names(row) if row else {})
    mine = held or present.setup.numbers
    screen = SeatScreen(present, Terminal(), speaker, alone=len(mine) == 1)
    if not HotSeat(present, screen, mine, Random(), SentBefore(log.settings, present.id)).go_on():
        tell(ctx, say("The play is kept. Go on with it: companion play --resume {id}", id=present.id[:8]))


def _begin(log: Log, game: AnyGame, setup: Setup) -> Play:
    return Play.begin(log, game, setup, seed=secrets.token_bytes(SEED), clock=SystemClock())


def _resume(log: Log, start: str) -> Play:
    """Play by the beginning of its id; without one the current or newest unfinished play. Raises ``CommandError``."""
    if not start:
        unfinished = [row.id for row in log.plays("playing")]
        if not unfinished:
            raise CommandError(say('No play is unfinished. Begin one, as in "companion play yacht --seats 2".'))
        present = str(log.settings.get(PRESENT, ""))
        start = present if present in unfinished else unfinished[0]
    row = play_called(log, start)
    game = game_called(row.game, games_of(log))
    try:
        return Play.resume(log, game, row.id, clock=SystemClock())
    except RulesBug as bug:
        raise cannot_read(game, bug) from bug


def _check_held(present: Play, held: Sequence[int]) -> None:
    numbers = present.setup.numbers
    for seat in held:
        if seat not in numbers:
            seats = ", ".join(map(str, numbers))
            raise CommandError(say("Seat {n} is not in this play. There are {seats}.", n=seat, seats=seats))


def _seated(meta: Meta, seats: int | None, names: Sequence[str], speaker: Speaker) -> tuple[Seated, ...]:
    """Names and sides of all players. Raises ``Refused`` for an invalid name."""
    count = seats or len(names) or meta.seats[0]
    if len(names) > count:
        crowded = say("There are more names ({n}) than seats ({seats}). Leave some out.", n=len(names), seats=count)
        raise CommandError(crowded)
    called = [checked_name(name) for name in names]
    called += [speaker.name(seat) for seat in range(len(names) + 1, count + 1)]
    if len(set(called)) < len(called):
        raise CommandError(say("Two seats have the same name. Add a letter to one of them."))
    return tuple(Seated(seat, name) for seat, name in enumerate(called, 1))


def _setup(
    log: Log, game: AnyGame, seated: tuple[Seated, ...], options: Sequence[str], cardboard: Sequence[str]
) -> Setup:
    """Set-up of the play, checked by ``Play.begin``. Raises ``CommandError``."""
    chance: dict[str, ChanceSource] = dict.fromkeys(cardboard, "cardboard")
    chosen = dict(_option(game.meta, text) for text in options)
    return Setup(seated, chosen, chance, merged({}, log.boxes.owners(game.meta.key)))


def _option(meta: Meta, text: str) -> tuple[str, OptionValue]:
    key, given, word = text.partition("=")
    if not given:
        raise CommandError(say("{option} is no option. Write KEY=VALUE.", option=text))
    for option in meta.options:
        values = {option_text(value): value for value, _ in option.values}
        if option.key == key and word not in values:
            raise CommandError(
                say("{key} cannot be {word}. Choose one of {values}.", key=key, word=word, values=", ".join(values))
            )
        if option.key == key:
            return key, values[word]
    return key, word
