"""What people do with the pieces: what the examples of the playthroughs do not show, and what nobody may be told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.chance import Drawn, RecordedChance
from companion.core.instructions import Instruction, inside, lines_for, reversed_instructions
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.secret_windows import open_answers
from companion.core.step import Outcome, run
from companion.games.olympos import box
from companion.games.olympos.moves import (
    AddZeus,
    Build,
    Close,
    Discover,
    Expand,
    KeepCard,
    Left,
    Lose,
    PlayCard,
    Record,
)
from companion.games.olympos.state import Arrival, Draw, Hit, Oracle, State, Window
from companion.games.olympos.tables import DESTINIES, GODS
from tests.contract.instructed import committed, playthroughs
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table

NO_THINGS = {
    r"\d\.height": "a word in the line of the token",
    r"\d\.covered": "settlers on the map, which are counted together",
    r"\d\.atlantis": "where territories lie",
    r"\d\.done": "a state of a seat",
    r"\d\.(money|agriculture)\.\w+": "which of the two tiles it is",
    r"crossed-stars": "covered by set-up",
    r"r\dc\d\.left": "the tiles that seats have",
    r"r\dc\d\.bonus-\d": "the settlers that seats have there",
    r"god\.\w+": "which cards have been turned up",
    r"last-god": "a name",
}
"""Numbers that count no pieces, by a pattern of their keys."""

OF_CARDBOARD = r"deck|discarded\..+|\d\.laid"
"""Things only where Destiny cards are drawn from cardboard."""


def test_every_number_is_a_thing_or_is_listed() -> None:
    left: set[str] = set()
    for name in playthroughs("olympos"):
        state = committed(name)[-1].state
        for one in GAME.inventory(state):
            listed = any(re.fullmatch(pattern, one.key) for pattern in NO_THINGS)
            no_card = state.companion_draws and re.fullmatch(OF_CARDBOARD, one.key) is not None
            if (one.thing is None) is not (listed or no_card):
                left.add(one.key)
    assert left == set()


# -- at a table -------------------------------------------------------------------------------------------------------


class Hands:
    """A table at which somebody looks at what all hands do."""

    def __init__(self, *, cardboard: bool = True, **options: Any) -> None:
        self.table = Table(4, **options).begun()
        self.table.state.companion_draws = not cardboard
        self.made: list[Any] = []

    @property
    def state(self) -> State:
        return self.table.state

    def move(self, seat: int, move: Any, *drawn: tuple[str, Any]) -> None:
        """A move with what people enter from cardboard, in order."""
        chance = RecordedChance([Drawn(key, answer, "cardboard") for key, answer in drawn])
        outcome: Outcome[State] = run(
            GAME.copy(self.state), seat, chance, lambda step: GAME.apply(step, move), GAME.pieces
        )
        self.table.state, self.made = outcome.state, list(outcome.instructions)

    def read(self, seat: int) -> list[str]:
        return said(seat, [inside(one) for one in self.made])

    def read_back(self, seat: int) -> list[str]:
        return said(seat, [inside(one) for one in reversed_instructions(self.made)])


def said(seat: int, made: list[Instruction]) -> list[str]:
    return [ENGLISH.say(line.words) for line in lines_for(seat, made)]


def acting(hands: Hands, seat: int) -> None:
    """Let ``seat`` be last on the Time Track, before the first Zeus space."""
    for side in hands.state.sides:
        side.position, side.height = (1, 0) if side.seat == seat else (3, side.seat)


# -- settlers ---------------------------------------------------------------------------------------------------------


def test_a_settler_that_moves_on_the_map_is_moved_and_put_back_when_it_is_undone() -> None:
    hands = Hands()
    acting(hands, 1)
    hands.table.give(1, grain=1)
    hands.move(1, Expand("grain", "empty", "wood", left=Left("grain"), land=1, runs=1))
    assert hands.read(1) == [
        "Put back 1 Grain token.",
        "Move your settler there.",
        "Take 1 Wood token.",
        "Move your token to space 2.",
    ]
    assert hands.read_back(1) == [
        "Move your token back to space 1.",
        "Put back 1 Wood token.",
        "Put your settler back where it was.",
        "Take 1 Grain token.",
    ]


def test_a_settler_that_moves_onto_another_seat_is_put_on_top() -> None:
    hands = Hands()
    acting(hands, 1)
    hands.table.give(1, grain=1)
    hands.table.give(2, grain=1)
    hands.move(1, Expand("grain", "2", "grain", left=Left("grain"), land=1, runs=1))
    assert hands.read(1) == [
        "Put back 1 Grain token.",
        "Put your settler on top of Ben's.",
        "Ben gives you 1 Grain token.",
        "Move your token to space 4.",
    ]
    assert hands.read(2) == ["Give Anna 1 Grain token.", "Your settler stays underneath.", "Take 1 hourglass."]


def test_what_belongs_to_a_territory_that_is_left_goes_back_there() -> None:
    hands = Hands()
    acting(hands, 1)
    hands.table.give(1, stone=1, stars=1, zeus=1)
    hands.state.zeus_free = 0
    hands.move(1, Expand("stone", "empty", "wood", left=Left("stone", ("star", "olympos")), land=1, runs=1))
    assert hands.read(1)[:3] == [
        "Put back 1 Stone token.",
        "Put 1 Star on the territory that you left.",
        "Put the Zeus token back on Olympos.",
    ]


def test_a_covered_settler_that_hades_takes_moves_no_tokens() -> None:
    hands = Hands()
    hands.table.give(2, covered=1)
    hands.state.agenda.append(Hit(2))
    hands.move(2, Lose(Left("covered")))
    assert hands.read(2) == ["Put that settler back in your stock."]
    assert hands.read_back(2) == ["Put a settler from your stock back where it was."]


def test_a_recorded_discovery_names_its_bonus_without_its_place() -> None:
    hands = Hands(level="light")
    acting(hands, 1)
    hands.move(1, Record("art", 1, bonus="A"))
    assert hands.read(1) == [
        "Take Art.",
        "Put a settler from the general stock on its bonus A.",
        "Move your token to space 2.",
        "Take 1 settler from the general stock into yours.",
    ]


# -- Olympos cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "now", "back"),
    [
        ("cardboard", [], ["Turn the Zeus card face down again on its Zeus space."]),
        ("companion", ["Find the Zeus card and lay it open in the middle."], ["Put the Zeus card back in the box."]),
    ],
)
def test_a_card_of_cardboard_was_turned_up_for_the_question(source: Any, now: list[str], back: list[str]) -> None:
    hands = Hands()
    hands.state.agenda.append(Arrival(1, 1))
    chance = RecordedChance([Drawn("olympos", "zeus", source)])
    outcome = run(GAME.copy(hands.state), 1, chance, GAME.proceed, GAME.pieces)
    hands.made = list(outcome.instructions)
    assert (hands.read(1), hands.read_back(1)) == (now, back)


def test_settlers_leave_ares_and_the_siren_at_the_next_card() -> None:
    hands = Hands()
    hands.table.give(2, ares=1)
    hands.table.give(3, siren=1)
    hands.state.agenda.append(Arrival(1, 1))
    chance = RecordedChance([Drawn("olympos", "zeus", "cardboard")])
    outcome = run(GAME.copy(hands.state), 1, chance, GAME.proceed, GAME.pieces)
    hands.made = list(outcome.instructions)
    assert hands.read(2) == ["Take your settler off the Ares card."]
    assert hands.read(3) == ["Take your settler off the Siren card."]


@pytest.mark.parametrize(
    ("god", "now"),
    [
        ("athena", ["Put a settler from the general stock on the Athena card."]),
        ("keres", ["Put a settler from the general stock on the Keres card."]),
        ("hecate", ["Take 1 settler from the general stock into yours."]),
        ("zeus", ["Take prestige tokens worth 3, face down."]),
        ("nemesis", ["Put your 2 Destiny cards face up on the discard pile."]),
    ],
)
def test_a_god_falls_upon(god: str, now: list[str]) -> None:
    hands = Hands()
    for seat in (1, 2, 3, 4):
        hands.table.give(seat, religion=int((seat == 2) is GODS[god].good))
    hands.table.hold(2, "grain", "zeus")
    hands.state.agenda.append(Window(god, 1, (2,)))
    hands.state.votes = open_answers((2,))
    hands.move(2, AddZeus(0))
    assert hands.read(2) == now
    assert hands.read(1) == []


def test_zeus_cards_that_were_added_go_to_the_discard_pile() -> None:
    hands = Hands()
    hands.table.hold(2, "zeus", "zeus")
    hands.state.agenda.append(Window("keres", 1, (2,)))
    hands.state.votes = open_answers((2,))
    hands.move(2, AddZeus(2))
    assert hands.read(2) == ["Put your 2 Zeus cards on the discard pile."]
    assert "Take back into your hand from the discard pile: Zeus card and Zeus card." in hands.read_back(2)


# -- Destiny cards ----------------------------------------------------------------------------------------------------


def test_a_drawn_card_is_only_told_of_when_it_is_undone_and_to_its_drawer_alone() -> None:
    hands = Hands()
    hands.state.agenda.append(Draw(2))
    outcome = run(
        GAME.copy(hands.state), 2, RecordedChance([Drawn("destiny", "zeus", "cardboard")]), GAME.proceed, GAME.pieces
    )
    hands.made = list(outcome.instructions)
    assert hands.read(2) == []
    assert hands.read_back(2) == ["Put your Destiny card back on top of the deck: Zeus card."]
    backs = [one for one in reversed_instructions(hands.made) if not lines_silent(one)]
    assert [one.to for one in backs if not isinstance(one, Instruction)] == [(2,)]


def lines_silent(one: Any) -> bool:
    return inside(one).words is None


def test_the_oracle_discards_all_but_one() -> None:
    hands = Hands()
    hands.table.give(2, oracle=1)
    hands.table.hold(2, "grain", "set", "zeus")
    cards = hands.state.side(2).hand
    hands.state.side(2).hand = []
    hands.state.agenda.append(Oracle(2, cards))
    hands.move(2, KeepCard(cards[1].handle))
    assert hands.read(2) == [
        "Keep the card of your choice. Put the rest on the discard pile: Grain card and Zeus card."
    ]


def test_a_star_card_lies_open_until_a_wonder_uses_it() -> None:
    hands = Hands()
    acting(hands, 2)
    hands.table.hold(2, "star")
    hands.move(2, PlayCard(hands.state.side(2).hand[0].handle))
    assert hands.read(2) == ["Lay your Star card open before you."]
    assert hands.read_back(2) == ["Take your Star card back into your hand."]


def test_a_played_card_goes_to_the_discard_pile() -> None:
    hands = Hands()
    acting(hands, 2)
    hands.table.hold(2, "cube-wood")
    hands.move(2, PlayCard(hands.state.side(2).hand[0].handle))
    assert hands.read(2) == ["Put your Destiny card on the discard pile: Wood cube.", "Take 1 Wood cube."]


def test_cards_that_the_companion_drew_are_no_things() -> None:
    hands = Hands(cardboard=False)
    acting(hands, 2)
    hands.table.hold(2, "cube-wood", "star")
    for card, made in zip(list(hands.state.side(2).hand), (["Take 1 Wood cube."], []), strict=True):
        hands.move(2, PlayCard(card.handle))
        assert hands.read(2) == made


def test_whoever_draws_from_an_empty_deck_shuffles_first() -> None:
    hands = Hands()
    hands.state.deck_left, hands.state.discards["zeus"] = 0, 2
    hands.state.agenda.append(Draw(2))
    chance = RecordedChance([Drawn("destiny", "zeus", "cardboard")])
    asked = []
    answer = chance.answer
    chance.answer = lambda question, by: (asked.append(question), answer(question, by))[1]  # type: ignore[method-assign]
    outcome = run(GAME.copy(hands.state), 2, chance, GAME.proceed, GAME.pieces)
    hands.made = list(outcome.instructions)
    assert ENGLISH.say(asked[0].hint) == "The deck is empty: shuffle the discard pile to make a new one first."
    assert hands.read(2) == []
    assert hands.read_back(2) == [
        "Put your Destiny card back on top of the deck: Zeus card.",
        "Turn the deck over: it is the discard pile again.",
    ]


@pytest.mark.parametrize(
    ("cardboard", "words"),
    [(True, "Turn your prestige tokens and Destiny cards face up."), (False, "Turn your prestige tokens face up.")],
)
def test_at_the_end_everybody_turns_up_what_was_hidden(*, cardboard: bool, words: str) -> None:
    hands = Hands(cardboard=cardboard)
    for side in hands.state.sides:
        side.done = 1
    hands.move(0, Close((0,) * len(box.unknown_times(hands.state))))
    assert [hands.read(seat) for seat in hands.state.seats] == [[words]] * 4


# -- the log ----------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_a_discovery_costs_and_where_its_settler_goes() -> None:
    hands = Hands(level="light")
    acting(hands, 1)
    hands.table.give(1, grain_cubes=2, wood_cubes=1)
    hands.table.move(1, Record("art", 1, {"grain": 2, "wood": 1}, "D"))
    begun = hands.table.told.index("Anna takes Art.") - 1
    assert hands.table.told[begun : begun + 3] == [
        "Anna spends 2 Grain cubes and 1 Wood cube.",
        "Anna takes Art.",
        "Anna puts a settler on bonus D.",
    ]


def test_the_log_tells_which_stars_a_wonder_uses_up() -> None:
    hands = Hands()
    acting(hands, 1)
    key = hands.state.wonders[0]
    needed, _ = box.wonder(hands.state.box, key) or (0, 0)
    hands.table.give(1, athena=1, laid=2, stars=needed - 3)
    hands.table.move(1, Build(key))
    assert [line for line in hands.table.told if "uses up" in line] == ["Anna uses up Athena's star and 2 Star cards."]


# -- secrets ----------------------------------------------------------------------------------------------------------


def with_other_secrets(state: State, seat: int) -> State:
    """The same state, but that this seat hides something else."""
    other = GAME.copy(state)
    side = other.side(seat)
    side.prestige = replace(side.prestige, inside=side.prestige.value + 5)
    for card in side.hand:
        card.face = seal(next(face for face in DESTINIES if face not in (card.face.value, "zeus")), seat)
    for due in other.agenda:
        if isinstance(due, Oracle) and due.seat == seat:
            for card in due.cards:
                card.face = seal("set", seat)
    return other


def secret_moves() -> dict[str, tuple[Hands, int, Any, tuple[tuple[str, Any], ...]]]:
    """Moves of a seat, or upon it, while it hides something; with what chance gives."""
    expands = Hands()
    acting(expands, 2)
    expands.table.hold(2, "grain")
    hades = Hands()
    hades.table.hold(2, "grain", "star")
    hades.table.give(2, grain=1)
    hades.state.agenda.append(Hit(2))
    discovers = Hands()
    acting(discovers, 2)
    discovers.table.hold(2, "grain")
    discovers.table.give(2, wood=7, grain=7, stone=7, gold=7)
    answers = Hands()
    answers.table.hold(2, "grain", "set")
    answers.state.agenda.append(Window("zeus", 1, (2,)))
    answers.state.votes = open_answers((2,))
    answers.table.give(2, religion=1)
    conquered = Hands()
    acting(conquered, 1)
    conquered.table.hold(2, "grain")
    conquered.table.give(2, grain=1)
    return {
        "expand": (expands, 2, Expand("new", "empty", "wood", land=1, runs=1), ()),
        "lose": (hades, 2, Lose(Left("grain")), ()),
        "discover": (discovers, 2, Discover("0,0", bonus=0), ()),
        "a god": (answers, 2, AddZeus(0), ()),
        "conquered": (conquered, 1, Expand("new", "2", "grain", land=1, runs=1), ()),
    }


@pytest.mark.parametrize("move", secret_moves())
def test_what_a_seat_hides_changes_nothing_that_others_read(move: str) -> None:
    hands, seat, act, drawn = secret_moves()[move]
    found = []
    for state in (hands.state, with_other_secrets(hands.state, 2)):
        other = Hands()
        other.table.state = GAME.copy(state)
        other.move(seat, act, *drawn)
        found.append(other.made)
    assert found[0] != []
    for viewer in (PUBLIC, Viewer(1), Viewer(3), Viewer(4)):
        assert seen(found[0], viewer) == seen(found[1], viewer)


@pytest.mark.parametrize(("one", "another"), [("zeus", "grain"), ("star", "set")])
def test_which_card_is_drawn_changes_nothing_that_others_read(one: str, another: str) -> None:
    hands = Hands()
    hands.state.agenda.append(Draw(2))
    made = []
    for face in (one, another):
        chance = RecordedChance([Drawn("destiny", face, "cardboard")])
        outcome = run(GAME.copy(hands.state), 2, chance, GAME.proceed, GAME.pieces)
        made.append((outcome.instructions, reversed_instructions(outcome.instructions)))
    assert seen(made[0], Viewer(2)) != seen(made[1], Viewer(2))
    for viewer in (PUBLIC, Viewer(1), Viewer(3), Viewer(4)):
        assert seen(made[0], viewer) == seen(made[1], viewer)
