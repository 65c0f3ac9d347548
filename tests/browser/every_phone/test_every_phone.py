"""Join, a turn of each game, a secret, a vote, a lost network, the end: told once, played on every kind of browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from companion.service.agreement.agreement_requests import Undo
from companion.service.agreement.proposals import SayFine
from companion.service.seats.seating import TakeSeat
from tests.browser.conftest import Companion
from tests.browser.evening import Evening
from tests.browser.every_phone.network import Network
from tests.browser.every_phone.phone import Phone
from tests.browser.fast_play import token
from tests.browser.test_pace_by_taps import took

pytestmark = pytest.mark.long


class Turn(NamedTuple):
    """Lines of a playthrough, the seat, and what its phone taps for them: a kind, words, what they stand next to."""

    playthrough: str
    first: int
    end: int
    seat: int
    taps: list[tuple[str, ...]]


SCIENCE = [("place", "Science"), ("choice", "Market"), ("act", "Acquire Market")]
HOUSE = [
    ("button", "keep open", "Your secret choice"),
    ("choice", "Build a house"),
    ("choice", "House 1", "House 2"),
    ("act", "House 1"),
]
MOVES = [("choice", "Move blocks, then no more"), ("choice", "2"), ("act", "Move 2, then no more")]
EXPANSION = [
    ("choice", "Expansion"),
    ("choice", "A tribe"),
    ("choice", "Stone"),
    ("choice", "2", "Sea spaces"),
    ("choice", "2", "Land spaces"),
    ("act", "Defeat a tribe for Stone"),
]
COINS = [
    ("choice", "Take coins"),
    ("button", "more numbers"),
    ("choice", "4"),
    ("choice", "Just this once"),
    ("act", "Take 4 coins"),
]
TURNS = {
    "Antike": Turn("antike/turns", 29, 31, 1, SCIENCE),
    "Antiquity": Turn("antiquity/in-turn", 14, 15, 1, HOUSE),
    "Athens & Sparta": Turn("athens-sparta/amphipolis-on-forms", 12, 13, 2, MOVES),
    "Olympos": Turn("olympos/three-all-pass", 28, 29, 2, EXPANSION),
    "The Ancient World": Turn("ancient-world/two-seats-own-box", 31, 33, 1, COINS),
}


class Told:
    """A playthrough that is on the table up to a line; the phone lies in the hand of whoever has a seat."""

    def __init__(self, companion: Companion, name: str, line: int) -> None:
        self._companion = companion
        self._evening = Evening(name)
        self._evening.begins(SimpleNamespace(companion=companion), line)
        self._before = len(self._entries)

    @property
    def _entries(self) -> Any:
        return self._companion.table.rooms.running.playing().entries

    def made(self) -> list[Any]:
        """The moves since then."""
        game = self._companion.table.rooms.running.playing().game
        numbers = range(self._before + 1, len(self._entries) + 1)
        return [game.decode_move(self._entries.numbered(number).move) for number in numbers]

    def moves(self, first: int, end: int) -> list[Any]:
        """Those of the playthrough, of these lines."""
        return [made.move for made in self._evening.moves if first <= made.line < end]


@pytest.fixture
def told(companion: Companion, phone: Phone) -> Any:
    """Begins a playthrough and opens the page of a seat."""

    def begins(name: str, line: int, seat: int) -> Told:
        begun = Told(companion, name, line)
        phone.holds(token(seat))
        phone.opens("/seat")
        return begun

    return begins


@contextmanager
def each_press_once(network: Network) -> Iterator[None]:
    """What is pressed within is sent once."""
    before = len(network.pressed)
    yield
    pressed = network.pressed[before:]
    assert pressed
    assert len(pressed) == len(set(pressed))


def test_somebody_joins_and_begins_a_game(phone: Phone, network: Network, companion: Companion) -> None:
    phone.opens("/")
    with each_press_once(network):
        phone.types("Lucía", "Your name")
        phone.taps("Sit down")
        phone.sees("Who chooses the game?", "Lucía")
        took(companion.table.ask(token(2), TakeSeat(2, "Marco")))
        phone.sees("Marco")
        phone.taps("I'll choose")
        phone.taps("Yacht")
        phone.taps("Begin: Yacht")
        phone.sees("Lucía begins Yacht")
        took(companion.table.ask(token(2), SayFine()))
        phone.sees("Everybody writes")
    assert companion.moment.phase == "playing"
    assert companion.moment.gathering.names == {1: "Lucía", 2: "Marco"}


@pytest.mark.parametrize("game", TURNS)
def test_somebody_takes_a_turn(phone: Phone, network: Network, told: Any, game: str, maker_name: str) -> None:
    if (maker_name, game) == ("chromium-79", "The Ancient World"):
        pytest.skip("numbers that were unfolded lie over the next choice there until somebody folds them")
    turn = TURNS[game]
    begun = told(turn.playthrough, turn.first, turn.seat)
    wanted = begun.moves(turn.first, turn.end)
    with each_press_once(network):
        for kind, words, *near in turn.taps:
            phone.taps(words, kind, near=" ".join(near))
        phone.waits_for(lambda: len(begun.made()) >= len(wanted))
        phone.rests()
    assert begun.made() == wanted


def test_a_secret_is_covered_until_it_is_asked_for(phone: Phone, network: Network, told: Any) -> None:
    begun = told("athens-sparta/amphipolis-on-forms", 10, 1)
    phone.sees("Which card do you play?")
    phone.sees_no("how many move points")
    with each_press_once(network):
        phone.taps("keep open")
        phone.sees("how many move points")
        phone.taps("2", "choice")
        phone.taps("Play this card")
        phone.waits_for(lambda: bool(begun.made()))
        phone.rests()
    assert begun.made() == begun.moves(10, 11)
    phone.taps("Cover")
    phone.sees_no("how many move points")


def test_the_table_votes(phone: Phone, network: Network, told: Any, companion: Companion) -> None:
    told("antike/turns", 29, 2)
    took(companion.table.ask(token(1), Undo(1, "asked")))
    phone.sees("counts 5 s later")
    with each_press_once(network):
        phone.taps("counts 5 s later")
        phone.sees("your vote", "You can change it until the bar is empty")
        phone.waits_for(lambda: not companion.moment.votes[0].open_for(2))
        phone.rests()


def test_a_phone_that_was_cut_off_says_so_and_shows_what_it_missed(
    phone: Phone, network: Network, told: Any, companion: Companion
) -> None:
    told("antike/turns", 29, 2)
    phone.sees("Ana is awaited")
    network.cuts()
    phone.sees("Connection lost")
    took(companion.table.ask(token(1), Undo(1, "asked")))
    network.mends()
    phone.sees("Connected again", "counts 5 s later")
    phone.sees_no("Connection lost")
    assert network.pressed == []


def test_a_phone_whose_network_fell_silent_says_so_and_comes_back_though_its_connections_died(
    phone: Phone, network: Network, told: Any, companion: Companion
) -> None:
    """It says so within ``PATIENCE``, though nothing tells it."""
    told("antike/turns", 29, 2)
    phone.sees("Ana is awaited")
    network.falls_silent()
    phone.sees("Connection lost")
    took(companion.table.ask(token(1), Undo(1, "asked")))
    network.mends()
    phone.sees("Connected again", "counts 5 s later", patience=30.0)


@pytest.mark.parametrize(
    "how", ["nothing is sent", "nothing comes through", "the reply is lost", "the table loses its power"]
)
def test_a_press_while_the_network_is_lost_counts_once(
    phone: Phone, network: Network, told: Any, companion: Companion, how: str
) -> None:
    begun = told("antike/turns", 18, 2)
    wanted = begun.moves(18, 19)
    phone.taps("Iron", "place")
    phone.sees("Go to Iron")
    before = len(network.pressed)
    if how == "nothing is sent":
        network.cuts()
    elif how == "nothing comes through":
        network.falls_silent()
    else:
        network.loses_replies()
    phone.taps("Go to Iron")
    phone.sees("That did not arrive")
    if how.startswith("nothing"):
        assert network.pressed[before:] == []
        assert begun.made() == []
    else:
        assert begun.made() == wanted
    if how == "the table loses its power":
        companion.again()
    network.mends()
    phone.sees("Cleo's turn")
    phone.sees_no("That did not arrive")
    phone.rests()
    assert begun.made() == wanted
    assert len(set(network.pressed[before:])) == 1, "again and again the same press"


def test_a_play_ends(phone: Phone, network: Network, told: Any, companion: Companion) -> None:
    begun = told("antike/sudden-end", 34, 1)
    with each_press_once(network):
        phone.taps("Campaign", "place")
        phone.taps("Go to Campaign")
        phone.taps("Take a city: Romans", "choice")
        phone.taps("Marble city, temple", "choice")
        phone.taps("1 legion: defence 4", "choice")
        phone.taps("Conquer a marble city with temple: 4 units")
        phone.sees("Ana (Greeks) wins", "Destroyed a temple after the last card")
    assert companion.moment.phase == "over"
    assert begun.made() == begun.moves(34, 36)
    phone.taps("Every point explained", "link")
    phone.sees("One for every temple destroyed")
