"""``companion new-game``: write a package with a small playable game, as the start of a new one."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

from companion.commands.common_options import Command, CommandError, tell
from companion.core.wording import say
from companion.games import shipped

NAME = re.compile("[a-z][a-z0-9_]{1,39}")
TITLE = re.compile(r"[^\"'\\{}<>\x00-\x1f]{1,40}")
"""Titles must match this pattern, since they are inserted into Python, TOML and Markdown."""

_PACKED = Path(__file__).with_name("skeletons")
_SOURCES = Path(__file__).parents[2] / "examples"
ENDINGS = (".py", ".toml", ".md", ".po", ".txt")
FIRST_VERSION = "0.1.0"
LICENCE = 'license = "MIT"\n'
"""The licence of the examples, which is removed: authors choose their own."""


class Example(NamedTuple):
    """An example game that a new one can start from. ``title`` is in English, then in its other languages."""

    package: str
    version: str
    title: tuple[str, ...]


EXAMPLES = {
    "new-game": Example("new_game", FIRST_VERSION, ("New Game", "Juego nuevo")),
    "dice-game": Example("dice_game", FIRST_VERSION, ("Dice Game", "Juego de dados")),
    "night-market": Example("night_market", "1.0.0", ("Night Market", "Mercado nocturno")),
}


@click.command("new-game", cls=Command)
@click.argument("name")
@click.option("--title", help="English title of the game (default: NAME with spaces and capitals).")
@click.option(
    "--like",
    type=click.Choice(list(EXAMPLES)),
    default="new-game",
    help="What it begins as: new-game, where all take coins in turn; dice-game, where you roll as often as you dare; or"
    " night-market, with hidden bids and lots that are drawn.",
)
@click.pass_context
def new_game(ctx: click.Context, name: str, title: str | None, like: str) -> None:
    """Create the package of a new game in a folder called NAME: a small playable game with tests, in English and
    Spanish. NAME is its Python name: small letters, digits and _.
    """
    _check_name(name)
    title = title or name.replace("_", " ").title()
    if not TITLE.fullmatch(title):
        raise CommandError(say("A title has up to 40 characters and no quotes, braces or angle brackets."))
    folder = Path(name)
    if folder.exists():
        raise CommandError(say("There is something called {name} in this folder already.", name=name))
    for path, text in skeleton(name, title, EXAMPLES[like]):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    tell(
        ctx,
        say("{title} lies in the folder {name}. Its README.md says how to play and test it.", title=title, name=name),
    )


def skeleton(name: str, title: str, example: Example) -> Iterator[tuple[Path, str]]:
    """(path, text) of the files of a new game. Its title is not translated yet."""
    source = (_PACKED if _PACKED.is_dir() else _SOURCES) / example.package
    english, *translated = example.title
    names = {
        example.package: name,
        example.package.replace("_", "-"): name.replace("_", "-"),
        english.replace(" ", ""): "".join(part.capitalize() for part in name.split("_")),
        english: title,
        example.version: FIRST_VERSION,
        LICENCE: "",
    } | {f'msgstr "{old}"': 'msgstr ""' for old in translated}

    def renamed(text: str) -> str:
        for old, new in names.items():
            text = text.replace(old, new)
        return text

    for path in sorted(source.rglob("*")):
        if path.suffix in ENDINGS and path.is_file():
            yield Path(renamed(path.relative_to(source).as_posix())), renamed(path.read_text(encoding="utf-8"))


def _check_name(name: str) -> None:
    """Raise ``CommandError`` for a name that a package cannot have."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise CommandError(say("{name} is no name in Python: small letters, digits and _, a letter first.", name=name))
    key = name.replace("_", "-")
    if key in {game.meta.key for game in shipped()}:
        raise CommandError(say("A game called {key} comes with the companion.", key=key))
    if find_spec(name) is not None:
        raise CommandError(say("There is a Python package called {name} already.", name=name))
