"""What the signs on a page mean: the words that come with each icon in a view, and the signs of every page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from companion.core.options import Amount
from companion.core.questions import Question
from companion.core.widgets import Bar, Column, Figure, Grid, LegendEntry, Space, Token, Widget
from companion.core.wording import Message, Wording, say
from companion.service.play.play_views import Dialogue
from companion.service.screens.views import SeatView, TableView

NAMING = (Figure, Column, Amount, LegendEntry, Bar, Space, Token)
"""What carries an icon beside the name of what it stands for. An option or a card may say anything beside its icon, so
that its words count only where nothing names the icon.
"""
MOST_LABELS = 3
"""Names of one icon that are listed. An icon of all cards is explained by a few of them."""

STATES: tuple[tuple[str, Wording], ...] = (
    ("lock", say("Covered: only you may see it. Hold to look.")),
    ("eye", say("Keep it open; at the top of the page: cover everything; beside a number: people who watch")),
    ("eye-off", say("Cover it again; beside a button: what is drawn shows something hidden")),
    ("hourglass", say("The table waits for this seat; of a play: unfinished")),
    ("moon", say("Asleep: nothing was heard of this phone lately")),
    ("unplug", say("Has left, or its cable is out")),
    ("undo", say("Taken back; on a button: undo")),
    ("redo", say("Do again what was taken back")),
    ("edit", say("Correction: a number was set right by hand; on a button: set it right or write it")),
    ("scribe", say("Written by the scribe, for somebody else")),
    ("crown", say("The winner; on a button: the host, who chooses the game")),
    ("table", say("The whole table, nobody alone")),
    ("people", say("Several people: the seats, or a vote of the table")),
    ("warning", say("Look out: something is wrong or needs you")),
    ("info", say("Good to know")),
)
ON_BUTTONS: tuple[tuple[str, Wording], ...] = (
    ("check", say("Done, agreed, or chosen")),
    ("close", say("No, or stop it")),
    ("next", say("Go on; one more question follows")),
    ("back", say("One step back")),
    ("turn", say("Turn it round, or once more")),
    ("plus", say("One more")),
    ("minus", say("One less")),
    ("up", say("Further up")),
    ("down", say("Further down")),
    ("more", say("Some spaces are left out here")),
    ("dice", say("Chance decides")),
    ("die-1", say("The face of a die, from one to six")),
    ("cards", say("Cards to draw or to look at")),
    ("shuffle", say("Exchange, or move about")),
    ("hand", say("I am here, or my turn")),
    ("man", say("What is mine")),
    ("flag", say("Leave for good")),
    ("speaker", say("Read the page aloud")),
    ("share", say("Hand the phone on, or share something")),
    ("phone", say("A phone")),
    ("plug", say("A device that is connected")),
    ("settings", say("The menu of all pages")),
    ("key", say("Who looks after the table")),
    ("clock", say("Time to think")),
    ("play", say("Go on playing")),
    ("stop", say("Stop here")),
    ("log", say("What happened, line by line; or a list to go through")),
    ("score", say("The score, every point explained")),
    ("medal", say("Best of all; or points of an award")),
    ("camera", say("Photo of the board")),
    ("download", say("Save it as a file")),
    ("upload", say("Bring a file here")),
    ("trash", say("Remove it")),
    ("pen", say("Write it, or fill it in")),
    ("amphora", say("The table companion itself")),
)
DICE = {f"die-{face}" for face in range(2, 7)}
"""Icons of the other faces of a die, which the legend explains with the first one."""


class Sign(Struct, frozen=True):
    """An icon and what it is called where it is drawn; ``more``: it has further names."""

    icon: str
    labels: tuple[Wording, ...]
    more: bool = False


class Signs(Struct, frozen=True):
    """The signs of a view: those that everybody at the page may read, and those on what lies under a cover."""

    open: tuple[Sign, ...]
    covered: tuple[Sign, ...]

    @property
    def icons(self) -> set[str]:
        """Every icon that is explained, by the view or everywhere."""
        return {sign.icon for sign in (*self.open, *self.covered)} | set(EVERYWHERE) | DICE


EVERYWHERE: Mapping[str, Wording] = dict((*STATES, *ON_BUTTONS))


def signs_of(view: SeatView | TableView) -> Signs:
    """The signs of the game that are drawn for ``view``, in the order in which they come."""
    naming: dict[str, list[Wording]] = {}
    covered: dict[str, list[Wording]] = {}
    others: dict[str, list[Wording]] = {}
    others_covered: dict[str, list[Wording]] = {}
    for carrier, words, secret in _carriers(view, secret=False):
        if isinstance(carrier, NAMING):
            found = covered if secret else naming
        else:
            found = others_covered if secret else others
        labels, full = found.setdefault(carrier.icon, []), _without_short(words)
        if full not in labels:
            labels.append(full)
    # What names an icon comes before what says anything beside it, and what all may read before what is covered.
    shown = {icon: labels for icon, labels in others.items() if icon not in (naming.keys() | EVERYWHERE.keys() | DICE)}
    shown = naming | shown
    known = shown.keys() | EVERYWHERE.keys() | DICE
    hidden = {icon: labels for icon, labels in covered.items() if icon not in shown}
    hidden |= {icon: labels for icon, labels in others_covered.items() if icon not in known | hidden.keys()}
    return Signs(_signs(shown), _signs(hidden))


def _without_short(words: Wording) -> Wording:
    """Words that differ in their form for small displays only are the same here."""
    return structs.replace(words, short="") if isinstance(words, Message) else words


def _signs(found: Mapping[str, list[Wording]]) -> tuple[Sign, ...]:
    return tuple(Sign(icon, tuple(labels[:MOST_LABELS]), len(labels) > MOST_LABELS) for icon, labels in found.items())


def _carriers(value: Any, *, secret: bool) -> Iterator[tuple[Any, Wording, bool]]:
    """Everything with an icon in ``value``, its words, and whether it lies under a cover."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from _carriers(each, secret=secret)
    if not isinstance(value, Struct):
        return
    if isinstance(value, Widget | Question | Figure):
        secret = secret or value.secret
    elif isinstance(value, Dialogue):
        secret = secret or value.question.secret
    words = _words(value)
    if getattr(value, "icon", "") and words is not None:
        yield value, words, secret
    if isinstance(value, Grid):
        yield from _squares(value, secret=secret)
    for name in value.__struct_fields__:
        yield from _carriers(getattr(value, name), secret=secret)


def _words(carrier: Struct) -> Wording | None:
    for name in ("label", "title", "prompt"):
        words: Wording | None = getattr(carrier, name, None)
        if words is not None:
            return words
    return None


def _squares(grid: Grid, *, secret: bool) -> Iterator[tuple[Any, Wording, bool]]:
    """The squares of a grid that have no words of their own: the legend says what they are."""
    kinds = {kind.key: kind.label for kind in grid.legend}
    for cell in grid.cells:
        if cell.icon and cell.label is None and cell.fill in kinds:
            yield cell, kinds[cell.fill], secret
