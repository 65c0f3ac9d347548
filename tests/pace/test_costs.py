"""What answers cost by phone and by keys, and what the keys really give."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct, structs

from companion.core.forms import fill
from companion.core.game import Awaited
from companion.core.options import Option
from companion.core.questions import (
    Answer,
    AnyQuestion,
    Asking,
    Confirm,
    Count,
    Dice,
    Form,
    Pick,
    PickMany,
    Shortcut,
    Text,
)
from companion.core.step import Step
from companion.core.wording import say
from companion.pace.costs import cost, cost_of_submission, costs, sent_forms, submissions
from companion.pace.key_presses import presses
from companion.pace.phone_taps import taps
from companion.playthroughs.grammar import parse
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import replay
from tests.golden.test_playthroughs import BY_KEY, FILES, FOLDER, name_of, replayed

PROMPT = say("What now?")
THREE = tuple(Option(name, say("{x}", x=name)) for name in ("a", "b", "c"))
OUT = (Option("a", say("a"), reason=say("too dear")), *THREE[1:])

PICK: AnyQuestion = Pick(key="q", prompt=PROMPT, options=THREE)
MANY: AnyQuestion = PickMany(key="q", prompt=PROMPT, options=THREE, most=3)
NEAR: AnyQuestion = Count(key="q", prompt=PROMPT, high=9, start=4)
FAR: AnyQuestion = Count(key="q", prompt=PROMPT, high=999, start=0)
DICE: AnyQuestion = Dice(key="q", prompt=PROMPT, dice=3)
D20: AnyQuestion = Dice(key="q", prompt=PROMPT, dice=1, faces=20)
ASKS: AnyQuestion = Confirm(key="q", prompt=PROMPT, yes=say("Yes"), no=say("No"))
NAME: AnyQuestion = Text(key="q", prompt=PROMPT, start="Ana")


@pytest.mark.parametrize(
    ("question", "answer", "tapped", "pressed"),
    [
        (PICK, "a", 2, 1),
        (PICK, "c", 2, 2),
        (Pick(key="q", prompt=PROMPT, options=OUT), "b", 2, 1),
        (MANY, [], 1, 2),
        (MANY, ["c", "a"], 3, 4),
        (NEAR, 4, 1, 1),
        (NEAR, 7, 4, 2),
        (NEAR, 0, 4, 2),
        (FAR, 250, 6, 2),
        (DICE, [1, 1, 1], 4, 3),
        (DICE, [1, 6, 1], 4, 4),
        (D20, [17], 4, 2),
        (ASKS, True, 2, 1),
        (ASKS, False, 2, 2),
        (NAME, "Ana", 1, None),
        (NAME, "Eva", 5, None),
    ],
)
def test_an_answer_costs_what_hands_do(question: AnyQuestion, answer: Answer, tapped: int, pressed: int | None) -> None:
    done = presses(question, answer)
    assert taps(question, answer) == tapped
    assert (None if done is None else len(done)) == pressed


@pytest.mark.parametrize(
    ("question", "usual", "answer", "tapped", "pressed"),
    [
        (PICK, "c", "c", 1, 1),
        (PICK, "c", "a", 2, 2),
        (PICK, "none of them", "c", 2, 2),
        (MANY, ["a", "c"], ["a", "c"], 1, 1),
        (MANY, ["a"], ["a", "c"], 2, 2),
        (MANY, ["a"], ["c", "a"], 4, 6),
        (NEAR, 7, 7, 1, 1),
        (NEAR, 7, 6, 2, 2),
        (DICE, [6, 6, 6], [6, 6, 6], 1, 3),
        (DICE, [6, 6, 6], [6, 2, 6], 2, 4),
        (ASKS, False, False, 1, 1),
        (ASKS, False, True, 2, 2),
        (NAME, "Eva", "Eva", 1, None),
    ],
)
def test_what_is_usual_is_accepted_with_one_tap(
    question: AnyQuestion, usual: Answer, answer: Answer, tapped: int, pressed: int | None
) -> None:
    preset = structs.replace(question, usual=usual)
    done = presses(preset, answer)
    assert taps(preset, answer) == tapped
    assert (None if done is None else len(done)) == pressed


def test_inside_a_dialogue_an_option_costs_one_tap_and_what_is_skipped_none() -> None:
    only = Pick(key="q", prompt=PROMPT, options=THREE[:1])
    made = MoveMade(line=1, seat=1, move=None, dialogue=((PICK, "b"), (only, "a"), (NEAR, 4), (PICK, "c")))
    assert (cost(made).answers, cost(made).taps, cost(made).presses) == (3, 4, 5)
    ends = MoveMade(line=1, seat=1, move=None, dialogue=((only, "a"),), entered=((PICK, "a"),))
    assert cost(ends).taps == 4, "what ends a dialogue is chosen and sent, and so is what the cardboard shows"


class Stands(Struct):
    """How many moves were made."""

    made: int = 0


class Chain:
    """As much of a game as a form is filled with: moves, each with its questions, one after the other."""

    def __init__(self, *moves: tuple[AnyQuestion, ...], chance: bool = False) -> None:
        self._moves = moves
        self._chance = chance

    def awaits(self, state: Stands) -> Awaited:
        return Awaited((1,) if state.made < len(self._moves) else ())

    def ask(self, state: Stands, _seat: int) -> Asking[str]:
        answers = []
        for question in self._moves[state.made]:
            answers.append((yield question))
        return str(answers)

    def copy(self, state: Stands) -> Stands:
        return structs.replace(state)

    def apply(self, step: Step[Stands], _move: str) -> None:
        step.state.made += 1
        if self._chance:
            step.chance(Dice(key="q", prompt=PROMPT, dice=3))


Dialogue = tuple[tuple[AnyQuestion, Answer], ...]


def chain(*dialogues: Dialogue, chance: bool = False) -> list[MoveMade]:
    """Moves of a seat one after the other, in lines 1, 2 and so on."""
    game: Any = Chain(*(tuple(question for question, _ in dialogue) for dialogue in dialogues), chance=chance)
    return [
        MoveMade(at + 1, 1, None, dialogue, drawn=int(chance), fill=partial(fill, game, Stands(at), 1))
        for at, dialogue in enumerate(dialogues)
    ]


def on_form(question: AnyQuestion, usual: Answer | None = None, key: str = "form") -> AnyQuestion:
    return structs.replace(question, usual=usual, form=Form(key, PROMPT))


def test_what_stands_on_a_form_is_sent_with_one_tap() -> None:
    usual = ((on_form(PICK, "b"), "b"), (on_form(NEAR, 4), 4), (on_form(ASKS, False), False))
    (made,) = chain(usual)
    assert (cost(made).taps, cost(made).presses) == (1, 1)
    changed = ((on_form(PICK, "b"), "c"), (on_form(NEAR, 4), 6), (on_form(ASKS, False), False))
    (made,) = chain(changed)
    assert (cost(made).taps, cost(made).presses) == (1 + 2 + 1, 2 + 2)
    (before,) = chain(((PICK, "a"), *usual))
    assert (cost(before).taps, cost(before).presses) == (1 + 1, 1 + 1)


def test_moves_of_one_form_are_sent_together() -> None:
    def dialogue(answer: str, form: str = "form") -> Dialogue:
        return ((on_form(PICK, "a", form), answer), (on_form(NEAR, 4, form), 4))

    (several, alone) = submissions(chain(dialogue("a"), dialogue("b"), dialogue("a"), dialogue("a", "another")))
    assert [(one.taps, one.presses) for one in cost_of_submission(several)] == [(1, 2), (1, 2), (0, 0)]
    assert [(one.taps, one.presses) for one in cost_of_submission(alone)] == [(1, 1)]


def test_no_form_goes_past_what_is_revealed() -> None:
    def sent(first: bool, second: bool) -> list[int]:
        dialogue = ((on_form(PICK, "a"), "a"),)
        shown = ((1, first), (2, second))
        moves = [MoveMade(line=line, seat=1, move=None, dialogue=dialogue, revealed=each) for line, each in shown]
        return [len(together) for together in submissions(moves)]

    assert sent(False, False) == [2]
    assert sent(True, False) == sent(False, True) == [1, 1]


MUSTERED = "2: block=hoplite | rating=B4 | steps=4"


@pytest.mark.parametrize(
    ("between", "sizes"),
    [
        ((), [3]),
        (("undo by 2", MUSTERED), [1, 3]),
        (("undo by 2", "redo by 2"), [1, 2]),
        (("correct mp 5",), [1, 2]),
        (("correct mp -1", "! impossible-number"), [3]),
    ],
)
def test_no_form_goes_past_an_undo_a_redo_or_a_correction(between: tuple[str, ...], sizes: list[int]) -> None:
    """A muster's blocks stand on one form, except where play was taken back or set right between them."""
    lines = (FOLDER / "athens-sparta" / "amphipolis.txt").read_text("utf-8").splitlines()
    first = lines.index(MUSTERED)
    text = "\n".join([*lines[: first + 1], *between, *lines[first + 1 : first + 3]])
    moves = [made for made in replay(parse(text, "amphipolis"), BY_KEY).moves if made.line > first]
    assert [len(together) for together in submissions(moves)] == sizes


def test_what_was_taken_back_is_counted_apart_from_what_was_made_instead() -> None:
    name = "athens-sparta/amphipolis"
    playthrough = parse((FOLDER / f"{name}.txt").read_text("utf-8"), name)
    hits, _ = costs(playthrough, BY_KEY, {30, 32})
    assert [(hit.line, hit.taps, hit.presses) for hit in hits if hit.line in {30, 32}] == [(30, 1, 2), (32, 1, 1)]


def test_what_is_asked_anew_is_sent_alone() -> None:
    asked = structs.replace(PICK, usual="a", form=Form("form", PROMPT, anew=True))
    turns = [MoveMade(line=line, seat=1, move=None, dialogue=((asked, "a"),)) for line in (1, 2)]
    assert [len(together) for together in submissions(turns)] == [1, 1]


def test_a_row_that_is_folded_is_opened_first() -> None:
    made = MoveMade(line=1, seat=1, move=None, dialogue=((compact(PICK, "a"), "b"),), usual_first=True)
    assert cost(made).taps == 1 + 1 + 1
    assert cost(structs.replace(made, dialogue=((compact(PICK, "a"), "a"),))).taps == 1


def test_explained_choices_of_a_row_are_opened_first() -> None:
    explained = tuple(structs.replace(option, hint=say("Far.")) for option in THREE)
    question = compact(Pick(key="q", prompt=PROMPT, options=explained), "a")
    made = MoveMade(line=1, seat=1, move=None, dialogue=((question, "b"),))
    assert cost(made).taps == 1 + 1 + 1
    assert cost(structs.replace(made, dialogue=((question, "a"),))).taps == 1


def test_the_only_number_of_a_compact_row_is_one_tap() -> None:
    alone = MoveMade(line=1, seat=1, move=None, dialogue=((compact(NEAR, 4), 8),))
    assert cost(alone).taps == 1 + 1
    two = structs.replace(alone, dialogue=((compact(NEAR, 4), 6), (compact(NEAR, 4), 4)))
    assert cost(two).taps == 2 + 1


def test_a_dense_form_folds_lists_and_shows_the_lowest_numbers() -> None:
    few, high = (Count(key="n", prompt=PROMPT, high=9) for _ in range(2))
    five = Pick(key="q", prompt=PROMPT, options=tuple(Option(name, say("{x}", x=name)) for name in "abcde"))
    made = MoveMade(line=1, seat=1, move=None, dialogue=((dense(few, 0), 3), (dense(high, 0), 8)))
    assert cost(made).taps == 1 + 2 + 1, "a higher one is a tap further away"
    lists = ((dense(five, "a"), "b"), (dense(five, "a"), "c"), (dense(five, "a"), "a"))
    assert cost(structs.replace(made, dialogue=lists)).taps == 1 + 2 + 0 + 1, "the first one is in sight"


def dense(question: AnyQuestion, usual: Answer) -> AnyQuestion:
    return structs.replace(question, usual=usual, form=Form("form", PROMPT, layout="dense"))


def compact(question: AnyQuestion, usual: Answer) -> AnyQuestion:
    return structs.replace(question, usual=usual, form=Form("form", PROMPT, layout="rows"))


def test_a_form_whose_chance_the_companion_draws_is_asked_again_after_ok_held() -> None:
    (made,) = chain(((on_form(PICK, "a"), "a"), (on_form(NEAR, 4), 4)), chance=True)
    assert (cost(made).taps, cost(made).presses) == (1, 1 + 1)
    entered = structs.replace(made, drawn=0, entered=((DICE, [1, 1, 1]),))
    assert cost(entered).presses == 1 + 3, "until the dice are entered it can be taken back"


def test_what_has_no_usual_answer_is_chosen_first_with_the_lines_above_in_sight() -> None:
    (made,) = chain(((on_form(NEAR, 4), 4), (on_form(ASKS, True), True), (on_form(PICK), "c"), (on_form(MANY, []), [])))
    assert cost(made).presses == 2, "a sweep to the option, and OK held"
    (above,) = chain(((on_form(NEAR, 4), 4), (on_form(ASKS, True), False), (on_form(PICK), "c")))
    assert cost(above).presses == 1 + 1 + 1 + 2, "up, changed, and down again"


def test_several_of_a_form_are_taken_with_ok_held() -> None:
    (made,) = chain(((on_form(MANY, []), ["c", "a"]), (on_form(NEAR, 4), 5)))
    assert cost(made).presses == 4 + 2


def test_a_cover_and_sure_are_counted() -> None:
    secret = Count(key="q", prompt=PROMPT, high=9, start=4, secret=True)
    made = MoveMade(line=1, seat=1, move=None, dialogue=((NEAR, 4), (secret, 4)), drawn=1)
    assert (cost(made).taps, cost(made).presses) == (3, 4)


def test_what_adds_nothing_opens_no_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Dialogue = ((structs.replace(PICK, secret=True, lapse="a"), "a"),)
    secret: Dialogue = ((structs.replace(NEAR, secret=True), 4),)
    dialogues = enumerate((nothing, secret, nothing, secret), 1)
    moves = [MoveMade(line=line, seat=1, move=None, dialogue=dialogue) for line, dialogue in dialogues]
    replayed = SimpleNamespace(moves=moves, difference=None)
    monkeypatch.setattr("companion.pace.costs.replay", lambda *_: replayed)
    playthrough: Any = None
    closed, *_, still_open = (one.taps for one in costs(playthrough, {})[0][1:])
    assert closed - still_open == 1


def test_what_stands_apart_is_unfolded_first_where_there_is_more_and_asked_again_by_keys() -> None:
    end = Option("end", say("Stop here"), apart=True)
    for options, tapped, pressed in (((*THREE, end), 3, 3), ((end,), 2, 2)):
        question = Pick(key="q", prompt=PROMPT, options=options)
        made = MoveMade(line=1, seat=1, move=None, dialogue=((question, "end"),))
        assert (cost(made).taps, cost(made).presses) == (tapped, pressed)


def test_a_form_folds_several_that_stand_apart() -> None:
    ends = tuple(Option(name, say("Stop here"), apart=True) for name in ("end", "finish"))
    for number, tapped in ((1, 2), (2, 3)):
        question = on_form(Pick(key="q", prompt=PROMPT, options=(*THREE, *ends[:number])), "a")
        (made,) = chain(((question, "end"),))
        assert cost(made).taps == tapped


def test_keys_send_a_form_without_asking_again_for_what_stands_apart() -> None:
    end = Option("end", say("Stop here"), apart=True)
    question = on_form(Pick(key="q", prompt=PROMPT, options=(*THREE, end)), "a")
    (made,) = chain(((question, "end"),))
    assert cost(made).presses == 2, "the knob, and OK held"


def test_a_form_that_a_shortcut_has_begun_is_sent() -> None:
    answer = Shortcut("reply", PROMPT, ("b", "a"))
    made = MoveMade(
        line=1,
        seat=1,
        move=None,
        dialogue=((structs.replace(PICK, shortcuts=(answer,)), "b"), (on_form(PICK), "a"), (on_form(PICK), "c")),
    )
    assert cost(made).taps == 1 + 1 + 1


def test_an_optional_question_is_opened_first() -> None:
    made = MoveMade(line=1, seat=1, move=None, dialogue=((NEAR, 4),), optional=True)
    assert (cost(made).taps, cost(made).presses) == (2, 2)
    secret = structs.replace(made, dialogue=((structs.replace(NEAR, secret=True), 4),))
    assert cost(secret).taps == 2, "a cover is not folded"


def test_what_the_table_may_do_besides_is_unfolded_first() -> None:
    made = MoveMade(line=1, seat=0, move=None, dialogue=((NEAR, 4),), optional=True)
    assert (cost(made).taps, cost(made).presses) == (2, 2)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_keys_give_every_answer_but_texts(path: Path) -> None:
    for made in replayed(path).moves:
        for question, answer in made.dialogue + made.entered:
            if question.leaving(answer) is None:
                assert (presses(question, answer) is None) == isinstance(question, Text), (
                    f"line {made.line}: {question.key}"
                )


def three(*answers: int) -> MoveMade:
    """A move on a form whose three numbers ask alike, usually for 4."""
    (made,) = chain(tuple((on_form(NEAR, 4), answer) for answer in answers))
    return made


def test_the_same_for_all_is_filled_in_by_keys() -> None:
    assert cost(three(7, 7, 7)).presses == 4, "a sweep, BACK to the offer, OK there, OK held"
    assert cost(three(7, 7, 8)).presses == 6, "a sweep for each is as short"
    assert cost(three(4, 7, 7)).presses == 1 + 1 + 1 + 2, "the first one is not to be changed"


@pytest.mark.parametrize(
    ("last", "now", "pressed"),
    [((7, 5, 9), (7, 5, 9), 3), ((5, 4, 4), (5, 4, 4), 2), ((7, 5, 9), (7, 5, 8), 6), ((7, 5, 9), (4, 4, 4), 1)],
)
def test_what_was_sent_last_is_filled_in_by_keys_where_that_is_shorter(
    last: tuple[int, ...], now: tuple[int, ...], pressed: int
) -> None:
    (counted,) = cost_of_submission((three(*now),), last=sent_forms((three(*last),)))
    assert counted.presses == pressed
