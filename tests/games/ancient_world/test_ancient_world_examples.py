"""The worked examples of the rules: attacks, titans, placing, feeding, capacity, scoring."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC
from companion.games.ancient_world import actions, attack, city, place, round_end, scoring
from companion.games.ancient_world.moves import Attack, Build, Confront, Feed, Pass, Place, Prepare
from companion.games.ancient_world.state import READY, Army, Confronting, Feeding, Preparing, Threat, where_on
from tests.games.ancient_world.ancient_world_play import BOX, GAME, Play, titan

COLOURS = ("yellow", "green", "red", "purple", "blue")


# -- attacking: S1 to S8, D14 to D22 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "cost"), [(0, 1), (3, 4), (1, 2), (7, 8), (15, 16)])
def test_the_next_use_of_an_army_costs_its_coins_and_one_more(coins: int, cost: int) -> None:
    assert city.army_cost(Army(1, "city-guard", coins)) == cost


def test_without_other_effects_uses_cost_1_2_4_8_16_and_leave_31() -> None:
    army, costs = Army(1, "city-guard"), []
    for _ in range(5):
        costs.append(city.army_cost(army))
        army.coins += city.army_cost(army)
    assert costs == [1, 2, 4, 8, 16]
    assert army.coins == 31


@pytest.mark.parametrize(
    ("counts", "city", "value"),
    [("both", [], 5), ("swords", [], 2), ("both", ["sword"], 6), ("swords", ["sword"], 3)],
    ids=["S3", "S4", "S5", "S6"],
)
def test_what_an_army_is_worth(counts: str, city: list[str], value: int) -> None:
    play = Play()
    play.lay(1, *city)
    sent = attack.force(play.state, play.player(1), play.player(1).armies[:1])
    assert sent.coins == 1, "cards of the city are free"
    assert sent.value(counts) == value


@pytest.mark.parametrize(("defence", "beaten"), [(7, True), (8, False)], ids=["D22", "one more"])
def test_a_district_helps_for_free(defence: int, beaten: bool) -> None:
    play = Play(box={**BOX, "titan": {"wolf": titan(defence, ["red"])}})
    play.player(1).armies = []
    army = play.army(1, "riders")
    play.player(1).districts = ["wall"]
    play.threaten(2, "wolf")
    move = Attack(target="board-2", titan="wolf", force=str(army.id))
    if beaten:
        play.does(1, move, "blank")
        assert play.player(1).titans == ["wolf"]
    else:
        assert "1 missing" in play.refusal(1, move)


def test_damage_dice_are_rolled_for_the_banners_and_the_ambrosia_is_won() -> None:
    """S7: five ambrosia on it, two banners."""
    play = Play()
    play.threaten(2, "crab", ambrosia=5)
    supply = play.state.supply.ambrosia
    play.does(1, Attack(target="board-2", titan="crab", force=str(play.player(1).armies[0].id)), "blank", "blank")
    assert play.player(1).ambrosia == 2
    assert play.state.supply.ambrosia == supply + 3
    assert play.player(2).threat is None
    assert "Seat1 gains 2 ambrosia from the titan of Seat2; discarded: 3." in play.told


def test_ones_own_titan_gives_no_ambrosia() -> None:
    """S8."""
    play = Play()
    play.threaten(1, "crab", ambrosia=4)
    play.does(1, Attack(target="board-1", titan="crab", force=str(play.player(1).armies[0].id)), "blank", "blank")
    assert play.player(1).ambrosia == 0
    assert "Seat1 discards 4 ambrosia from the own titan." in play.told


def test_no_more_ambrosia_is_won_than_lies_there() -> None:
    """D21: one ambrosia, three banners, three dice."""
    play = Play()
    play.threaten(2, "hydra", ambrosia=1)
    guard = str(play.player(1).armies[0].id)
    play.does(1, Attack(target="board-2", titan="hydra", force=guard), "blank", "titan", "blank")
    assert play.player(1).ambrosia == 1
    assert sum(told.startswith("Seat1 rolls") for told in play.told) == 3


def test_a_coin_put_on_an_army_by_a_titan_raises_its_next_cost() -> None:
    """D14: one coin there, one more by the effect, cost 3 next round."""
    play = Play()
    army = play.player(1).armies[0]
    play.player(1).armies = [army]
    army.coins = 1
    play.threaten(1, "ox")
    play.all_pass()
    coins = play.player(1).coins
    play.does(1, Confront(titan="ox", how="roll"), "coin")
    assert play.player(1).coins == coins - 1
    assert city.army_cost(play.player(1).armies[0]) == 3


def test_an_army_fights_once_a_round() -> None:
    """D15."""
    play = Play()
    play.threaten(1, "shark")
    play.threaten(2, "thief")
    guard = str(play.player(1).armies[0].id)
    play.does(1, Attack(target="board-1", titan="shark", force=guard), "blank").turn(1)
    assert play.refusal(1, Attack(target="board-2", titan="thief", force=guard)) == "There is no such thing here."


# -- appeasing: S11, S12, D20 ----------------------------------------------------------------------------------------


def test_appeasing_costs_one_more_than_lies_there() -> None:
    """S11: three there, pays four, seven lie there, no dice."""
    play = Play()
    play.player(1).ambrosia = 4
    play.threaten(1, "crab", ambrosia=3)
    play.all_pass().does(1, Confront(titan="crab", how="appease"))
    threat = play.player(1).threat
    assert threat
    assert (threat.ambrosia, play.player(1).ambrosia) == (7, 0)
    assert not any("rolls" in told for told in play.told)


def test_appeasing_is_paid_in_full() -> None:
    """S12: three banners, one ambrosia."""
    play = Play()
    play.player(1).ambrosia = 1
    play.threaten(1, "hydra")
    play.all_pass()
    assert play.refusal(1, Confront(titan="hydra", how="appease")) == "You need 3 ambrosia and have 1."
    assert play.option(1, "roll").label.args["n"] == 3


def test_appeasing_doubles_from_round_to_round() -> None:
    """D20: one banner, four rounds running."""
    play = Play(box={**BOX, "titan": {"wolf": titan(9, ["red"])}})
    threat, paid = Threat(1, "wolf"), []
    for _ in range(4):
        cost = round_end.appease_cost(play.state, threat)
        assert cost
        paid.append(cost)
        threat.ambrosia += cost
    assert paid == [1, 2, 4, 8]
    assert threat.ambrosia == 15


# -- titans from the bottom: S13, D35 --------------------------------------------------------------------------------


def test_the_last_titan_of_a_deck_then_the_next_deck() -> None:
    """S13: round 4, one 2-star titan left."""
    play = Play()
    play.state.round = 3
    play.state.decks = [3, 1, 4]
    play.player(1).threat = play.player(2).threat = None
    play.state.stage, play.state.agenda = "prepare", [Preparing()]
    play.does(0, Prepare(first=1))
    assert [player.threat and player.threat.stars for player in play.state.players] == [2, 3]
    assert play.state.decks == [3, 0, 3]


def test_titans_are_drawn_in_turn_order() -> None:
    """D35: round 5, both from the 3-star deck."""
    play = Play()
    play.state.round = 4
    play.state.decks = [3, 1, 4]
    play.player(1).threat = play.player(2).threat = None
    play.state.stage, play.state.agenda = "prepare", [Preparing()]
    play.does(0, Prepare(first=2))
    drawn = [told for told in play.told if "draws a titan" in told]
    assert [told.split()[0] for told in drawn] == ["Seat2", "Seat1"]
    assert play.state.decks == [3, 1, 2]


# -- placing: S18, D16 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "there", "coins"),
    [(2, [(2, 3)], 1), (2, [(1, 3)], 1), (3, [(2, 3), (1, 1)], 0), (1, [(2, 3), (1, 2)], 1), (3, [(2, 3)], 0)],
    ids=["S18 other", "S18 own", "D16", "one in total", "equal"],
)
def test_the_fee(number: int, there: list[tuple[int, int]], coins: int) -> None:
    play = Play()
    for seat, other in there:
        play.player(seat).citizens[other - 1] = where_on("labor")
    assert place.placing_fee(play.state, "labor", number) == coins
    before = play.player(1).coins
    play.does(1, Place(space="labor", citizen=str(number)))
    assert play.player(1).coins == before - coins


def test_who_cannot_pay_cannot_place() -> None:
    play = Play()
    play.player(2).citizens[4] = where_on("labor")
    play.player(1).coins = 0
    assert play.refusal(1, Place(space="labor", citizen="1")) == "You need 1 coin and have 0."


# -- set-up: S14, S16, S17 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "coins"), [(2, [6, 7]), (3, [6, 7, 8]), (4, [6, 7, 8, 8])], ids=["S16", "3", "S17"])
def test_starting_coins_and_rows(seats: int, coins: list[int]) -> None:
    play = Play(seats)
    assert [player.coins for player in play.state.players] == coins
    play.state.stage, play.state.agenda = "prepare", [Preparing()]
    play.does(0, Prepare(first=1, given=0))
    dealt = next(told for told in play.told if told.startswith("Deal"))
    assert dealt == f"Deal {seats + 2} empire cards from deck A and {seats} military cards."


def test_at_the_start_there_is_food_for_all() -> None:
    """S14."""
    play = Play()
    assert city.hunger(play.state, play.player(1)) == 0
    play.player(1).cards[0].down = 1
    assert city.hunger(play.state, play.player(1)) == 1


# -- capacity: S9, S10, D28, D29 -------------------------------------------------------------------------------------


def test_a_lost_district_costs_no_card_but_blocks_the_next() -> None:
    """S9, S10: capacity 3 with six cards."""
    play = Play()
    player = play.player(1)
    player.capital["capacity"] = 3
    player.districts = ["quarter"]
    play.lay(1, "plain", "plain", "plain", "plain")
    player.coins = 9
    play.threaten(1, "flood")
    play.all_pass().does(1, Confront(titan="flood", how="roll"), "coin")
    assert not play.player(1).districts
    assert len(play.player(1).cards) == 6
    assert actions.build_reason(play.state, play.player(1), "plain")
    refused = actions.build_reason(play.state, play.player(1), "plain")
    assert refused
    assert refused.args == {"n": 7, "have": 3}


@pytest.mark.parametrize(
    ("cards", "down", "allowed"), [([], 0, True), (["plain", "plain"], 1, False)], ids=["D28", "D29"]
)
def test_capacity_for_every_card_owned(cards: list[str], down: int, allowed: bool) -> None:
    play = Play()
    play.lay(1, *cards)
    for card in play.player(1).cards[:down]:
        card.down = 1
    assert (actions.build_reason(play.state, play.player(1), "plain") is None) is allowed
    play.does(1, Place(space="build", citizen="1"))
    if allowed:
        play.does(1, Build(card="plain"))
        assert play.player(1).coins == 4
    else:
        assert play.refusal(1, Build(card="plain")) == "You need capacity 5 for another empire card and have 4."


# -- the end of a round: D24, D26, D27, D33 --------------------------------------------------------------------------


def test_ambrosia_feeds_one() -> None:
    """D24: five citizens, food 3, two ambrosia: one hungry."""
    play = Play()
    player = play.player(1)
    player.citizens = [READY] * 5
    player.ambrosia = 2
    play.state.agenda, play.state.stage = [Feeding(1)], "feed"
    play.does(1, Feed(ambrosia=1, hungry=(4,)))
    assert (play.player(1).hungry, play.player(1).ambrosia) == (1, 0)
    assert play.player(1).citizens == [READY, READY, READY, 2, READY]


@pytest.mark.parametrize(
    ("seats", "standing", "filled"),
    [(4, {"learn": 3, "labor": 2}, {"labor"}), (2, {"learn": 1}, set()), (3, {"learn": 1, "labor": 2}, {"learn"})],
    ids=["D26", "D27", "three"],
)
def test_the_refill(seats: int, standing: dict[str, int], filled: set[str]) -> None:
    play = Play(seats)
    for space, number in standing.items():
        for player in play.state.players[:number]:
            player.citizens[list(standing).index(space)] = where_on(space)  # type: ignore[arg-type]  # the test's
    got = set(round_end.spaces_to_refill(play.state))
    assert got & set(standing) == filled
    assert not {"explore", "grow"} & got, "covered actions get none"


def test_the_last_round_gives_no_income() -> None:
    """D33."""
    play = Play()
    play.state.round = 6
    play.player(1).capital["coin-income"] = 9
    coins = play.player(1).coins
    play.threaten(1, "shark")
    play.threaten(2, "thief")
    play.all_pass()
    assert isinstance(play.due, Confronting), "titans still strike"
    play.does(1, Confront(titan="shark", how="roll"), "blank")
    play.does(2, Confront(titan="thief", how="roll"), "blank")
    assert play.player(1).coins == coins
    assert GAME.score(play.state, PUBLIC).final


# -- scoring: S15, D1 to D12, D31 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 2, 4, 7, 11, 16, 22, 22])))
def test_banners_of_one_colour(n: int, points: int) -> None:
    assert scoring.banner_points(Play().state, n) == points


@pytest.mark.parametrize(("n", "worth"), list(enumerate([2, 2, 3, 4, 5, 6, 0, 0])))
def test_the_next_banner(n: int, worth: int) -> None:
    assert scoring.next_banner_points(Play().state, n) == worth


@pytest.mark.parametrize(
    ("banners", "hungry", "damaged", "special", "total"),
    [
        ((1, 1, 1, 1, 1), 0, 0, 0, 10),
        ((5, 5, 0, 0, 0), 0, 0, 0, 32),
        ((9, 0, 0, 0, 0), 0, 0, 0, 22),
        ((2, 2, 2, 2, 2), 0, 0, 0, 20),
        ((6, 4, 0, 0, 0), 0, 0, 0, 33),
        ((6, 5, 4, 3, 2), 0, 0, 0, 60),
        ((7, 3, 1, 0, 0), 2, 0, 4, 31),
        ((0, 0, 0, 0, 0), 2, 3, 0, -7),
        ((6, 7, 8, 6, 9), 0, 0, 0, 110),
    ],
    ids=["D1", "D2", "D3", "D4", "D5", "D6", "D8", "D11", "D12"],
)
def test_the_account(banners: tuple[int, ...], hungry: int, damaged: int, special: int, total: int) -> None:
    play = Play(box={**BOX, "empire": {**BOX["empire"], "blank": {"deck": "A", "banners": [], "symbols": []}}})
    player = play.player(1)
    player.capital.update(zip(COLOURS, banners, strict=True))
    player.hungry, player.special = hungry, special
    play.lay(1, *["blank"] * damaged)
    for card in player.cards[len(player.cards) - damaged :]:
        card.down = 1
    side = next(side for side in GAME.score(play.state, PUBLIC).sides if side.side == "1")
    assert side.total == total


def test_banners_of_damaged_cards_count_and_those_of_threats_do_not() -> None:
    play = Play()
    play.lay(1, "plain")
    play.player(1).cards[-1].down = 1
    play.threaten(1, "crab")
    lines = {line.key: line.points for line in GAME.score(play.state, PUBLIC).sides[0].lines}
    assert (lines["banner-red"], lines["banner-blue"], lines["damaged"]) == (2, 0, -1)


@pytest.mark.parametrize(
    ("goods", "cards", "rung"),
    [
        ({"coins": (5, 7)}, ("plain", None), "Most coins"),
        ({"coins": (5, 5)}, (None, "blank"), "Most empire cards, districts and defeated titans"),
        ({"coins": (5, 5), "knowledge": (1, 2)}, (None, None), "Most knowledge"),
        ({"coins": (5, 5), "ambrosia": (0, 1)}, (None, None), "Most ambrosia"),
    ],
    ids=["D31", "cards", "knowledge", "ambrosia"],
)
def test_ties(goods: dict[str, tuple[int, int]], cards: tuple[str | None, ...], rung: str) -> None:
    play = Play(box={**BOX, "empire": {**BOX["empire"], "blank": {"deck": "A", "banners": [], "symbols": []}}})
    for seat, card in enumerate(cards, 1):
        play.lay(seat, *([card] if card else []))
        for name, values in goods.items():
            setattr(play.player(seat), name, values[seat - 1])
    play.player(2).capital["red"] = int(cards[0] is not None)
    ranking = GAME.score(play.state, PUBLIC).ranking()
    assert [side.side for rank in ranking for side in rank.sides] == ["2", "1"]
    settled = ranking[1].settled_by
    assert settled
    assert settled.label.text == rung  # type: ignore[union-attr]  # a message


def test_no_rung_left_is_a_shared_place() -> None:
    play = Play()
    play.player(2).coins = play.player(1).coins
    assert len(GAME.score(play.state, PUBLIC).winners()) == 2


def test_turns_go_clockwise_until_all_have_passed() -> None:
    play = Play(3)
    order = []
    for move in (Place(space="labor", citizen="3"), Pass(), Pass()):
        order.append(play.due.seat)
        play.does(play.due.seat, move)
        if isinstance(move, Place):
            play.says(1, "both")
    order.append(play.due.seat)
    assert order == [1, 2, 3, 1]
