"""Which printed facts a question rests on: those that its dialogue looked up, and of the components that it names."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from msgspec import structs

from companion.core.box_reading import FactKey, ReadBox
from companion.core.boxes import Box
from companion.core.dialogue import walk
from companion.core.errors import Refused
from companion.core.game import AnyGame, own_box
from companion.core.questions import Pick
from companion.core.secrecy import BrokenSeal
from companion.service.play.dialogues import WalkedDialogue


def used_by(game: AnyGame, state: Any, box: Box, standing: WalkedDialogue) -> tuple[FactKey, ...]:
    """The facts that a dialogue rests on, those of the components it names first. ``state`` is as the viewer of the
    dialogue sees it, ``box`` all that is known of the components. Where its questions looked up nothing that can be
    noted, any component counts that it names.
    """
    if not game.meta.box:
        return ()
    read = list(_read(game, state, standing, ReadBox(own_box(state))).known)
    return tuple(dict.fromkeys([*_named(game, box, standing, {kind for kind, _, _ in read}), *read]))


def uses_any(game: AnyGame, state: Any, box: Box, standing: WalkedDialogue) -> bool:
    """Whether ``used_by`` finds any fact; it looks no further than to the first."""
    if not game.meta.box:
        return False
    try:
        _read(game, state, standing, _FirstRead(own_box(state)))
    except _Found:
        return True
    return any(_named(game, box, standing, set()))


class _Found(Exception):
    """A fact was looked up."""


class _FirstRead(ReadBox):
    def note(self, kind: str, key: str, field: str, *, there: bool) -> None:
        super().note(kind, key, field, there=there)
        if self.known:
            raise _Found


def _read(game: AnyGame, state: Any, standing: WalkedDialogue, box: ReadBox) -> ReadBox:
    """``box``, in which the questions up to the present one have looked up what they rest on; nothing where they are
    refused or sealed.
    """
    if box:
        try:
            walk(game.ask(structs.replace(state, box=box), standing.seat), standing.answers)
        except (Refused, BrokenSeal):
            box.known.clear()
    return box


def _named(game: AnyGame, box: Box, standing: WalkedDialogue, kinds: Set[str]) -> Iterator[FactKey]:
    """The facts of the components that a dialogue names, of these kinds, or of any where there are none."""
    named = set(map(str, standing.answers))
    if isinstance(standing.walked.question, Pick):
        named |= {str(option.value) for option in standing.walked.question.options}
    for kind in game.meta.box:
        parts = box.get(kind.key, {}) if kind.key in kinds or not kinds else {}
        for key in kind.in_order(parts):
            if key in named:
                yield from ((kind.key, key, field.key) for field in kind.fields if field.key in parts.get(key, {}))
