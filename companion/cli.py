"""The command line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

import click

COMMANDS = {
    "run": ("run", "Start the table and serve its pages until you stop it."),
    "games": ("games", "List the games, describe one, install games made by others."),
    "new-game": ("new_game", "Create the package of a new game for you to change."),
    "play": ("terminal.play", "Play in this terminal and pass the keyboard around."),
    "verify": ("stored_plays.verify", "Replay every play and compare it with what was stored."),
    "replay": ("stored_plays.replay", "Run playthrough files and show what differs."),
    "record": ("stored_plays.replay", "Write a stored play as a playthrough file."),
    "pace": ("stored_plays.pace", "Count the taps and key presses of playthrough files."),
    "backup": ("stored_plays.backup", "Copy all stored data to a file."),
    "restore": ("stored_plays.backup", "Replace all stored data with a backup."),
    "mend": ("stored_plays.backup", "Repair damaged data from the copies."),
    "update": ("machine.update", "Install another version of the companion and switch to it."),
    "box": ("box", "Show, export or import what is printed on your copy of a game."),
    "pin": ("pin", "Show a PIN that makes a phone the admin."),
    "pods": ("pods.pods", "List, name and test the seat pods, install their firmware."),
    "network": ("machine.network", "Show and test how phones reach the table."),
    "club": ("club.club", "Run a club of many tables: results, rankings, events."),
    "first-contact": ("machine.first_contact", "Apply the table.toml on the card of a flashed table."),
    "doctor": ("doctor.doctor", "Check this machine and say what to do."),
    "bench-kit": ("doctor.bench_kit", "Test a real table in half an hour and write a report."),
}
"""Commands: module in ``companion.commands``, and summary. Modules are imported on use, so that help need not load a
web server.
"""


SECTIONS = {
    "Play": ("run", "games", "play", "box"),
    "Maintain a table": (
        "pin",
        "doctor",
        "bench-kit",
        "network",
        "pods",
        "backup",
        "restore",
        "mend",
        "update",
        "first-contact",
    ),
    "Look at plays": ("verify", "record", "replay", "pace"),
    "More": ("new-game", "club"),
}
"""The commands as the help lists them."""


class LazyGroup(click.Group):
    """Command group that imports each command on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        return cast("click.Command", getattr(_loaded(f"companion.commands.{module}"), cmd_name.replace("-", "_")))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if os.geteuid() == 0:
            if changes_system(args):
                import_module("companion.keeping.versions.without_games").keep_games_out()
            else:
                _become_owner_of_plays()
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        widest = max(map(len, COMMANDS))
        for heading, names in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), COMMANDS[name][1]) for name in names])


def changes_system(args: Sequence[str]) -> bool:
    """Whether these words are a command that root gives, which runs no game."""
    return args[0] in ("update", "first-contact") or (args[0] == "games" and not {"add", "remove"}.isdisjoint(args))


def _become_owner_of_plays() -> None:
    """Games run as the user of the service. Who is root, and was told where the plays lie, is that user from now on:
    whatever calls this program.
    """
    folder = Path(os.environ.get("COMPANION_DATA") or "/nowhere")
    owner = folder.stat() if folder.is_dir() else None
    if owner is not None and owner.st_uid != 0:
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)


def _loaded(module: str) -> ModuleType:
    """Import ``module`` without garbage collections: what is loaded stays, and looking through it again and again took
    a fifth of the time.
    """
    if module in sys.modules:
        return sys.modules[module]
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Read this companion.toml instead of the one in your configuration folder.",
)
@click.version_option(package_name="table-companion")
@click.pass_context
def main(ctx: click.Context, config: Path | None) -> None:
    """A companion for face-to-face board games.

    To begin, type "companion run" and open the address that it prints with your phone.

    COMMAND --help tells more about a command.
    """
    ctx.obj = config


if __name__ == "__main__":
    main()
