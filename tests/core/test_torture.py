"""The torture game against the contract: each hard thing once by hand, and whole plays by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from companion.core.boxes import Learned
from companion.core.chance import CardboardNeeded, ChanceSource, Drawn, RandomStream, RecordedChance, TableChance
from companion.core.dialogue import Asked, Done, walk
from companion.core.errors import Refused
from companion.core.inventory import totals
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, Question
from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seal, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import TABLE, Outcome, run, try_out
from tests.core.torture import Torture
from tests.core.torture.agenda import Hits, Planning, Turn, Valuing, Voting
from tests.core.torture.moves import Add, Attack, Drop, Lose, Move, Play, Ready, Sail, SetUp, Value, Vote
from tests.core.torture.state import HeldCard, Order, State

GAME = Torture()


def new(*seats: int, **options: Any) -> State:
    seated = tuple(Seated(seat, "") for seat in seats)
    return GAME.new(checked_setup(GAME.meta, Setup(seated, options)))


def drawn(**answers: Answer) -> list[Drawn]:
    return [Drawn(key, answer, "companion") for key, answer in answers.items()]


def do(state: State, seat: int, move: Move, record: Iterable[Drawn] = ()) -> Outcome[State]:
    return run(GAME.copy(state), seat, RecordedChance(list(record)), lambda step: GAME.apply(step, move))


def begun(*seats: int, **options: Any) -> State:
    """Set up: 2 gold, a quest of 2 fleets and an owl in hand for every side; all plan."""
    state = new(*seats, **options)
    return do(state, TABLE, SetUp(seats[0], 2), [*drawn(quest=2, deck="owl")] * len(state.sides)).state


def on_turn(*seats: int) -> State:
    """All plans stand empty; the first seat is on turn."""
    state = begun(*seats)
    for seat in seats:
        state = do(state, seat, Ready()).state
    return state


def refusal(state: State, seat: int, move: Move) -> Refused:
    before = GAME.encode_state(state)
    with pytest.raises(Refused) as refused:
        do(state, seat, move)
    assert GAME.encode_state(state) == before
    return refused.value


def first_question(state: State, seat: int, *answers: Answer) -> Any:
    walked = walk(GAME.ask(seen(state, Viewer(seat)), seat), answers)
    assert isinstance(walked, Asked)
    return walked.question


# -- each hard thing ----------------------------------------------------------------------------------------------


def test_the_table_sets_up_and_secret_cards_are_dealt_in_the_same_move() -> None:
    state = new(1, 2)
    assert GAME.awaits(seen(state, PUBLIC)).must == (TABLE,)
    assert walk(GAME.ask(state, TABLE), [2, 3]) == Done(SetUp(2, 3), walk(GAME.ask(state, TABLE), [2, 3]).answered)
    outcome = do(state, TABLE, SetUp(2, 3), [*drawn(quest=1, deck="owl"), *drawn(quest=3, deck="bull")])
    assert [side.quest.value for side in outcome.state.sides] == [1, 3]
    assert not seen(outcome.state, PUBLIC).sides[0].quest.known
    assert [told.to for told in outcome.told if isinstance(told, Sealed)] == [(1,), (2,)]


def test_a_plan_grows_and_shrinks_in_secret_until_the_last_seat_is_ready() -> None:
    state = begun(1, 2)
    tax, arm = Order("tax", "1"), Order("arm", "1")
    outcome = do(state, 1, Add(arm))
    assert all(isinstance(told, Sealed) and told.to == (1,) for told in outcome.told)
    state = do(do(outcome.state, 1, Ready()).state, 1, Add(tax)).state
    state = do(state, 1, Drop(arm)).state
    assert seen(state, PUBLIC) == msgspec.structs.replace(seen(begun(1, 2), PUBLIC), ready=[1])
    assert GAME.awaits(state).must == (2,)
    assert GAME.awaits(state).may == (1,)
    outcome = do(state, 2, Ready())
    assert outcome.revealed
    assert (outcome.state.side("1").gold, outcome.state.side("1").fleets) == (3, 2)
    assert outcome.state.agenda[-1] == Turn("1")


def test_an_order_stays_while_another_rests_on_it() -> None:
    state = begun(1, 2)
    state.side("1").gold = 0
    assert refusal(state, 1, Add(Order("arm", "1"))).code == "out-of-reach"
    state = do(do(state, 1, Add(Order("tax", "1"))).state, 1, Add(Order("arm", "1"))).state
    refused = refusal(state, 1, Drop(Order("tax", "1")))
    (option,) = [option for option in first_question(state, 1, "drop").options if option.value == "tax-1"]
    assert refused.message == option.reason
    assert refusal(state, 1, Add(Order("tax", "1"))).code == "out-of-reach"
    assert refusal(state, 1, Add(Order("tax", "2"))).code == "out-of-reach"


def test_nobody_else_can_be_asked_for_a_secret_plan() -> None:
    with pytest.raises(BrokenSeal):
        walk(GAME.ask(seen(begun(1, 2), PUBLIC), 1), [])


def test_the_defender_picks_the_hits_of_a_battle_rolled_in_mid_move() -> None:
    state = on_turn(1, 2)
    outcome = do(state, 1, Attack("2"), drawn(weather="calm", battle=[4, 6]))
    assert outcome.state.agenda[-1] == Hits("2", 2)
    assert GAME.awaits(outcome.state).must == (2,)
    state = do(do(outcome.state, 2, Lose("fort")).state, 2, Lose("fleet")).state
    assert (state.side("2").forts, state.side("2").fleets) == (0, 1)
    assert state.agenda[-1] == Turn("2")
    assert first_question(on_turn(1, 2), 1).reachable()


def test_a_fort_that_is_gone_cannot_take_the_second_hit() -> None:
    state = do(on_turn(1, 2), 1, Attack("2"), drawn(weather="calm", battle=[4, 6])).state
    state = do(state, 2, Lose("fort")).state
    question = first_question(state, 2)
    assert refusal(state, 2, Lose("fort")).message == question.option("fort").reason
    assert question.default == "fleet"


def test_no_correction_takes_what_is_still_to_be_lost() -> None:
    state = do(on_turn(1, 2), 1, Attack("2"), drawn(weather="calm", battle=[4, 6])).state
    tracked = {each.key: each for each in GAME.inventory(state)}
    assert (tracked["2.forts"].value, tracked["2.fleets"].value) == (1, 2)
    assert tracked["2.fleets"].low == 1
    tracked["2.fleets"].put(1)
    assert {each.key: each.low for each in GAME.inventory(state)}["2.forts"] == 1


def test_a_plan_that_a_correction_broke_can_be_mended() -> None:
    state = begun(1, 2)
    for _ in range(2):
        state = do(state, 1, Add(Order("arm", "1"))).state
    state.side("1").gold = 0
    question = first_question(state, 1)
    assert "drop" in {option.value for option in question.reachable()}
    state = do(state, 1, Drop(Order("arm", "1"))).state
    assert [order.what for order in state.plans[1].value] == ["arm"]


def test_the_weather_drawn_before_the_dice_stands_while_they_are_rolled() -> None:
    """A companion's draw, then cardboard in the same move."""
    state = on_turn(1, 2)
    sources: dict[str, ChanceSource] = {"battle": "cardboard"}
    for position in range(12):
        with pytest.raises(CardboardNeeded) as needed:
            attack(state, TableChance(RandomStream(b"seed", position), sources))
        assert needed.value.by == 1
        question = needed.value.question
        assert isinstance(question, Dice)
        entered: Answer = ["1"] * question.dice
        again = TableChance(RandomStream(b"seed", position), sources, [entered], needed.value.drawn)
        assert attack(state, again).drawn == (*needed.value.drawn, Drawn("battle", entered, "cardboard"))


def attack(state: State, chance: TableChance) -> Outcome[State]:
    return run(GAME.copy(state), 1, chance, lambda step: GAME.apply(step, Attack("2")))


def test_the_senate_is_a_window_all_answer_in_secret() -> None:
    state = on_turn(1, 2, 3)
    state.side("1").gold = 9
    state = do(state, 1, Sail("senate")).state
    assert state.agenda[-1] == Voting()
    question = first_question(state, 3)
    assert (question.secret, question.default) == (True, "nobody")
    state = do(do(state, 2, Vote("2")).state, 3, Vote("2")).state
    assert GAME.awaits(seen(state, PUBLIC)).must == (1,)
    assert not seen(state, Viewer(1)).votes[2].known
    assert refusal(state, 3, Vote("1")).code == "not-awaited"
    outcome = do(state, 1, Vote("nobody"))
    assert outcome.state.side("2").laurels == 1
    assert outcome.state.agenda[-1] == Turn("2")


def test_trying_out_the_last_vote_does_not_tell_the_others() -> None:
    state = on_turn(1, 2)
    state.agenda.append(Voting())
    state.votes = {2: seal("2", 2)}
    told, ahead = try_out(GAME.copy(seen(state, Viewer(1))), 1, lambda step: GAME.apply(step, Vote("1")))
    assert (told, ahead) == ((), "")


def test_a_hand_is_counted_by_all_and_read_by_one() -> None:
    state = on_turn(1, 2)
    state.side("1").gold = 9
    outcome = do(state, 1, Sail("library"), drawn(deck="bull"))
    hands = {viewer: GAME.show(seen(outcome.state, viewer), viewer) for viewer in (PUBLIC, Viewer(1), Viewer(2))}
    hand = {viewer: next(widget for widget in hands[viewer] if widget.key == "hand-1") for viewer in hands}
    assert [(len(found.cards), found.hidden) for found in hand.values()] == [(0, 2), (2, 0), (0, 2)]  # type: ignore[union-attr]
    assert [found.secret for found in hand.values()] == [False, True, False]
    assert b"Bull" not in msgspec.json.encode(seen(outcome.told, Viewer(2)))
    assert b"Bull" in msgspec.json.encode(seen(outcome.told, Viewer(1)))


def test_a_deck_run_dry_leaves_every_space_open() -> None:
    state = on_turn(1, 2)
    state.drawn = 18
    assert do(state, 1, Sail("library")).state.drawn == 18


@pytest.mark.parametrize("keep", [False, True])
def test_what_the_box_does_not_know_is_asked_when_it_is_needed(keep: bool) -> None:
    state = on_turn(1, 2)
    state.side("1").hand = [HeldCard("c7", seal("bull", 1))]
    state = do(state, 1, Play("c7")).state
    assert state.agenda[-1] == Valuing("1", "bull")
    assert GAME.awaits(state).must == (TABLE,)
    walked = walk(GAME.ask(state, TABLE), [4, keep])
    assert isinstance(walked, Done)
    assert walked.move == Value(4, keep)
    outcome = do(state, TABLE, walked.move)
    assert outcome.state.side("1").glory == 4
    assert outcome.learned == ((Learned("card", "bull", "worth", 4),) if keep else ())
    assert ("worth" in outcome.state.box["card"]["bull"]) == keep


def test_what_the_box_knows_is_not_asked() -> None:
    state = do(on_turn(1, 2), 1, Play("c1")).state
    assert state.side("1").glory == 1
    assert state.agenda[-1] == Turn("2")


def test_a_seat_may_play_two_sides() -> None:
    state = begun(1, 2, **{"two-sides": True})
    assert [side.key for side in state.of(2)] == ["2a", "2b"]
    for seat in (1, 2):
        state = do(state, seat, Ready()).state
    assert [due.side for due in state.agenda if isinstance(due, Turn)] == ["2b", "2a", "1b", "1a"]
    assert refusal(state, 1, Attack("1b")).message == first_question(state, 1, "attack").options[1].reason


def test_a_first_seat_is_followed_clockwise() -> None:
    state = do(new(1, 4, 6), TABLE, SetUp(4, 2), [*drawn(quest=2, deck="owl")] * 3).state
    assert state.agenda == [Turn("1"), Turn("6"), Turn("4"), Planning()]


def test_the_play_is_over_when_a_side_is_crowned_twice() -> None:
    state = on_turn(1, 2)
    state.side("2").laurels = 1
    state.agenda.append(Voting())
    state = do(do(state, 1, Vote("2")).state, 2, Vote("2")).state
    assert GAME.awaits(state).over
    sheet = GAME.score(seen(state, PUBLIC), PUBLIC)
    assert [winner.side for winner in sheet.winners()] == ["2"]
    assert all(side.complete for side in sheet.sides), "the quests are revealed at the end"


def test_an_account_says_what_it_does_not_know() -> None:
    state = on_turn(1, 2)
    sheet = GAME.score(seen(state, Viewer(1)), Viewer(1))
    assert [side.complete for side in sheet.sides] == [True, False]


@pytest.mark.parametrize("move", [Sail("market"), Ready(), Lose("fort"), Vote("nobody"), Value(1, keep=False)])
def test_a_move_out_of_season_is_refused(move: Move) -> None:
    assert refusal(on_turn(1, 2), 2, move).code == "not-awaited"
    if not isinstance(move, Sail):
        assert refusal(on_turn(1, 2), 1, move).code == "not-now"


def test_all_seven_kinds_of_widget_are_shown() -> None:
    shown = {type(widget).__name__ for widget in GAME.show(seen(on_turn(1, 2), Viewer(1)), Viewer(1))}
    assert shown == {"Rondel", "Track", "Grid", "Ledger", "Meter", "Hand", "Note"}


# -- whole plays --------------------------------------------------------------------------------------------------


def pick(question: Question, dice: random.Random) -> Answer:
    match question:
        case Pick():
            return str(dice.choice(question.reachable()).value)
        case Count(low=low, high=high):
            return dice.randint(low, high)
        case Confirm():
            return dice.random() < 0.5
        case Dice(dice=number, faces=faces):
            return [dice.randint(1, faces) for _ in range(number)]
    raise AssertionError(question)


def dialogue(state: State, seat: int, dice: random.Random | None) -> tuple[Move, Sequence[Question]]:
    """Answer by chance, or with the defaults of a sleeper (and by chance where there is none)."""
    answers: list[Answer] = []
    while isinstance(walked := walk(GAME.ask(seen(state, Viewer(seat)), seat), answers), Asked):
        question = walked.question
        if dice is None:
            assert question.default is not None or not question.secret
            answers.append(pick(question, random.Random(1)) if question.default is None else question.default)
        else:
            answers.append(pick(question, dice))
    return walked.move, walked.answered


def with_cardboard(state: State, seat: int, move: Move, stream: RandomStream, dice: random.Random) -> Outcome[State]:
    entered: list[Answer] = []
    before: tuple[Drawn, ...] = ()
    position = stream.position
    while True:
        stream.position = position
        try:
            chance = TableChance(stream, {"battle": "cardboard", "deck": "cardboard"}, entered, before)
            return run(GAME.copy(state), seat, chance, lambda step: GAME.apply(step, move))
        except CardboardNeeded as needed:
            entered.append(pick(needed.question, dice))
            before = needed.drawn


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("asleep", [False, True])
def test_every_play_comes_to_its_end_and_conserves_what_is_conserved(seats: int, asleep: bool) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4):
        dice = random.Random(seed)
        state = new(*range(1, seats + 1), **{"two-sides": seed == 0})
        sums = totals(GAME.inventory(state))
        stream = RandomStream(bytes([seed]))
        while not (awaited := GAME.awaits(seen(state, PUBLIC))).over:
            assert awaited.must
            seat = dice.choice(awaited.must if asleep else awaited.must + awaited.may)
            move, _ = dialogue(state, seat, None if asleep else dice)
            outcome = with_cardboard(state, seat, move, stream, dice)
            replayed = do(state, seat, move, outcome.drawn)
            assert GAME.encode_state(replayed.state) == GAME.encode_state(outcome.state)
            state = outcome.state
            kinds[type(move).__name__] += 1
            assert totals(GAME.inventory(state)) == sums
            assert kinds.total() < GAME.meta.longest * (seed + 1)
    assert kinds["Sail"]
    assert asleep or {"Attack", "Play", "Lose", "Add", "Drop"} <= set(kinds)
    assert asleep or seats == 2 or {"Vote", "Value"} <= set(kinds)
