"""A table of The Ancient World for tests: moves by hand, dice as the test says, a small box of invented cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.boxes import Box
from companion.core.chance import ChanceSource, RandomStream, TableChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.questions import Answer, Pick
from companion.core.setup import OptionValue, Seated, Setup, checked_setup
from companion.core.step import Outcome, run
from companion.games.ancient_world import AncientWorld
from companion.games.ancient_world.moves import Begin, Move, Pass
from companion.games.ancient_world.state import Army, EmpireCard, Player, State, Threat, Turn
from companion.locale import speaker

GAME = AncientWorld()
ENGLISH = speaker("en", {seat: f"Seat{seat}" for seat in range(1, 9)})


def titan(defence: int, banners: list[str], counts: str = "both", stars: int = 1, **facts: Any) -> dict[str, Any]:
    """A titan of the box."""
    return {
        "stars": stars,
        "defence": defence,
        "counts": counts,
        "banners": banners,
        "symbols": [],
        "effect": "none",
        **facts,
    }


BOX: Box = {
    "action": {
        "learn": {"coins": 3, "amount": 1},
        "labor": {"amount": 2},
        "expand": {"coins": 3, "knowledge": 1, "either": "yes"},
        "rebuild": {"coins": 0, "knowledge": 0, "amount": 2, "first": "yes"},
        "train": {"coins": 1, "knowledge": 0},
        "explore": {"coins": 0, "knowledge": 0, "amount": 5},
        "grow": {"coins": 0, "knowledge": 2},
    },
    "empire": {
        "fishing-dock": {"banners": []},
        "wheat-fields": {"banners": []},
        "plain": {"deck": "A", "coins": 2, "banners": ["red"], "symbols": []},
        "sword": {"deck": "A", "coins": 2, "banners": ["red"], "symbols": ["sword"]},
        "barracks": {"deck": "A", "coins": 2, "banners": ["blue"], "symbols": ["army-limit"]},
        "school": {"deck": "A", "coins": 1, "knowledge": 2, "banners": ["green"], "symbols": ["citizen-once"]},
        "forum": {"deck": "B", "coins": 1, "banners": ["green"], "symbols": ["card-action", "citizen-upgrade"]},
        "epic": {"deck": "C", "coins": 1, "banners": ["blue", "blue"], "symbols": ["text-points", "point"]},
    },
    "military": {
        "city-guard": {"swords": 2, "arrows": 3},
        "militia": {"swords": 2, "arrows": 0},
        "riders": {"coins": 4, "swords": 4, "arrows": 2, "old-swords": 1, "old-arrows": 1},
    },
    "titan": {
        "boar": titan(4, ["red"], stars=0),
        "crab": titan(5, ["red", "blue"]),
        "shark": titan(2, ["red"], "swords"),
        "hydra": titan(3, ["red", "blue", "green"], stars=2, symbols=["capacity", "arrow"]),
        "thief": titan(2, ["red"], effect="lose-coin"),
        "ox": titan(2, ["red"], effect="load"),
        "bee": titan(2, ["red"], effect="lose-ambrosia", amount=2),
        "ghost": titan(2, ["red"], effect="lose-retired"),
        "moth": titan(2, ["red"], effect="lose-stored"),
        "flood": titan(2, ["red"], effect="lose-district"),
    },
    "district": {
        "quarter": {"symbols": ["capacity", "capacity", "capacity"]},
        "wall": {"symbols": ["capacity", "arrow"]},
    },
}


class Play:
    """A play that has begun; ``does`` makes a move, ``says`` gives answers to the questions. ``rolls`` is who rolls."""

    def __init__(
        self,
        seats: int = 2,
        *,
        begin: bool = True,
        box: Box = BOX,
        rolls: ChanceSource = "cardboard",
        **options: OptionValue,
    ) -> None:
        seated = tuple(Seated(seat, "") for seat in range(1, seats + 1))
        keys = {key.replace("_", "-"): value for key, value in options.items()}
        self.setup = checked_setup(GAME.meta, Setup(seated, keys, {"damage": rolls}, box))
        self.state: State = GAME.new(self.setup)
        self.told: list[str] = []
        self.learned: list[Any] = []
        if begin:
            self.does(0, Begin(first=1, round=1))

    def player(self, seat: int) -> Player:
        return self.state.player(seat)

    @property
    def due(self) -> Any:
        """What the table waits for."""
        return self.state.agenda[-1] if self.state.agenda else None

    def run(self, seat: int, move: Move, dice: Sequence[str] = ()) -> Outcome[State]:
        chance = TableChance(RandomStream(b"play"), self.setup.chance, list[Answer](dice))
        outcome = run(GAME.copy(self.state), seat, chance, lambda step: GAME.apply(step, move))
        chance.finish()
        return outcome

    def does(self, seat: int, move: Move, *dice: str) -> Play:
        outcome = self.run(seat, move, dice)
        self.state = outcome.state
        self.told += [ENGLISH.say(told) for told in outcome.told]  # type: ignore[arg-type]  # nothing is sealed
        self.learned += outcome.learned
        return self

    def refusal(self, seat: int, move: Move) -> str:
        """The words of the refusal; a test fails when there is none."""
        before = GAME.encode_state(self.state)
        try:
            self.run(seat, move)
        except Refused as refused:
            assert GAME.encode_state(self.state) == before
            return ENGLISH.say(refused.message)
        raise AssertionError(f"{move} was accepted")

    def walked(self, seat: int, *answers: Answer) -> Any:
        return walk(GAME.ask(self.state, seat), answers)

    def question(self, seat: int, *answers: Answer) -> Any:
        """The question that comes after these answers."""
        asked = self.walked(seat, *answers)
        assert isinstance(asked, Asked), asked
        return asked.question

    def option(self, seat: int, value: object, *answers: Answer) -> Any:
        """One of its options."""
        question = self.question(seat, *answers)
        assert isinstance(question, Pick)
        return next(option for option in question.options if option.value == value)

    def says(self, seat: int, *answers: Answer, dice: Sequence[str] = ()) -> Play:
        """A whole dialogue."""
        done = self.walked(seat, *answers)
        assert not isinstance(done, Asked), done.question
        return self.does(seat, done.move, *dice)

    # -- what lies on the table --------------------------------------------------------------------------------

    def lay(self, seat: int, *cards: str) -> list[int]:
        """More empire cards in a city; their numbers."""
        added = [EmpireCard(self.state.new_id(), card) for card in cards]
        self.player(seat).cards += added
        return [card.id for card in added]

    def army(self, seat: int, key: str, coins: int = 0) -> Army:
        """One more army."""
        army = Army(self.state.new_id(), key, coins)
        self.player(seat).armies.append(army)
        return army

    def threaten(self, seat: int, key: str, ambrosia: int = 0, stars: int = 1) -> Threat:
        """Another titan on a board."""
        threat = Threat(stars, key, ambrosia)
        self.player(seat).threat = threat
        return threat

    def turn(self, seat: int) -> Play:
        """It is this seat's turn."""
        self.state.agenda = [Turn(seat)]
        return self

    def all_pass(self) -> Play:
        """Everybody who is asked for a turn passes."""
        while isinstance(self.due, Turn):
            self.does(self.due.seat, Pass())
        return self
