"""What is said of a place: why ahead with the same points, and with whom it is shared."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.club.events.event_rounds import NO_NAMES, ClubEvent, Names
from companion.club.events.event_standings import event_standings
from companion.club.events.tie_words import points_words, tie_words
from companion.core.wording import Speaker
from tests.club.events.sample_events import event, rules, spoken, table

FLAT = rules(least=2, points={2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 0)})
"""Nobody gets points: tie-breaks alone decide."""


def said(of: ClubEvent, names: Names = NO_NAMES) -> dict[str, list[str]]:
    words = tie_words(event_standings(of), of.rules.tie_breaks, names)
    return {person: [spoken(message) for message in messages] for person, messages in words.items()}


def test_nothing_is_said_where_points_decide() -> None:
    assert said(event(rules(), 4, (table(1, "ABCD"),))) == {"A": [], "B": [], "C": [], "D": []}


def test_people_are_called_by_their_names() -> None:
    of = replace(FLAT, tie_breaks=("wins",))
    assert said(event(of, 2, (table(1, "AB"),)), {"B": "Ben"})["A"] == [
        "Ahead of Ben with the same points (0): more tables won, 1 against 0."
    ]
    assert said(event(of, 2, (table(1, "AB"),)))["B"] == []


def test_all_of_a_shared_place_are_ahead_of_all_of_the_next() -> None:
    of = replace(FLAT, tie_breaks=("wins",))
    words = said(event(of, 4, (table(1, "ABCD", "1133"),)))
    ahead = "Ahead of C and D with the same points (0): more tables won, 1 against 0."
    assert words == {
        "A": ["Shares place 1 with B: the same points (0), and no tie-break separates them.", ahead],
        "B": ["Shares place 1 with A: the same points (0), and no tie-break separates them.", ahead],
        "C": ["Shares place 3 with D: the same points (0), and no tie-break separates them."],
        "D": ["Shares place 3 with C: the same points (0), and no tie-break separates them."],
    }


def test_of_many_people_only_the_number_is_said() -> None:
    few = said(event(rules(), 5))
    assert few["A"] == ["Shares place 1 with B, C, D and E: the same points (0), and no tie-break separates them."]
    many = said(event(rules(), 6))
    assert set(map(tuple, many.values())) == {
        ("Shares place 1 with 5 people: the same points (0), and no tie-break separates them.",)
    }


def test_opponents_have_as_many_digits_as_tell_them_apart() -> None:
    of = rules(tie_breaks=("opponents",), points={3: (4, 2, 0), 4: (4, 3, 2, 1)})
    words = said(event(of, 7, (table(1, "ABCD"), table(2, "EFG"))))
    assert words["A"] == [
        "Ahead of E with the same points (4): stronger opponents, who have 2 points on average against 1."
    ]
    close = rules(tie_breaks=("opponents",), points={3: (30, 19, 0), 4: (30, 10, 10, 9)})
    assert said(event(close, 7, (table(1, "ABCD"), table(2, "EFG"))))["A"] == [
        "Ahead of E with the same points (30): stronger opponents, who have 9.7 points on average against 9.5."
    ]
    closer = rules(tie_breaks=("opponents",), points={3: (30, 1, 0), 4: (30, 1, 1, 0)})
    assert said(event(closer, 7, (table(1, "ABCD"), table(2, "EFG"))))["A"][0].endswith(
        "0.7 points on average against 0.5."
    )
    closest = rules(tie_breaks=("opponents",), points={7: (30, 3, 2, 2, 2, 2, 1), 8: (30, 2, 2, 2, 2, 2, 2, 2)})
    found = said(event(closest, 15, (table(1, "ABCDEFG"), table(2, "HIJKLMNO"))))
    assert found["A"] == ["Shares place 1 with H: the same points (30), and no tie-break separates them."]


def test_numbers_that_round_to_the_same_have_more_digits() -> None:
    of = rules(tie_breaks=("opponents",), points={7: (900, 5, 4, 4, 4, 4, 4), 8: (900, 6, 5, 4, 4, 4, 4, 2)})
    words = said(event(of, 15, (table(1, "ABCDEFG"), table(2, "HIJKLMNO"))))
    assert Fraction(25, 6) > Fraction(29, 7)
    assert words["A"][0].endswith("who have 4.2 points on average against 4.1.")
    of = rules(
        tie_breaks=("opponents",), points={7: (900, 5, 4, 4, 4, 4, 4), 8: (900, 6, 5, 4, 4, 4, 4, 2)}, ties="higher"
    )
    assert said(event(of, 15, (table(1, "ABCDEFG"), table(2, "HIJKLMNO"))))["A"] == words["A"]
    of = rules(tie_breaks=("share",), least=2)
    played = event(of, 4, (table(1, "AB", points=(1001, 999)), table(2, "CD", points=(5001, 4999))))
    assert said(played)["A"][0].endswith("on average 50.05 % against 50.01 %.")


def test_the_score_among_the_tied_is_said_with_halves() -> None:
    of = replace(FLAT, tie_breaks=("direct",))
    assert said(event(of, 2, (table(1, "AB", "11"),), (table(1, "AB"),)))["A"] == [
        "Ahead of B with the same points (0): those still tied have all met, and among them the score is 1 1/2 to 1/2 "
        "(1 for each one finished ahead of, 1/2 for each one level)."
    ]


def test_it_is_said_where_a_comparison_is_impossible() -> None:
    of = replace(FLAT, tie_breaks=("direct",))
    words = said(event(of, 4, (table(1, "AB"), table(2, "CD"))))
    assert words["A"] == [
        "Shares place 1 with B, C and D: the same points (0), and no tie-break separates them.",
        "Who finished ahead of whom does not count here: they have not all met.",
    ]
    assert len(said(event(of, 2, (table(1, "AB", "11"),)))["A"]) == 1


def test_the_share_is_said_in_percent() -> None:
    of = rules(tie_breaks=("share",))
    words = said(
        event(of, 8, (table(1, "ABCD", points=(50, 30, 15, 5)), table(2, "EFGH", points=(40, 31, 20, 9)))),
    )
    assert words["A"] == [
        "Ahead of E with the same points (5): a larger share of the points of the games, on average 50 % against 40 %."
    ]


def test_rounds_that_were_not_played_are_counted() -> None:
    played = event(rules(bye=5, tie_breaks=("byes",)), 5, (table(1, "ABCD"),), byes=("E",))
    assert said(played)["A"] == ["Ahead of E with the same points (5): fewer rounds not played, 0 against 1."]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Fraction(0), "0"),
        (Fraction(12), "12"),
        (Fraction(37, 3), "12 1/3"),
        (Fraction(1, 2), "1/2"),
        (Fraction(-7, 2), "-3 1/2"),
    ],
)
def test_points_are_said_exactly(points: Fraction, words: str) -> None:
    assert points_words(points) == words


class Spanish:
    def gettext(self, message: str) -> str:
        return {"{whole}.{digits}": "{whole},{digits}"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1


def test_the_decimal_sign_is_that_of_the_language() -> None:
    of = rules(tie_breaks=("share",), least=2)
    played = event(of, 4, (table(1, "AB", points=(1001, 999)), table(2, "CD", points=(5001, 4999))))
    (message,) = tie_words(event_standings(played), of.tie_breaks, NO_NAMES)["A"]
    assert "50,05 %" in Speaker("es", Spanish(), {}).say(message)


def test_of_nobody_nothing_is_said() -> None:
    assert said(event(rules(), 0)) == {}
