"""Olympos through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from companion.games.olympos.moves import Move, Record
from companion.games.olympos.state import State
from companion.games.olympos.tables import square
from tests.browser.conftest import Crowd
from web.drawing import dialogue_id

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
STEPS = 60
"""More answers than any move here needs."""

Wish = dict[str, Any]
"""What to answer, by the key of the question; the first that may be picked, or the start of a dial, else."""


class Evening:
    """Three phones and the host's tablet around one table."""

    def __init__(self, crowd: Crowd, level: str) -> None:
        self.crowd = crowd
        self.people = {0: crowd.person(size=(820, 1180), scale=1)}
        for seat, name in NAMES.items():
            self.people[seat] = crowd.person(language="es-ES" if seat == 2 else "en-GB")
            self.people[seat].sits_down(seat, name)
        host = self.people[0]
        host.becomes_host()
        host.page.locator("button.game", has_text="Olympos").click()
        host.page.locator(f"#begin input[name=level][value='{level}']").check(force=True)
        host.picture(f"olympos-options-{level}", whole=True)
        host.page.locator("#begin button.act").click()
        expect(host.page.locator("#host-sentence")).to_be_visible()
        host.opens("/scribe")

    @property
    def state(self) -> State:
        play = self.crowd.companion.table.moment.play
        assert play is not None
        state: State = play.state
        return state

    @property
    def entries(self) -> list[Any]:
        play = self.crowd.companion.table._desk.play
        assert play is not None
        return list(play.entries)

    @property
    def awaited(self) -> int:
        """Whoever must answer now; whoever enters a card from cardboard first of all."""
        moment = self.crowd.companion.table.moment
        return moment.pending[0].by if moment.pending else moment.awaited.must[0]

    def corrects(self, **numbers: int) -> None:
        """Numbers are set right, as people do who find another truth on the table: ``a_wood`` is the first seat's."""
        cookies = self.people[0].context.cookies()
        secret = next(cookie["value"] for cookie in cookies if cookie["name"] == "device")
        for name, value in numbers.items():
            key = f"{'abc'.index(name[0]) + 1}.{name[2:].replace('_', '-')}"
            reply = self.crowd.companion.table.correct(secret, key, value, f"{len(self.entries)}-{key}")
            assert reply.taken, reply.notice

    def moves(self, **wish: Any) -> None:
        """Whoever is awaited makes one move with the answers wished for, entering its cards from cardboard too."""
        wanted, before = {key.replace("_", "-"): value for key, value in wish.items()}, len(self.entries)
        for _ in range(STEPS):
            self.gives(self.awaited, wanted)
            if len(self.entries) > before:
                return
        raise AssertionError("no move was made")

    def gives(self, seat: int, wish: Wish) -> None:
        """One answer on a page, once the page shows the present question; wait until the table has taken it."""
        person = self.people[seat]
        table = self.crowd.companion.table
        dialogues = table.scribe_view().dialogues if seat == 0 else table.seat_view(seat).dialogues
        ask = next(ask for ask in dialogues if ask.seat == seat)
        form = f"form#{dialogue_id(ask)}"
        shown = person.page.locator(f"{form}[data-digest='{ask.digest}']")
        expect(shown).to_have_count(1)
        person.opens_cover(form)
        expect(shown).to_be_visible()
        fills(shown, wish.get(ask.question.key))
        person.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, ask.digest]
        )

    def made(self) -> set[type]:
        """All kinds of moves in the log."""
        play = self.crowd.companion.table._desk.play
        assert play is not None
        return {type(play.game.decode_move(entry.move)) for entry in self.entries if entry.kind == "move"}


def fills(shown: Any, answer: Any) -> None:
    """Fill the form in and send it."""
    kind = shown.get_attribute("data-kind")
    if kind == "confirm":
        shown.locator(f"button[name=answer][value={'yes' if answer else 'no'}]").click()
        return
    if kind == "count":
        if answer is not None:
            shown.locator("input[name=answer]").fill(str(answer))
    elif kind == "pick-many":
        for value in answer or []:
            shown.locator(f"input[name=answer][value='{value}']").check(force=True)
    elif answer is None:
        shown.locator("input[name=answer]:not([disabled])").first.check(force=True)
    else:
        shown.locator(f"input[name=answer][value='{answer}']").check(force=True)
    expect(shown.locator("button[data-act]")).to_be_enabled()
    shown.locator("button[data-act]").click()


def at(evening: Evening, tile: str) -> str:
    """The square on which a discovery lies."""
    return next(square(space) for space, pile in evening.state.piles.items() if pile.tile == tile)


@pytest.mark.long
def test_an_evening_of_olympos(crowd: Crowd) -> None:
    evening = Evening(crowd, "full")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    evening.moves(start="beginning")
    evening.moves(stars=1)
    evening.corrects(a_position=0, a_height=5, b_position=4, c_position=5)
    discovers_commerce(evening)
    meets_hades(evening)
    evening.corrects(b_position=0, a_position=20)
    lucia = evening.people[2]
    evening.gives(2, {"turn": "expand"})
    lucia.picture("olympos-seat-source-es", whole=True)
    for wish in ({"source": "new"}, {"target": "tribe"}, {"resource": "grain"}, {}, {"sea": 1}, {"land": 2}):
        evening.gives(2, wish)
    lucia.picture("olympos-seat-price-es", whole=True)
    evening.moves()
    screen.picture("olympos-table")
    draws_with_the_oracle(evening)
    evening.corrects(a_position=8, a_stars=5, b_position=20, c_position=21)
    evening.moves(turn="build", wonder="stadium")
    evening.corrects(a_position=70, b_position=70, c_position=71)
    for _ in range(3):
        evening.moves(turn="pass")
    evening.moves(**{"time-70": 4, "time-71": 3}, keep=True)
    assert crowd.companion.table.moment.phase == "over"
    expect(screen.page.locator(".screen-score")).to_be_visible()
    screen.picture("olympos-table-over")
    lucia.opens("/score")
    expect(lucia.page.locator(".score-page .standing")).to_be_visible()
    lucia.picture("olympos-score-es", whole=True)
    evening.people[1].opens("/log")
    evening.people[1].picture("olympos-log")
    assert evening.made() == set(get_args(Move)) - {Record}


def discovers_commerce(evening: Evening) -> None:
    """Its price is looked up first; then the track, which has a Zeus space at 7."""
    marco, commerce = evening.people[1], at(evening, "commerce")
    marco.picture("olympos-seat-turn", whole=True)
    evening.gives(1, {"turn": "discover"})
    marco.picture("olympos-seat-shop", whole=True)
    evening.moves(space=commerce)
    evening.moves(bonus_1="A", bonus_2="B", keep=True)
    evening.moves(turn="discover", space=commerce, bonus=0)
    evening.moves(cube="wood")
    evening.moves(cube="gold")
    spaces = {f"zeus{n}": 7 + 12 * (n - 1) for n in range(1, 7)}
    evening.corrects(b_wood=1, c_gold=1)
    evening.moves(**spaces, cross=76, keep=True, destiny="zeus")


def meets_hades(evening: Evening) -> None:
    """The first at a Zeus space turns a card up; all answer in secret; settlers leave the map."""
    evening.moves(card="none", olympos="hades")
    marco = evening.people[1]
    marco.opens_cover("form#ask-1")
    marco.picture("olympos-seat-window", whole=True)
    evening.moves(zeus=1)
    evening.moves()
    evening.moves()
    assert evening.state.last_god == "hades"
    evening.moves(loss="wood")
    evening.moves(loss="gold")


def draws_with_the_oracle(evening: Evening) -> None:
    """Three cards from the deck, of which one is kept."""
    evening.corrects(c_position=18, c_oracle=1, b_position=30, a_position=30)
    evening.moves(turn="expand", source="new", target="empty", resource="stone", sea=0, land=2, destiny="set")
    evening.people[3].opens_cover("form#ask-3")
    evening.people[3].picture("olympos-seat-oracle", whole=True)
    evening.moves()
    while evening.state.agenda:
        evening.moves(olympos="hecate")


@pytest.mark.long
def test_a_light_evening_of_olympos(crowd: Crowd) -> None:
    evening = Evening(crowd, "light")
    evening.moves(start="beginning")
    evening.moves()
    evening.corrects(a_position=0, a_height=5, b_position=4, c_position=5)
    evening.gives(1, {"turn": "record"})
    evening.people[1].picture("olympos-seat-light", whole=True)
    evening.moves(tile="poetry", points=7, bonus="D")
    assert Record in evening.made()
    assert evening.state.side(1).position == 7
