"""What templates cannot work out themselves."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.secrecy import Sealed, seal
from companion.core.widgets import Token
from companion.core.wording import Message, say
from companion.locale import catalogue
from companion.plays.reports.history import LogLine
from tests.web import large_samples, sample_pages
from web.templating.helpers import (
    around,
    arrow,
    busy_tens,
    chosen,
    decimal,
    held,
    is_private,
    latest_steps,
    leaves_no_choice,
    option_id,
    places_of,
    pointed_at,
    quick_steps,
    sector,
    slug,
    steps_of,
    wrapped,
)


def test_around_goes_clockwise_from_the_top() -> None:
    assert [around(4, n, 10) for n in range(4)] == [(0, -10), (10, 0), (0, 10), (-10, 0)]


def test_a_sector_is_a_closed_piece_of_a_ring() -> None:
    assert sector(4, 0, 5, 10) == "M-7.1 -7.1A10 10 0 0 1 7.1 -7.1L3.5 -3.5A5 5 0 0 0 -3.5 -3.5Z"
    assert sector(1, 0, 5, 10).count("A") == 2


@pytest.mark.parametrize(
    ("low", "high", "steps"),
    [(0, 9, (1,)), (0, 12, (5, 1)), (0, 60, (10, 1)), (-20, 200, (10, 1)), (0, 1000, (100, 10, 1))],
)
def test_steps_grow_with_the_range(low: int, high: int, steps: tuple[int, ...]) -> None:
    assert quick_steps(low, high) == steps


def test_different_keys_stay_different_ids() -> None:
    keys = ("a b", "a-b", "a_b", "ab", "1,2", "12", "é")
    assert len({slug(key) for key in keys}) == len(keys)
    assert all(slug(key).isascii() and " " not in slug(key) for key in keys)


def test_a_line_is_private_when_it_or_a_word_in_it_is_sealed_to_the_viewer() -> None:
    assert is_private(seal(say("You draw"), 1))
    assert is_private(say("{x}", x=seal("Siren", 1)))
    assert is_private(say("{x}", x=say("{y}", y=seal("Siren", 1))))
    assert not is_private(say("{x}", x=Sealed((1,))))
    assert not is_private(say("{x}", x="Siren"))


def test_a_covered_hand_counts_all_its_cards() -> None:
    assert held(sample_pages.hand(secret=False)) == 7
    assert held(sample_pages.ledger()) == 0


def test_places_belong_to_their_widget_only() -> None:
    question = sample_pages.place("rondel", ("r0", "r1"))
    asked = sample_pages.dialogue(question)
    found = places_of([asked, sample_pages.dialogue(sample_pages.pick())], "rondel")
    assert {key: where for key, (where, _) in found.items()} == {
        "r0": option_id(asked, question.options[0]),
        "r1": option_id(asked, question.options[1]),
    }
    assert places_of([asked], "points") == {}


def test_far_rows_of_a_long_track_are_folded_away() -> None:
    assert busy_tens(large_samples.time_track()) == (3, 4, 5, 6)
    assert busy_tens(sample_pages.time_track()) == ()
    assert busy_tens(sample_pages.replace(large_samples.time_track(), tokens=())) == ()
    spread = tuple(Token(str(n), 1) for n in range(0, 90, 20))
    assert busy_tens(sample_pages.replace(large_samples.time_track(), tokens=spread)) == ()


def test_what_was_chosen_comes_back() -> None:
    every = sample_pages.questions()
    assert chosen(every["pick"], "wait") == {"wait": 0}
    assert chosen(every["pick-many"], ["oro", 3]) == {"oro": 0, "3": 1}
    assert chosen(every["pick"], None) == {}


def test_words_wrap_between_words() -> None:
    assert wrapped("Mármol si vas a Mármol", 10) == ["Mármol si", "vas a", "Mármol"]
    assert wrapped("", 5) == [""]


def test_an_arrow_joins_the_middles_of_two_spaces() -> None:
    assert arrow(1, 5) == "M1.5 .1Q3.5 1 5.5 .35"


def test_a_secret_widget_is_remembered_for_its_viewer_alone() -> None:
    env = sample_pages.environment()
    template = env.get_template("seat.html")

    def page(title: str) -> str:
        secret = sample_pages.hand(secret=True)
        card = sample_pages.Card("c1", sample_pages.WORDS(title))
        view = sample_pages.seat(widgets=(sample_pages.replace(secret, cards=(card,)),))
        return template.render({**sample_pages.context("seat", sample_pages.Words(), ""), "view": view})

    assert "Cerberus" in page("Cerberus")
    assert "Cerberus" not in page("Pegasus")


def test_what_a_question_points_at_stands_beside_it() -> None:
    place = sample_pages.place("rondel", ("r0",))
    assert pointed_at(sample_pages.rondel(), [place])
    assert not pointed_at(sample_pages.rondel(), [sample_pages.pick()])
    assert not pointed_at(sample_pages.ledger(), [place])


def test_a_field_with_a_single_option_leaves_no_choice() -> None:
    pay = Pick(key="pay", prompt=say("Pay"), options=(Option("pay", say("Pay")),))
    assert leaves_no_choice(Field("pay", pay, "pay"))
    assert not leaves_no_choice(Field("pay", pay))
    assert not leaves_no_choice(Field("pay", pay, "owe", given=True, refused=say("Not now.")))
    either = structs.replace(pay, options=(*pay.options, Option("owe", say("Owe"), reason=say("Not now."))))
    assert not leaves_no_choice(Field("pay", either, "pay"))


@pytest.mark.parametrize(
    ("number", "english", "spanish"), [(62.5, "62.5", "62,5"), (63.0, "63", "63"), (-0.5, "-0.5", "-0,5")]
)
def test_a_tenth_stands_behind_the_point_or_comma_of_the_language(number: float, english: str, spanish: str) -> None:
    def written(language: str) -> str:
        spoken = catalogue(language)
        return decimal(number, lambda text, **args: spoken.gettext(text).format_map(args))

    assert (written("en"), written("es")) == (english, spanish)


def test_lines_of_the_log_are_parted_by_steps_of_which_the_first_may_be_cut() -> None:
    lines = sample_pages.log()
    numbers = [[line.number for line in step] for step in steps_of(lines[1:])]
    assert numbers == [[2], [3], [4], [5], [6]]
    assert [line.number for line in steps_of(lines)[0]] == [1, 2]
    assert steps_of(()) == []


def test_of_a_step_that_is_cut_what_matters_most_stays() -> None:
    """And of one whose beginning is not there nothing is told, where there is another."""

    def line(number: int, *, begins: bool = False, first: bool = False) -> LogLine:
        return LogLine(number, Message(str(number), first=first), 1, "move", begins)

    lines = [line(1), line(2, begins=True), line(3, first=True), line(4), line(5, begins=True)]
    numbers = [[each.number for each in step] for step in latest_steps(lines, 3)]
    assert numbers == [[5], [3, 2]]
    assert [[each.number for each in step] for step in latest_steps(lines[:1], 3)] == [[1]]
