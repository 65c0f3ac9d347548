"""Every text says what it has to say, in both languages, and prompts fit a line of a small display."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.game import AnyGame
from companion.core.questions import Count, Pick, PickMany, Question
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.wording import SHORT_WIDTH, Message, Verbatim
from companion.locale import LANGUAGES, speaker
from companion.render.icons import names
from companion.render.layout import setting
from tests.contract.evening import Dialogue, Evening
from tests.contract.table import briefly_and_at_length, explore, for_every_game
from tests.contract.wordings import icons, wordings

NAMES = dict(enumerate(("Ana", "Bo", "Cé", "Íñigo", "Eva", "Fu", "Gil", "Hugo"), 1))
SPEAKERS = [speaker(language, NAMES) for language in LANGUAGES]


def shown(evening: Evening, viewer: Viewer) -> list[Any]:
    """All that a viewer is shown of a state."""
    game, known = evening.game, seen(evening.state, viewer)
    return [*game.show(known, viewer), game.score(known, viewer), evening.awaited, *labels(game, known)]


def labels(game: AnyGame, known: Any) -> list[Any]:
    return [tracked.label for tracked in game.inventory(known)]


def read(evening: Evening) -> Iterator[Any]:
    """All that anybody reads in an evening: pictures, questions, what is told, refusals."""
    yield evening.game.meta
    for dialogue in evening.moves():
        for viewer in {PUBLIC, Viewer(dialogue.seat or None)}:
            yield from shown(evening, viewer)
        yield from dialogue.questions
        yield from refusals(evening, dialogue)
        yield evening.make(dialogue).told


def refusals(evening: Evening, dialogue: Dialogue) -> Iterator[Any]:
    for seat in evening.seats:
        refused = evening.refusal(seat, dialogue.move)
        if refused is not None:
            yield refused.message


def spoken(wording: Message | Verbatim) -> Iterator[str]:
    """The full form and the short form in every language."""
    for speaking in SPEAKERS:
        yield speaking.say(wording)
        yield speaking.short(wording)


@for_every_game
@briefly_and_at_length
def test_every_text_fills_its_places(game: AnyGame, evenings: int) -> None:
    def check(evening: Evening) -> None:
        for value in read(evening):
            for wording in wordings(value):
                for text in spoken(wording):
                    assert text.strip(), wording
                    assert "{" not in text, wording

    explore(game, evenings, check)


@for_every_game
@briefly_and_at_length
def test_prompts_fit_a_line_of_a_small_display(game: AnyGame, evenings: int) -> None:
    """Where a prompt has a short form; one without is wrapped by the display."""

    def check(evening: Evening) -> None:
        for dialogue in evening.moves():
            for question in dialogue.questions:
                for speaking in SPEAKERS if question.prompt.short else ():
                    assert len(speaking.short(question.prompt)) <= SHORT_WIDTH, question.prompt

    explore(game, evenings, check)


def read_whole(question: Question, text: str) -> bool:
    """Whether a small display shows what explains a question from the first word to the last."""
    width, height = (128, 19) if isinstance(question, Count) else (116, 64)
    return " ".join(setting(text, width, height, ("small",)).lines) == " ".join(text.split())


@for_every_game
@briefly_and_at_length
def test_what_explains_a_question_is_read_whole_on_a_small_display(game: AnyGame, evenings: int) -> None:
    """Of a list on a page of its own, of a number in two lines below it."""

    def check(evening: Evening) -> None:
        for dialogue in evening.moves():
            for question in dialogue.questions:
                if question.hint is not None and isinstance(question, Pick | PickMany | Count):
                    for speaking in SPEAKERS:
                        number = isinstance(question, Count)
                        text = speaking.short(question.hint) if number else speaking.say(question.hint)
                        assert read_whole(question, text), text

    explore(game, evenings, check)


@for_every_game
@briefly_and_at_length
def test_every_icon_is_in_the_icon_set(game: AnyGame, evenings: int) -> None:
    known = set(names())

    def check(evening: Evening) -> None:
        for value in read(evening):
            assert set(icons(value)) <= known

    explore(game, evenings, check)
