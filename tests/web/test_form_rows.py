"""How forms lie on a page: moves that come again in rows, lists that are folded, small numbers tapped at once."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.errors import not_offered
from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import Count, Form, Layout, Pick, PickMany, Place, Question, Text
from companion.core.secrecy import seal
from companion.core.wording import Message, say
from companion.locale import speaker
from web.templating.form_rows import (
    FormRow,
    begins_folded,
    folded,
    folds_chosen,
    folds_explained,
    in_blocks,
    lie_densely,
    lines_of_numbers,
    named_before,
    near_and_far,
    rows,
    side_by_side,
    tallied,
)

HOW = Pick[str](
    key="how",
    prompt=say("How?"),
    options=(Option("march", say("Move a block")), Option("end", say("End the moves"))),
)


def how(key: str, answer: str | None, *, given: bool = False) -> Field:
    return Field(key, HOW, answer, given)


words = speaker("en", {}).say


def steps(low: int, high: int) -> Field:
    return Field("steps", Count(key="steps", prompt=say("How many steps?"), low=low, high=high), low)


def test_a_row_begins_where_the_first_question_comes_again() -> None:
    fields = (how("how", "march"), steps(1, 4), how("how-2", "march"), how("how-3", "end"))
    assert [len(row.fields) for row in rows(fields)] == [2, 1, 1]


def test_rows_that_nobody_touched_are_folded_to_their_answers_but_the_last() -> None:
    laid = rows((how("how", "march"), how("how-2", "end", given=True), how("how-3", "march"), how("how-4", "end")))
    assert [row.folded for row in laid] == [True, False, True, False]
    assert laid[0].words == (say("Move a block"),)


def test_a_row_that_is_done_with_is_folded_once_a_later_one_was_begun() -> None:
    first, second = how("how", "march", given=True), how("how-2", "march", given=True)
    assert [row.folded for row in rows((first, how("how-2", "march"), how("how-3", "end")))] == [False, True, False]
    assert [row.folded for row in rows((first, second, how("how-3", "end")))] == [True, False, False]
    begun = how("how-3", "end", given=True)
    assert [row.folded for row in rows((first, second, begun))] == [True, True, False]
    wrong = Field("how", HOW, "fly", True, not_offered("fly").message)
    assert [row.folded for row in rows((wrong, second, begun))] == [False, True, False], "what is wrong stays in sight"


def test_a_row_that_lacks_an_answer_is_open() -> None:
    assert [row.folded for row in rows((how("how", None), how("how-2", "end")))] == [False, False]


def where(answer: str, *, places: int = 5, given: bool = True) -> Field:
    options = tuple(Option(f"p{at}", say("A place")) for at in range(places))
    wrong = not_offered(answer).message if answer not in {option.value for option in options} else None
    return Field("where", structs.replace(HOW, options=options), answer, given, wrong)


def test_a_long_list_among_others_is_folded_when_it_was_chosen_from() -> None:
    beside = how("how", "march")
    assert folds_chosen((where("p1"), beside), where("p1"))
    assert not folds_chosen((where("p1"),), where("p1")), "there is nothing else to look at"
    assert not folds_chosen((where("p1", given=False), beside), where("p1", given=False))
    assert not folds_chosen((where("p9"), beside), where("p9"))


def test_a_shorter_list_is_folded_among_many_fields() -> None:
    few = where("p1", places=3)
    assert not folds_chosen((few, *[how("how", "march")] * 7), few)
    assert folds_chosen((few, *[how("how", "march")] * 8), few)
    assert not folds_chosen((few, *[how("how", "march", given=True)] * 8), how("how", "march", given=True))


def explained(layout: Layout, *, usual: str | None = "march", hint: Message | None = None) -> Question:
    options = tuple(structs.replace(option, hint=hint) for option in (*HOW.options, Option("wait", say("Wait"))))
    return structs.replace(HOW, options=options, usual=usual, form=Form("moves", say("Moves"), layout=layout))


@pytest.mark.parametrize("layout", ["plain", "rows"])
def test_a_choice_of_which_all_others_stand_apart_is_folded_until_somebody_looks_for_another(layout: Layout) -> None:
    apart = structs.replace(HOW.options[1], apart=True)
    question = structs.replace(explained(layout), options=(HOW.options[0], apart), usual=HOW.options[0].value)
    chosen, other = str(HOW.options[0].value), str(apart.value)
    assert folds_explained(question)
    assert folds_chosen((Field("how", question, chosen),), Field("how", question, chosen))
    assert not folds_chosen((Field("how", question, other, True),), Field("how", question, other, True))
    assert not folds_explained(structs.replace(question, usual=None)), "nothing is answered yet"
    assert not folds_explained(structs.replace(question, usual=other)), "what is usual does not stand apart"


def test_choices_with_explanations_are_folded_in_rows_until_somebody_looks_for_another() -> None:
    hint = say("Twice as far, to a friendly city.")
    question = explained("rows", hint=hint)
    assert folds_explained(question)
    assert folds_chosen((Field("how", question, "march"),), Field("how", question, "march"))
    assert not folds_chosen((Field("how", question, "end", True),), Field("how", question, "end", True))
    assert not folds_explained(explained("plain", hint=hint))
    assert not folds_explained(explained("rows"))
    assert not folds_explained(explained("rows", usual=None, hint=hint)), "nothing is answered yet"


def test_a_refused_answer_has_no_words() -> None:
    wrong = Field("how", HOW, "fly", True, not_offered("fly").message)
    assert rows((wrong,)) == [FormRow((wrong,), (), folded=False)]


@pytest.mark.parametrize(("high", "lines"), [(4, 1), (6, 1), (7, 2), (10, 2), (11, 0)])
def test_small_numbers_are_tapped_at_once(high: int, lines: int) -> None:
    row = FormRow((steps(1, high), how("how", "end")), (), folded=False)
    assert lines_of_numbers(row.fields[0].question, row.counts) == lines


def test_several_counts_stand_below_each_other_with_steppers() -> None:
    row = FormRow((steps(1, 4), steps(1, 2)), (), folded=False)
    assert lines_of_numbers(row.fields[0].question, row.counts) == 0
    assert lines_of_numbers(HOW, 0) == 0


def names(*words: str) -> list[Option[str]]:
    return [Option(str(place), say(word)) for place, word in enumerate(words)]


@pytest.mark.parametrize(
    ("word", "n", "densely"),
    [("Wine", 8, False), ("Wine", 9, True), ("A longer choice", 12, False), ("A longer choice", 13, True)],
)
def test_many_choices_of_a_word_each_lie_densely(word: str, n: int, densely: bool) -> None:
    assert lie_densely(names(*[word] * n)) is densely


def test_what_is_called_alike_is_listed_once() -> None:
    market = names("Market", "Cart shop", "Market", "Market")
    assert named_before(market) == {"2", "3"}
    barred = structs.replace(market[3], reason=say("Taken"))
    assert named_before([*market[:3], barred]) == {"2"}, "what is out of reach stands with its reason"


@pytest.mark.parametrize(
    ("labels", "close", "columns"),
    [
        (("Wood", "Stone", "Grain", "Gold"), False, 4),
        (("Wood", "Marbled", "Grain", "Gold"), False, 2),
        (("Wood", "Stone", "Grain", "Gold"), True, 0),
        (("Blank", "Titan symbol", "Coin symbol", "Two titan symbols"), True, 2),
        (("Citizen 1", "Citizen 2", "Citizen 4"), True, 3),
        (("Germany", "Phoenicia", "Romans"), False, 0),
        (("Ciudadano 1", "Ciudadano 2", "Ciudadano 4"), True, 3),
        (("None", "2 legions: defence 7", "3 legions: defence 8 or more"), False, 0),
        (("Market", "Inn", "Cart of the dump 1"), False, 0),
        (("2 MP", "3 MP", "4 MP"), True, 0),
        (("2 MP", "3 MP", "4 MP"), False, 3),
        (("Wood", "Stone"), False, 0),
        (("Just this once", "Keep it"), True, 0),
        (("swords and arrows", "swords only"), True, 2),
        (("swords and arrows", "swords only"), False, 0),
        (("Wood", "Stone", "Grain", "Gold", "Wine"), False, 0),
    ],
)
def test_up_to_four_choices_leave_none_alone_in_a_line(labels: tuple[str, ...], close: bool, columns: int) -> None:
    assert side_by_side([Option(label, say("{label}", label=label)) for label in labels], words, close) == columns


def test_choices_with_more_to_read_lie_in_two_columns_or_as_wide_as_they_are() -> None:
    options = [Option(at, say("{at}", at=at), hint=say("You have it.")) for at in ("a", "b", "c", "d")]
    assert side_by_side(options, words, False) == 2
    assert side_by_side(options[:3], words, False) == 0
    assert side_by_side(options[:2], words, False) == 2
    options[0] = structs.replace(options[0], hint=say("You have it, and it is too long for half a line."))
    assert side_by_side(options[:2], words, False) == 0


# -- dense forms -------------------------------------------------------------------------------------------------------


def choices(n: int, *, many: bool = False) -> Question:
    options = tuple(Option(f"{at}", say("Move a block")) for at in range(n))
    if many:
        return PickMany[str](key="list", prompt=say("Which?"), options=options, most=n, usual=[])
    return Pick[str](key="list", prompt=say("Which?"), options=options, usual="0")


def listed(n: int, *, given: bool = False, many: bool = False) -> Field:
    return Field("list", choices(n, many=many), [] if many else "0", given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("low", "high", "near", "far"),
    [(0, 3, [0, 1, 2, 3], []), (0, 4, [0, 1, 2, 3, 4], []), (0, 9, [0, 1, 2, 3], [4, 5, 6, 7, 8, 9]), (0, 10, [], [])],
)
def test_the_lowest_of_small_numbers_are_tapped_at_once(low: int, high: int, near: list[int], far: list[int]) -> None:
    found = near_and_far(Count(key="n", prompt=say("How many?"), low=low, high=high))
    assert [list(part) for part in found] == [near, far]


def test_what_is_no_number_has_none() -> None:
    assert near_and_far(HOW) == (range(0), range(0))


@pytest.mark.parametrize(("options", "folds"), [(4, False), (5, True), (18, True), (19, False)])
def test_a_list_of_some_length_begins_folded_unless_it_is_the_first(options: int, folds: bool) -> None:
    for many in (False, True):
        assert begins_folded(choices(options, many=many), first=False) == folds
        assert not begins_folded(choices(options, many=many), first=True)


def test_a_list_that_was_chosen_from_is_folded() -> None:
    first = listed(11)
    assert not folded((first, listed(9)), first)
    for chosen in (listed(3, given=True), listed(30, given=True)):
        assert folded((first, chosen), chosen)
        assert folded((first, chosen), first), "whoever answers what follows agrees with the first"
    pair, several = listed(2, given=True), listed(9, given=True, many=True)
    assert not folded((first, pair), pair)
    assert not folded((first, several), several), "more may be chosen"


def test_a_list_without_an_answer_that_can_be_taken_is_open() -> None:
    first, open_ = listed(11), Field("list", choices(9))
    wrong = Field("list", choices(9), "x", True, not_offered("x").message)
    assert not folded((first, open_), open_)
    assert not folded((first, wrong), wrong)


def card(number: int, *, given: bool = False) -> list[Field]:
    """A card that is described: which one, two numbers, its name."""
    ending = f"-{number}" if number > 1 else ""
    name = Text(key="name", prompt=say("What is it called?"))
    return [
        Field(f"list{ending}", choices(5), "0", given),
        *(Field(f"{key}{ending}", Count(key=key, prompt=say("How many?"), high=9), 0) for key in ("swords", "arrows")),
        Field(f"name{ending}", name, "Argos", given),
    ]


def test_cards_described_one_after_the_other_are_rows_of_a_dense_form() -> None:
    fields = [how("how", "march"), *card(1, given=True), *card(2, given=True), *card(3)]
    before, laid = in_blocks(fields)
    assert (list(before), [len(row.fields) for row in laid]) == (fields[:1], [4, 4, 4])
    assert [row.folded for row in laid] == [True, False, False]
    assert [words(each) for each in laid[0].words] == ["Move a block", "Argos"], "numbers tell nothing alone"
    citizen = (listed(3), Field("again", listed(3).question, "0"))
    who = tuple(structs.replace(each, question=structs.replace(each.question, key="citizen")) for each in citizen)
    before, laid = in_blocks([who[0], *card(1), *card(2), *card(3), who[1]])
    assert (list(before), [len(row.fields) for row in laid]) == ([who[0]], [4, 4, 5]), "the cards come most often"
    assert in_blocks(fields[:5]) == (fields[:5], []), "one card is no row"
    short = [listed(5), listed(5), listed(5)]
    assert in_blocks(short) == (short, [])


def test_a_place_of_a_picture_is_no_list() -> None:
    place = Place[str](key="at", prompt=say("Where?"), options=choices(9).options, widget="map")  # type: ignore[attr-defined]
    field = Field("at", place, "0", True)
    assert not folded((field, listed(3, given=True)), field)


def test_lines_that_come_again_are_counted_but_secrets_stand_alone() -> None:
    line, other, secret = say("Sparta moves a block."), say("Sparta ends."), seal(say("You turn a block."), 1)
    told = (line, line, other, line, secret, secret)
    assert tallied(told) == [(line, 2), (other, 1), (line, 1), (secret, 1), (secret, 1)]


def test_an_open_form_folds_nothing_but_the_higher_numbers() -> None:
    form = Form("move", say("Move"), layout="open")
    way = Count(key="n", prompt=say("How far?"), high=40, form=form)
    near, far = near_and_far(way)
    assert (list(near), far[-1]) == ([0, 1, 2, 3], 40)
    usual = structs.replace(choices(9), form=form, usual="1")
    assert not begins_folded(usual, first=False)
