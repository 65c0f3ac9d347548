"""A play in memory for the tests: answered by keys, with dice as given."""

from __future__ import annotations

from typing import Any

from companion.core.boxes import Box, Fact, merged
from companion.core.chance import ChanceSource, Drawn, RecordedChance
from companion.core.dialogue import Asked, walk
from companion.core.instructions import AnyInstruction, inside, lines_for, reversed_instructions
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import TABLE, Outcome, Step, run
from companion.games.athens_sparta import AthensSparta
from companion.games.athens_sparta.blocks import add_block, add_to_garrison, reveal_block
from companion.games.athens_sparta.moves import SetUp, TypedBlock
from companion.games.athens_sparta.state import State
from companion.locale import speaker

GAME = AthensSparta()
ATHENS, SPARTA = 1, 2
ENGLISH = speaker("en", {ATHENS: "Anna", SPARTA: "Ben"})

OURS: Box = {"city": {"abydos": {"colour": "blue"}}}
"""What these owners have entered of their map, so that not every turn of Athens ends with looking it up."""


class War:
    """One play. Seat 1 commands Athens, seat 2 Sparta."""

    def __init__(self, level: str = "light", owners: Any = None, **options: Any) -> None:
        chance: dict[str, ChanceSource] = {"battle": "cardboard", "attrition": "cardboard"}
        box = merged(OURS, owners or {})
        setup = Setup((Seated(1, "Anna"), Seated(2, "Ben")), options, chance, box, level)
        self.state: State = GAME.new(checked_setup(GAME.meta, setup))
        self.told: list[Any] = []
        self.made: tuple[AnyInstruction, ...] = ()

    def begin(self, olympiad: int = 84, inside: int = 0, *besiegers: TypedBlock, draws: list[Any] | None = None) -> War:
        self.make(TABLE, SetUp(ATHENS, olympiad, list(besiegers), inside), deal=draws or [])
        return self

    def make(self, seat: int, move: Any, **chance: list[Any]) -> Outcome[State]:
        """A move with what chance gives: ``battle`` and ``attrition`` are dice, one list a roll when nested."""
        drawn = []
        for key, answers in chance.items():
            rolls = answers if key == "deal" or (answers and isinstance(answers[0], list)) else [answers]
            drawn += [Drawn(key, answer, "cardboard") for answer in rolls]
        outcome = run(
            GAME.copy(self.state), seat, RecordedChance(drawn), lambda step: GAME.apply(step, move), GAME.pieces
        )
        self.state, self.told, self.made = outcome.state, list(outcome.told), outcome.instructions
        return outcome

    def reads(self, seat: int, *, undone: bool = False) -> list[str]:
        """The table instructions of a seat after the last move, or what takes it back."""
        made = reversed_instructions(self.made) if undone else self.made
        return [ENGLISH.say(line.words) for line in lines_for(seat, [inside(one) for one in made])]

    def says(self, seat: int, *answers: Answer, **chance: list[Any]) -> Outcome[State]:
        """Answers through the questions."""
        return self.make(seat, self.move(seat, *answers), **chance)

    def move(self, seat: int, *answers: Answer) -> Any:
        walked = walk(GAME.ask(self.seen(seat), seat), answers)
        assert not isinstance(walked, Asked), walked.question.key
        return walked.move

    def asked(self, seat: int, *answers: Answer) -> Any:
        """The question after these answers."""
        walked = walk(GAME.ask(self.seen(seat), seat), answers)
        assert isinstance(walked, Asked)
        return walked.question

    def seen(self, seat: int) -> State:
        return seen(self.state, PUBLIC if seat == TABLE else Viewer(seat))

    def awaited(self) -> tuple[int, ...]:
        return GAME.awaits(seen(self.state, PUBLIC)).must

    # -- shorter ways ------------------------------------------------------------------------------------------

    def cards(self, athens: str, sparta: str, **chance: list[Any]) -> None:
        """Both lay down a plain card of an unknown deck."""
        self.says(ATHENS, athens, "plain")
        self.says(SPARTA, sparta, "plain", **chance)

    def attacks(self, seat: int, place: str, blocks: list[str], defenders: list[str], *facts: Answer) -> None:
        """From the move part to the first combat turn. A block is written ``hoplite-B4-4``; ``inside`` goes in."""
        self.says(seat, "end")
        self.says(seat, "battle", place)
        if facts:
            self.says(TABLE, *facts)
        self.musters(seat, blocks)
        self.musters(ATHENS + SPARTA - seat, defenders)

    def musters(self, seat: int, blocks: list[str]) -> None:
        for block in blocks:
            self.says(seat, *(["goes-inside"] if block == "inside" else block.split("-")))
        self.says(seat, "done")

    def strengths(self, seat: int) -> list[int]:
        """Of the blocks of a seat that lie face up, in the order they came forward."""
        side = "athens" if seat == ATHENS else "sparta"
        return [self.state.blocks[unit.block].body.value.strength for unit in self.state.units if unit.side == side]

    def handle(self, seat: int, number: int = 0) -> str:
        side = "athens" if seat == ATHENS else "sparta"
        return [unit.handle for unit in self.state.units if unit.side == side][number]

    def words(self) -> list[str]:
        return [told.text for told in self.told if hasattr(told, "text")]


def on_turn(level: str = "light", owners: Any = None, *, side: int = ATHENS, **options: Any) -> War:
    """The move part of that side, which is Player 1 with five points."""
    war = War(level, owners, **options).begin()
    war.cards(*("5", "2") if side == ATHENS else ("2", "5"))
    return war


def box_block(colour: str, kind: str = "hoplite", home: str = "athens", **more: Fact) -> dict[str, Fact]:
    """A block of the box: of three steps, rated B2."""
    return {"colour": colour, "kind": kind, "steps": 3, "letter": "B", "rate": 2, "home": home, **more}


def refused(war: War, seat: int, move: Any) -> str:
    """The text of the refusal of a move that came past the questions."""
    from companion.core.errors import Refused

    try:
        war.make(seat, move)
    except Refused as found:
        return found.message.text
    raise AssertionError(f"{move} was accepted")


def stepped(state: State, seat: int) -> Step[State]:
    """A step on this very state, for single rules."""
    return Step(state, seat, RecordedChance([]))


def place_face_up(war: War, side: str, block: str, place: str, role: str) -> str:
    """Lay a block face up, as if it had come there: its handle. Written like ``ship-C3-4``."""
    kind, rating, steps = block.split("-")
    typed = TypedBlock(kind, rating[0], int(rating[1]), int(steps))  # type: ignore[arg-type]
    step = stepped(war.state, ATHENS)
    key = add_block(war.state, side, typed, place)  # type: ignore[arg-type]
    return reveal_block(step, side, key, place, role).handle  # type: ignore[arg-type]


def place_hidden(war: War, side: str, place: str, count: int) -> None:
    """Hidden blocks in a city."""
    for _ in range(count):
        add_to_garrison(war.state, place, side, "")  # type: ignore[arg-type]


def enter_city(war: War, city: str, **facts: Any) -> None:
    """What is printed at a city."""
    war.state.box.setdefault("city", {}).setdefault(city, {}).update(facts)
