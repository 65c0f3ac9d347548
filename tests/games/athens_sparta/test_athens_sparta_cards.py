"""Initiative, hands, events. The examples of sections 4.1 and 16."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.questions import Pick
from companion.core.step import Outcome
from companion.games.athens_sparta.box import PRACTICE_BOX, card_points, deck
from companion.games.athens_sparta.cards import event_name, player_one, redeal_reason, turns_in_olympiad
from companion.games.athens_sparta.moves import ChooseCard, KeepHand
from companion.games.athens_sparta.queries import city_points
from companion.locale import speaker
from tests.games.athens_sparta.table import ATHENS, ENGLISH, SPARTA, War, refused

STORM = "2.no-ships.both.storm"


@pytest.mark.parametrize(
    ("athens", "sparta", "first"),
    [
        ("2", "2", "sparta"),  # S1
        ("5", STORM, "sparta"),  # S3
        (STORM, "5", "athens"),
        (STORM, "2.manual.own.envoys", "sparta"),  # S4
        ("4", "3", "athens"),  # D1
        ("1.manual.own.x", "5", "athens"),  # D2
        ("3.manual.own.x", "2.manual.own.y", "athens"),  # D3
        ("2.manual.own.x", "3.manual.own.y", "sparta"),
    ],
)
def test_who_is_player_1(athens: str, sparta: str, first: str) -> None:
    assert player_one({"athens": athens, "sparta": sparta}) == first


@pytest.mark.parametrize(("hand", "bad"), [([1, 1, 2, 2, 1, 2], True), ([1, 2, 2, 1, 2, 2], False)])  # D4
def test_only_a_hand_below_ten_points_may_be_dealt_anew(hand: list[int], bad: bool) -> None:
    assert (redeal_reason([str(points) for points in hand]) is None) == bad


def draws(*points: int) -> list[str]:
    return [str(number) for number in points]


LOW, HIGH = draws(1, 1, 1, 2, 2, 2), draws(2, 3, 3, 3, 3, 4)


def dealt(**options: object) -> War:
    return practice(**options).begin(draws=[*LOW, *HIGH])


def test_both_may_keep_their_hands() -> None:
    war = dealt()
    assert sorted(war.awaited()) == [ATHENS, SPARTA]
    assert refused(war, SPARTA, KeepHand(True)) == "Only a hand of less than {n} may be dealt anew."
    war.says(SPARTA, "keep")
    war.says(ATHENS, "keep")
    assert war.state.turn == 1
    assert war.state.hands["athens"].value == LOW


def test_a_bad_hand_is_dealt_anew_and_the_other_may_keep_his() -> None:
    war = dealt()
    war.says(ATHENS, "redeal")
    war.says(SPARTA, "keep")
    assert war.awaited() == (SPARTA,)
    war.says(SPARTA, "keep", deal=draws(3, 3, 1, 1, 4, 2))
    assert war.state.hands["athens"].value == draws(1, 1, 2, 3, 3, 4)
    assert war.state.hands["sparta"].value == HIGH


def test_the_other_may_have_new_cards_too() -> None:
    war = dealt()
    war.says(ATHENS, "redeal")
    war.says(SPARTA, "keep")
    war.says(SPARTA, "new", deal=[*draws(3, 3, 1, 1, 4, 2), *draws(2, 2, 2, 2, 2, 2)])
    assert war.state.hands["sparta"].value == draws(2, 2, 2, 2, 2, 2)


def test_seven_are_dealt_and_one_is_discarded() -> None:
    war = seven()
    war.says(ATHENS, "keep", "2")
    war.says(SPARTA, "keep", "4")
    assert war.state.hands["athens"].value == draws(1, 1, 1, 2, 2, 3)
    assert war.state.hands["sparta"].value == draws(2, 3, 3, 3, 3, 3)
    assert turns_in_olympiad(war.state) == 6


def seven() -> War:
    return practice(deal=7).begin(draws=[*LOW, "3", *HIGH, "3"])


def practice(level: str = "light", **options: object) -> War:
    return War(level, None, **{**options, "box": "practice"})


def test_hidden_cards_replace_the_points_of_syracuse() -> None:
    war = practice(syracuse=True).begin(draws=[*LOW, *HIGH])
    war.says(ATHENS, "keep", "2")
    war.says(SPARTA, "keep", "4")
    assert turns_in_olympiad(war.state) == 5
    assert war.state.hands["athens"].value == draws(1, 1, 1, 2, 2)
    assert not war.state.syracuse["athens"].revealed
    war.says(ATHENS, "2")
    war.says(SPARTA, "2")
    war.attacks(SPARTA, "syracuse", ["hoplite-B3-3"], [])
    assert all(card.revealed for card in war.state.syracuse.values())
    war.says(SPARTA, "done")
    assert war.state.cities["syracuse"].holder == "sparta"
    assert city_points(war.state, "syracuse") == 6


def test_an_earthquake_leaves_only_sieges() -> None:
    war = War().begin()
    war.says(ATHENS, 1, "cancel")
    war.says(SPARTA, 5, "plain")
    assert war.state.turn == 2
    assert war.awaited() == (ATHENS, SPARTA)


def test_an_event_lets_a_neutral_city_join() -> None:
    war = practice().begin(draws=["5.join.own.practice-envoys", *LOW[1:], *HIGH])
    war.says(ATHENS, "keep")
    war.says(SPARTA, "keep")
    war.says(ATHENS, "5.join.own.practice-envoys")
    war.says(SPARTA, "4")
    war.says(ATHENS, "argos")
    assert war.state.cities["argos"].holder == "athens"
    assert war.state.points == 5


def test_a_card_that_is_not_held_is_refused_and_a_choice_may_change_until_the_reveal() -> None:
    war = dealt()
    war.says(ATHENS, "keep")
    war.says(SPARTA, "keep")
    assert refused(war, ATHENS, ChooseCard("4")) == "That card is not in your hand."
    war.says(ATHENS, "1")
    assert war.awaited() == (SPARTA,)
    war.says(ATHENS, "2")
    war.says(SPARTA, "2")
    assert war.state.played == {"athens": "2", "sparta": "2"}


def test_cards_of_a_deck_nobody_entered_are_typed() -> None:
    war = War().begin()
    assert isinstance(war.asked(ATHENS, 4), Pick)
    war.says(ATHENS, 4, "manual", "both")
    war.says(SPARTA, 5, "plain")
    assert war.state.first == "athens"
    assert refused(war, ATHENS, ChooseCard("11")) == "That is not asked for now."


def test_the_practice_deck_has_25_cards() -> None:
    cards = deck(PRACTICE_BOX)
    assert sum(cards.values()) == 25
    assert sum(card_points(card) * copies for card, copies in cards.items()) in range(60, 75)


def test_a_choice_that_was_made_is_acknowledged_and_may_still_change() -> None:
    war = practice().begin(draws=[*HIGH, *HIGH])
    war.says(SPARTA, "keep")
    assert ENGLISH.say(war.asked(SPARTA).prompt) == "Your answer is in. You may still change it."
    assert ENGLISH.say(war.asked(ATHENS).prompt) != ENGLISH.say(war.asked(SPARTA).prompt)
    war.says(ATHENS, "keep")
    war.says(SPARTA, "3")
    again = war.asked(SPARTA)
    assert ENGLISH.say(again.prompt) == "Your card lies face down. You may still take another one."
    assert ENGLISH.say(again.form.act) == "Play this card instead"
    assert ENGLISH.say(war.asked(ATHENS).prompt) == "Which card do you play?"


def test_between_equal_cards_it_is_told_why_sparta_is_first() -> None:
    for athens, sparta, told in (
        ("4", "4", "Equal cards: Sparta is Player 1."),
        ("3", "4", "Sparta is Player 1."),
        ("4", "3", "Athens is Player 1."),
    ):
        war = War().begin()
        war.cards(athens, sparta)
        assert told in [ENGLISH.say(line) for line in war.told]


NO_SHIP = "No ship moves this turn, of either side."
TREASON = "In the turn of Athens walls do not help: each hit behind them takes a step."
EARTHQUAKE = "Nobody moves or fights this turn; only sieges throw for losses."


@pytest.mark.parametrize(
    ("card", "does"),
    [
        ("2.no-ships.both.practice-storm", NO_SHIP),
        ("1.cancel.both.practice-earthquake", EARTHQUAKE),
        (
            "4.no-double.own.practice-treason",
            "In the turn of Athens walls do not help: each hit behind them takes a step.",
        ),
        ("5.join.own.practice-envoys", "Athens chooses a neutral city: it joins with its points and blocks."),
        ("5.manual.own.practice-omen", "Invented: agree on something."),
    ],
)
def test_an_event_says_what_it_does_before_it_is_played_and_to_both_afterwards(card: str, does: str) -> None:
    war = practice().begin(draws=[card, *LOW[1:], *HIGH])
    war.says(ATHENS, "keep")
    war.says(SPARTA, "keep")
    hint = war.asked(ATHENS).option(card).hint
    assert hint is not None
    assert ENGLISH.say(hint) == does
    war.says(ATHENS, card)
    outcome = war.says(SPARTA, "4")
    assert any(ENGLISH.say(line).endswith(f": {does}") for line in outcome.told)
    for seat in (ATHENS, SPARTA):
        assert any(ENGLISH.say(each.words).endswith(does) for each in outcome.reminders if each.seat == seat)


def test_an_event_of_both_turns_is_said_again_to_the_second_side() -> None:
    war = War().begin()
    war.says(ATHENS, 5, "no-ships")
    war.says(SPARTA, 2, "plain")
    outcome = war.says(ATHENS, "end")
    assert NO_SHIP not in reminded(outcome, ATHENS)
    outcome = war.says(ATHENS, "end")
    assert NO_SHIP in reminded(outcome, SPARTA)


def reminded(outcome: Outcome[Any], seat: int) -> list[str]:
    return [ENGLISH.say(each.words) for each in outcome.reminders if each.seat == seat]


def test_what_only_the_card_tells_is_done_by_who_played_it() -> None:
    war = War().begin()
    war.says(ATHENS, 5, "manual", "own")
    war.says(SPARTA, 2, "plain")
    assert war.reads(ATHENS)[-1] == "Read your card aloud and do what it says."
    assert "Take back what your card did." in war.reads(ATHENS, undone=True)
    assert war.reads(SPARTA) == ["Turn your card over."]


def test_a_hand_says_how_many_of_its_cards_are_alike() -> None:
    war = practice().begin(draws=[*LOW, *HIGH])
    war.says(ATHENS, "keep")
    war.says(SPARTA, "keep")
    options = war.asked(ATHENS).options
    assert [ENGLISH.say(option.hint) for option in options] == ["You hold 3 of these.", "You hold 3 of these."]
    assert war.asked(SPARTA).option("2").hint is None
    assert speaker("es", {}).say(event_name(war.state, "1.cancel.both.practice-earthquake")) == "Terremoto de prueba"
