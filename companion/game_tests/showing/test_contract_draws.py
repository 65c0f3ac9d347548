"""What chance gives to one seat in secret is known to nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.core.chance import Drawn, RecordedChance
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Pick, PickMany
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import Outcome, run
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.showing.looks import confidants, looks, told_to

WAYS = 4
"""How often something else is looked for that might have been drawn."""


class OverheardChance(RecordedChance):
    """Recorded chance that keeps what was drawn for whom."""

    def __init__(self, recorded: Sequence[Drawn]) -> None:
        super().__init__(recorded)
        self.asked: list[tuple[AnyQuestion, int]] = []

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        answer = super().answer(question, by)
        self.asked.append((question, by))
        return answer


class OtherDraw(NamedTuple):
    """A move, and the same move if ``question`` had drawn something else: for the seats ``dealt``, or nobody's."""

    question: AnyQuestion
    dealt: frozenset[int]
    one: Outcome[Any]
    two: Outcome[Any]


def other_draws(random_play: RandomPlay, dialogue: Dialogue) -> Iterator[OtherDraw]:
    """Of a move that reveals nothing, each of its draws as it might have been otherwise."""
    drawn = random_play.outcome(dialogue.seat, dialogue.move).drawn
    overheard = OverheardChance(drawn)
    one = _outcome(random_play, dialogue, overheard)
    if one is None or one.revealed:
        return
    for place, (question, _) in enumerate(overheard.asked):
        for changed in _drawn_otherwise(random_play, drawn, overheard.asked, place):
            two = _outcome(random_play, dialogue, RecordedChance(changed))
            if two is not None and not two.revealed:
                pairs = zip(drawn, changed, overheard.asked, strict=True)
                yield OtherDraw(question, frozenset(by for was, now, (_, by) in pairs if was != now), one, two)
                break


def _outcome(random_play: RandomPlay, dialogue: Dialogue, chance: RecordedChance) -> Outcome[Any] | None:
    """The move with that chance, or None where it cannot have come out so."""
    game = random_play.game
    try:
        return run(game.copy(random_play.state), dialogue.seat, chance, lambda step: game.apply(step, dialogue.move))
    except (Refused, RulesBug):
        return None


def _drawn_otherwise(
    random_play: RandomPlay, drawn: Sequence[Drawn], asked: Sequence[tuple[AnyQuestion, int]], place: int
) -> Iterator[tuple[Drawn, ...]]:
    """Something else at ``place``, the rest as it was; then with what it took drawn where the other thing came later,
    unless that changes a draw that everybody sees.
    """
    old = _parts(drawn[place].answer)
    for _ in range(WAYS):
        answer = random_play.answer(asked[place][0])
        new = _parts(answer)
        taken, given = [part for part in new if part not in old], [part for part in old if part not in new]
        if not taken or len(taken) != len(given):
            continue
        first, later = (*drawn[:place], replace(drawn[place], answer=answer)), drawn[place + 1 :]
        yield (*first, *later)
        swap = dict(zip(taken + given, given + taken, strict=True))
        questions = [question for question, _ in asked[place + 1 :]]
        swapped = [_swapped(each, question, swap) for each, question in zip(later, questions, strict=True)]
        if all(was == now or question.secret for was, now, question in zip(later, swapped, questions, strict=True)):
            yield (*first, *swapped)


def _parts(answer: Answer) -> list[Any]:
    return list(answer) if isinstance(answer, list) else [answer]


def _swapped(drawn: Drawn, question: AnyQuestion, swap: dict[Any, Any]) -> Drawn:
    if not isinstance(question, Pick | PickMany):
        return drawn
    parts = [swap.get(part, part) for part in _parts(drawn.answer)]
    return replace(drawn, answer=parts if isinstance(drawn.answer, list) else parts[0])


def test_every_draw_is_of_a_kind_that_the_table_can_choose_a_source_for(game: AnyGame, plays: int) -> None:
    """The key of its question is that of a ``ChanceKind``: else cardboard has no say in it."""
    kinds = {kind.key for kind in game.meta.chance}

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            assert {drawn.key for drawn in random_play.make(dialogue).drawn} <= kinds

    explore(game, plays, check)


def test_what_is_drawn_in_secret_tells_nobody_else_anything(game: AnyGame, plays: int) -> None:
    """Neither what is told nor what is shown depends on it: a rule sees every secret, and may tell one by mistake."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question, dealt, one, two in other_draws(random_play, dialogue):
                known = dealt | confidants(one.state, two.state)
                for viewer in random_play.viewers if question.secret else ():
                    if viewer.seat not in known:
                        assert told_to(one, viewer) == told_to(two, viewer), f"it tells what {question.key} gave"
                        first, second = (looks(game, outcome.state, viewer) for outcome in (one, two))
                        assert first == second, f"it shows what {question.key} gave"

    explore(game, plays, check)


def test_a_draw_that_lands_in_a_seal_is_marked_secret(game: AnyGame, plays: int) -> None:
    """Else, from cardboard, it is entered before everybody's eyes."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question, _, one, two in other_draws(random_play, dialogue):
                if not question.secret:
                    same = told_to(one, PUBLIC) == told_to(two, PUBLIC)
                    sealed = same and one.state != two.state and seen(one.state, PUBLIC) == seen(two.state, PUBLIC)
                    assert not sealed, f"{question.key} is not marked secret"

    explore(game, plays, check)
