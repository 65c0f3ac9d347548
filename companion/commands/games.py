"""``companion games``: list and describe the games."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click

from companion.commands.common_options import Group, echo_json, json_option, speaker_of, table_options
from companion.commands.log_access import checked_log_path, game_called, games_at
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import MOST_SEATS, GameOption, Meta, Seated, Setup, checked_setup
from companion.core.table_setup import SetupStep
from companion.core.wording import Speaker, say
from companion.outside.installed import LeftOut, OutsideGames, installed_games
from companion.playthroughs.header import option_text

LATER = {"add": "change_games", "remove": "change_games"}
"""Subcommands in modules of ``companion.commands.machine``, which are imported only when used."""


class GamesGroup(Group):
    """What is no subcommand is the key of a game that is described."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in LATER:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"companion.commands.machine.{LATER[cmd_name]}")
        return cast("click.Command", getattr(module, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.get_command(ctx, args[0]) is not None
        return super().resolve_command(ctx, args if known else ["show", *args])


@click.group(cls=GamesGroup, invoke_without_command=True, subcommand_metavar="[KEY | COMMAND]")
@json_option
@table_options
def games(ctx: click.Context, as_json: bool, data: Path | None) -> None:
    """List the games, or describe the game KEY. Also installs and removes games made by others."""
    if ctx.invoked_subcommand is None:
        _list_games(ctx, data, as_json=as_json)


@games.command("list")
@json_option
@table_options
def list_games(ctx: click.Context, as_json: bool, data: Path | None) -> None:
    """List all games: those of the companion, of installed packages, and your own score sheets."""
    _list_games(ctx, data, as_json=as_json)


@games.command()
@click.argument("key")
@json_option
@table_options
def show(ctx: click.Context, key: str, as_json: bool, data: Path | None) -> None:
    """Describe the game KEY: its options, their defaults and sources, and what chance decides."""
    before = ctx.parent.params if ctx.parent is not None else {}
    found = games_at(checked_log_path(ctx, data or before.get("data")))
    _describe(game_called(key, found).meta, speaker_of(ctx), as_json=as_json or bool(before.get("as_json")))


@games.command()
@click.argument("key")
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), help="Number of players (default: the fewest possible).")
@json_option
@table_options
def setup(ctx: click.Context, key: str, seats: int | None, as_json: bool, data: Path | None) -> None:
    """List the set-up of the game KEY for a number of players: who does what, and what lies where afterwards."""
    before = ctx.parent.params if ctx.parent is not None else {}
    speaker = speaker_of(ctx)
    game = game_called(key, games_at(checked_log_path(ctx, data or before.get("data"))))
    seated = tuple(Seated(seat, "") for seat in range(1, (seats or game.meta.seats[0]) + 1))
    state = game.new(checked_setup(game.meta, Setup(seated)))
    steps = game.setup_steps(seen(state, PUBLIC))
    if as_json or before.get("as_json"):
        echo_json([_plain_step(step, speaker) for step in steps])
        return
    if not steps:
        click.echo(speaker.say(say("{game} says nothing of its set-up.", game=game.meta.title)))
    for number, step in enumerate(steps, 1):
        for row in step_rows(number, step, speaker):
            click.echo(row)


def step_rows(number: int, step: SetupStep, speaker: Speaker) -> Iterable[str]:
    """The lines of a step: who does what, then one for each place."""
    yield f"{number}. {speaker.say(step.doer)}: {speaker.say(step.words)}"
    for laid in step.lies:
        yield f"   {speaker.say(laid.place)}: {speaker.say(laid.things)}"


def _plain_step(step: SetupStep, speaker: Speaker) -> dict[str, Any]:
    lies = [{"place": speaker.say(laid.place), "things": speaker.say(laid.things)} for laid in step.lies]
    return {"key": step.key, "who": speaker.say(step.doer), "words": speaker.say(step.words), "lies": lies}


def _list_games(ctx: click.Context, data: Path | None, *, as_json: bool) -> None:
    with redirect_stdout(sys.stderr):  # what a game prints on import must not mix with the list
        outside = installed_games()
    _list(games_at(checked_log_path(ctx, data)), outside, speaker_of(ctx), as_json=as_json)


def _list(found: Mapping[str, AnyGame], outside: OutsideGames, speaker: Speaker, *, as_json: bool) -> None:
    metas = [game.meta for game in found.values()]
    packages = {each.game.meta.key: (each.package, each.version) for each in outside.found}
    if as_json:
        echo_json(
            [
                *(_plain(meta, speaker) | _package(*packages.get(meta.key, ("", ""))) for meta in metas),
                *(_left_out(each, speaker) for each in outside.left_out),
            ]
        )
        return
    labels = (say("Key"), say("Game"), say("Seats"), say("Rules version"), say("Package"))
    header = tuple(speaker.say(label) for label in labels)
    rows = [
        (
            meta.key,
            speaker.say(meta.title),
            _seats(meta),
            str(meta.rules_version),
            " ".join(packages.get(meta.key, ())),
        )
        for meta in metas
    ]
    for row in _aligned([header, *rows]):
        click.echo(row)
    for each in outside.left_out:
        package = f"{each.package} {each.version}"
        left_out = say("Left out: {key} of {package}. {why}", key=each.key, package=package, why=each.why)
        click.echo(speaker.say(left_out), err=True)


def _package(package: str, version: str) -> dict[str, str]:
    return {"package": package, "version": version}


def _left_out(each: LeftOut, speaker: Speaker) -> dict[str, Any]:
    return {"key": each.key, "title": each.key, "left_out": speaker.say(each.why)} | _package(
        each.package, each.version
    )


def _describe(meta: Meta, speaker: Speaker, *, as_json: bool) -> None:
    if as_json:
        echo_json(_in_full(meta, speaker))
        return
    for row in _description(meta, speaker):
        click.echo(row)


def _description(meta: Meta, speaker: Speaker) -> Iterable[str]:
    yield f"{speaker.say(meta.title)} ({meta.key})"
    if meta.summary:
        yield speaker.say(meta.summary)
    seats = say("Seats: {seats}.", seats=_seats(meta))
    yield speaker.say(seats) + " " + speaker.say(say("Rules version {n}.", n=meta.rules_version))
    for title, rows in (
        (say("Options"), [row for option in meta.options for row in _option(option, speaker)]),
        (say("Left to chance"), [f"{kind.key}: {speaker.say(kind.label)} ({kind.default})" for kind in meta.chance]),
        (say("Levels"), [f"{key}: {speaker.say(label)}" for key, label in meta.levels]),
    ):
        if rows:
            yield ""
            yield f"{speaker.say(title)}:"
            yield from (f"  {row}" for row in rows)


def _option(option: GameOption, speaker: Speaker) -> Iterable[str]:
    values = (
        f"{option_text(value)} ({speaker.say(label)})" + ("*" if value == option.default else "")
        for value, label in option.values
    )
    yield f"{option.key}: {speaker.say(option.label)}: {', '.join(values)}"


def _seats(meta: Meta) -> str:
    least, most = meta.seats
    return str(least) if least == most else f"{least}-{most}"


def _plain(meta: Meta, speaker: Speaker) -> dict[str, Any]:
    return {
        "key": meta.key,
        "title": speaker.say(meta.title),
        "seats": list(meta.seats),
        "rules_version": meta.rules_version,
    }


def _in_full(meta: Meta, speaker: Speaker) -> dict[str, Any]:
    return _plain(meta, speaker) | {
        "summary": speaker.say(meta.summary) if meta.summary else "",
        "options": [
            {
                "key": option.key,
                "label": speaker.say(option.label),
                "default": option.default,
                "values": [{"value": value, "label": speaker.say(label)} for value, label in option.values],
                "source": option.source,
            }
            for option in meta.options
        ],
        "chance": [
            {"key": kind.key, "label": speaker.say(kind.label), "default": kind.default} for kind in meta.chance
        ],
        "levels": [{"key": key, "label": speaker.say(label)} for key, label in meta.levels],
    }


def _aligned(rows: list[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
