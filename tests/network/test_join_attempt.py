"""An attempt to join a home Wi-Fi, by the second."""

from __future__ import annotations

import pytest

from companion.network.home_wifi.join_attempt import AGAIN, HEAD_START, LIMIT, WAY_BACK, JoinAction, JoinAttempt

BEGUN = 500.0


class Second:
    """One attempt over a time of its own. Whoever tests it says what there is to see."""

    def __init__(self) -> None:
        self.now = BEGUN
        self.attempt = JoinAttempt(self.now)
        self.acts: list[tuple[float, JoinAction]] = []

    def runs(self, seconds: float, *, arrived: bool = False, joining: bool = False, back: bool = False) -> None:
        for _ in range(int(seconds)):
            act = self.attempt.step(self.now, arrived=arrived, joining=joining, back=back)
            if act is not None:
                self.acts.append((self.now - BEGUN, act))
            self.now += 1

    @property
    def done(self) -> list[JoinAction]:
        return [act for _, act in self.acts]


def test_the_phone_that_asked_gets_its_page_first() -> None:
    second = Second()
    second.runs(HEAD_START)
    assert second.acts == []
    second.runs(1)
    assert second.acts == [(HEAD_START, "join")]


def test_a_network_that_is_joined_is_kept_once() -> None:
    second = Second()
    second.runs(10)
    second.runs(30, joining=True)
    second.runs(200, arrived=True)
    assert second.done == ["join", "keep"]
    assert second.attempt.phase == "joined"
    assert second.attempt.over


def test_it_is_tried_again_while_nothing_happens_and_not_while_something_does() -> None:
    second = Second()
    second.runs(HEAD_START + 2 * AGAIN + 1)
    assert [at for at, _ in second.acts] == [HEAD_START, HEAD_START + AGAIN, HEAD_START + 2 * AGAIN]
    second.runs(LIMIT - second.now + BEGUN, joining=True)
    assert second.done == ["join"] * 3


@pytest.mark.parametrize("joining", [False, True], ids=["nothing", "still joining"])
def test_after_two_minutes_what_was_before_is_asked_for(joining: bool) -> None:
    second = Second()
    second.runs(LIMIT, joining=joining)
    assert "return" not in second.done
    second.runs(1, joining=joining)
    assert second.acts[-1] == (LIMIT, "return")
    assert (second.attempt.phase, second.attempt.over) == ("returning", False)
    second.runs(5, back=True)
    assert second.attempt.phase == "failed"
    assert second.done.count("return") == 1


def test_the_way_back_is_asked_for_until_it_is_there_or_others_see_to_it() -> None:
    second = Second()
    second.runs(LIMIT + WAY_BACK)
    assert second.done.count("return") == WAY_BACK // AGAIN
    assert not second.attempt.over
    second.runs(1)
    assert second.attempt.phase == "failed"


def test_what_the_system_refuses_is_given_up_at_once() -> None:
    second = Second()
    second.runs(HEAD_START + 1)
    second.attempt.refused(second.now)
    second.runs(1, back=True)
    assert second.attempt.phase == "failed"
    assert second.done == ["join"], "it was never left"
    second = Second()
    second.runs(HEAD_START + 1)
    second.attempt.refused(second.now)
    second.runs(1)
    assert second.done == ["join", "return"]


def test_what_arrives_too_late_is_left() -> None:
    second = Second()
    second.runs(LIMIT + 1)
    second.runs(3, arrived=True)
    assert second.attempt.phase == "returning"


def test_a_refusal_after_the_end_changes_nothing() -> None:
    second = Second()
    second.runs(HEAD_START + 1)
    second.runs(1, arrived=True)
    second.attempt.refused(second.now)
    assert second.attempt.phase == "joined"
