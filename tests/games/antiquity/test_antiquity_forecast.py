"""What a waiting seat of Antiquity reads about what it does next, and what it will lose."""

from __future__ import annotations

from companion.games.antiquity.forecast import forecast
from companion.games.antiquity.state import Building, Countryside, Exploring, PlacingGraves
from companion.locale import speaker
from tests.games.antiquity.antiquity_table import AntiquityPlay

ENGLISH = speaker("en", {})


def play_in_countryside(**options: object) -> AntiquityPlay:
    """Seat 1 acts in the countryside; seat 2 waits with a man in a cart shop."""
    play = AntiquityPlay(**options).begun()  # type: ignore[arg-type]
    play.realm(2).buildings.append(Building("p1", "cart", 0, 1, ["0,0"], manned=1))
    play.state.due = Countryside([1, 2])
    return play


def lines(play: AntiquityPlay, seat: int = 2) -> list[tuple[bool, str]]:
    return [(line.secret, ENGLISH.say(line.text)) for line in forecast(play.known(seat), seat)]


def test_the_men_and_what_they_can_pay() -> None:
    found = lines(play_in_countryside())
    assert found[0] == (False, "Your man in the cart shop: 1 action in the countryside.")
    assert found[1][1].startswith("You can pay: Woodcutter")


def test_a_loss_and_famine_are_told_before_they_come() -> None:
    play = play_in_countryside()
    play.stock(2, wood=6)
    play.state.famine = 4
    words = [text for _, text in lines(play)]
    assert "You will lose 6 wood: no store" in words
    assert any(line.startswith("Famine brings you ") for line in words)
    play.stock(2, grain=9)
    assert not any(line.startswith("Famine") for _, line in lines(play))


def test_a_hidden_stock_stays_covered() -> None:
    play = play_in_countryside(stocks="hidden")
    play.state.famine = 4
    found = lines(play)
    assert [text for secret, text in found if not secret] == ["Your man in the cart shop: 1 action in the countryside."]
    assert any(secret for secret, _ in found)


def test_after_the_harvest_the_next_turn_is_looked_at() -> None:
    play = play_in_countryside()
    play.state.due = Exploring([1])
    assert "Next turn you place 1 man." in [text for _, text in lines(play)]
    assert any(text.startswith("Your goods pay for") for _, text in lines(play))
    play.state.due = PlacingGraves({1: 1})
    assert "Next you lay 3 pollution." in [text for _, text in lines(play)]


def test_plans_and_who_is_out_have_none() -> None:
    play = AntiquityPlay().begun()
    assert lines(play) == []
    play = play_in_countryside()
    play.realm(2).out = True
    assert lines(play) == []
