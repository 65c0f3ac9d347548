"""Wrong codes are answered late, one after the other, and nobody is locked out; how far somebody gets who guesses."""

from __future__ import annotations

from math import exp

from companion.network.reachability.late_answers import A_SECOND, AFTER, MOST_WAITING, LateAnswer, LateAnswers
from companion.plays.log.card_codes import BITS, RANDOM

CARDS = 1000
YEAR = 365 * 24 * 3600


class Time:
    """Time in the hand of the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def told(answers: LateAnswers, waiting: list[LateAnswer]) -> list[int]:
    """Which of those that wait are told now, by their places."""
    return [place for place, each in enumerate(waiting) if answers.tell(each)]


def test_each_waits_for_two_seconds_and_they_are_told_one_after_the_other() -> None:
    time = Time()
    answers = LateAnswers(time)
    waiting = [answers.enter("a") for _ in range(3)]
    assert answers.left(waiting[0]) == AFTER
    time.now += AFTER - 0.01
    assert told(answers, waiting) == []
    time.now += 0.01
    assert told(answers, waiting) == [0]
    assert round(answers.left(waiting[2]), 6) == 2 / A_SECOND
    time.now += 1 / A_SECOND
    assert told(answers, waiting) == [1]
    time.now += 1.0
    assert told(answers, waiting) == [2], "one at a time, however late"
    assert len(answers) == 0


def test_all_together_are_told_twenty_a_second() -> None:
    time = Time()
    answers = LateAnswers(time)
    count, waiting = 0, list[LateAnswer]()
    for tick in range(10_000):
        time.now = 1000.0 + tick / 1000
        waiting.append(answers.enter(f"sender {tick % 7}"))
        count += len(told(answers, [each for each in waiting[-2 * MOST_WAITING :] if not each.given_up]))
    assert count <= (10 - AFTER) * A_SECOND + 1
    assert len(answers) <= MOST_WAITING


def test_so_many_wait_and_the_oldest_of_the_sender_with_the_most_is_given_up() -> None:
    answers = LateAnswers(Time())
    honest = answers.enter("honest")
    many = [answers.enter("many") for _ in range(3 * MOST_WAITING)]
    assert len(answers) == MOST_WAITING
    assert not honest.given_up
    assert [each.given_up for each in many] == [True] * (2 * MOST_WAITING + 1) + [False] * (MOST_WAITING - 1)
    assert answers.left(many[0]) == 0.0


def test_who_leaves_holds_up_nobody() -> None:
    time = Time()
    answers = LateAnswers(time)
    first, second = answers.enter("a"), answers.enter("b")
    answers.leave(first)
    time.now += AFTER
    assert answers.tell(second)


def test_the_odds_of_guessing_a_card() -> None:
    """Whoever guesses for a whole year, as fast as wrong codes are answered, in a club with a thousand cards."""
    guesses, codes = A_SECOND * YEAR, 2 ** (RANDOM * BITS)
    assert codes == 2**40
    this_card, any_card = guesses / codes, CARDS * guesses / codes
    assert this_card < 1 / 1700, "a certain card: once in more than 1,700 years"
    assert round(any_card, 2) == 0.57, "any of the thousand: once in a year and nine months"
    assert round(1 - exp(-any_card), 2) == 0.44, "none at all in 56 of 100 such years"
