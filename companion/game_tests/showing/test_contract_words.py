"""Every text says what it has to say, in every language, and small displays have the room and the letters for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.game import AnyGame
from companion.core.questions import AnyQuestion, Count, Pick, PickMany
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.wording import Message, Verbatim
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.showing.looks import forecast_of
from companion.game_tests.texts.wordings import icons, wordings
from companion.locale import LANGUAGES, speaker
from companion.render.canvas.glyphs import font, icon_names
from companion.render.canvas.layout import fits_line, setting

NAMES = dict(enumerate(("Ana", "Bo", "Cé", "Íñigo", "Eva", "Fu", "Gil", "Hugo"), 1))
SPEAKERS = [speaker(language, NAMES) for language in LANGUAGES]


def shown(random_play: RandomPlay, viewer: Viewer) -> list[Any]:
    """All that a viewer is shown of a state."""
    game, known = random_play.game, seen(random_play.state, viewer)
    strip = game.strip(known, viewer.seat) if viewer.seat is not None else ()
    widgets = game.show(known, viewer)
    return [
        *widgets,
        *strip,
        *forecast_of(game, known, viewer, random_play.awaited),
        game.score(known, viewer),
        random_play.awaited,
        *labels(game, known),
    ]


def labels(game: AnyGame, known: Any) -> list[Any]:
    return [tracked.label for tracked in game.inventory(known)]


def read(random_play: RandomPlay) -> Iterator[Any]:
    """All that anybody reads in a play: pictures, questions, what is told, refusals."""
    yield random_play.game.meta
    for dialogue in random_play.moves():
        for viewer in {PUBLIC, Viewer(dialogue.seat or None)}:
            yield from shown(random_play, viewer)
        yield from dialogue.questions
        yield [random_play.game.meaning(question) for question in dialogue.questions]
        yield from refusals(random_play, dialogue)
        yield random_play.make(dialogue).told


def refusals(random_play: RandomPlay, dialogue: Dialogue) -> Iterator[Any]:
    for seat in random_play.seats:
        refused = random_play.refusal(seat, dialogue.move)
        if refused is not None:
            yield refused.message


def spoken(wording: Message | Verbatim) -> Iterator[str]:
    """The full form and the short form in every language."""
    for speaking in SPEAKERS:
        yield speaking.say(wording)
        yield speaking.short(wording)


def test_every_text_fills_its_places(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for value in read(random_play):
            for wording in wordings(value):
                for text in spoken(wording):
                    assert text.strip(), wording
                    assert "{" not in text, wording

    explore(game, plays, check)


def test_prompts_fit_a_line_of_a_small_display(game: AnyGame, plays: int) -> None:
    """Where a prompt has a short form; one without is wrapped by the display."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question in dialogue.questions:
                for speaking in SPEAKERS if question.prompt.short else ():
                    assert fits_line(speaking.short(question.prompt)), speaking.short(question.prompt)

    explore(game, plays, check)


def test_small_displays_have_the_letters_of_every_text(game: AnyGame, plays: int) -> None:
    """What their fonts lack would be hollow boxes."""

    def check(random_play: RandomPlay) -> None:
        for value in read(random_play):
            for wording in wordings(value):
                for text in spoken(wording):
                    lacking = {letter for name in ("small", "medium") for letter in text if letter not in font(name)}
                    assert lacking <= {"\n"}, f"{sorted(lacking)} in {text!r}"

    explore(game, plays, check)


def read_whole(question: AnyQuestion, text: str) -> bool:
    """Whether a small display shows what explains a question from the first word to the last."""
    width, height = (128, 19) if isinstance(question, Count) else (116, 64)
    return " ".join(setting(text, width, height, ("small",)).lines) == " ".join(text.split())


def test_what_explains_a_question_is_read_whole_on_a_small_display(game: AnyGame, plays: int) -> None:
    """Of a list on a page of its own, of a number in two lines below it."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question in dialogue.questions:
                if question.hint is not None and isinstance(question, Pick | PickMany | Count):
                    for speaking in SPEAKERS:
                        number = isinstance(question, Count)
                        text = speaking.short(question.hint) if number else speaking.say(question.hint)
                        assert read_whole(question, text), text

    explore(game, plays, check)


def test_every_icon_is_in_the_icon_set(game: AnyGame, plays: int) -> None:
    known = set(icon_names())

    def check(random_play: RandomPlay) -> None:
        for value in read(random_play):
            assert set(icons(value)) <= known

    explore(game, plays, check)
