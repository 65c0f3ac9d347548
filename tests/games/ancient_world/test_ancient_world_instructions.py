"""What people do with the pieces: what the examples of the playthroughs do not show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.chance import RandomStream, TableChance
from companion.core.instructions import AnyInstruction, display_lines, inside, lines_for, reversed_instructions
from companion.core.questions import Answer
from companion.core.step import TABLE, run
from companion.core.wording import SHORT_WIDTH
from companion.games.ancient_world import moves
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import (
    GAINED,
    IDLE,
    READY,
    WENT_HUNGRY,
    Acting,
    Confronting,
    Disbanding,
    TakingCoinEffect,
    TakingDamage,
    Upgrading,
    where_on,
)
from companion.locale import speaker
from tests.contract.instructed import committed, playthroughs
from tests.games.ancient_world.ancient_world_play import ENGLISH, GAME, Play

NO_THINGS = {
    "round|first|claimed|on-turn": "which round it is, and whose turn",
    r"(?!explore|grow)\w+\.open": "no cover ever lies there",
    r"deck-\d": "titans that are counted only now and then",
    r"\d\.(passed|hungry|special)": "a state of a seat, and what counts at the end",
    r"\d\.capital\.[\w-]+": "printed on the board, and corrections",
    r"\d\.army-\d+\.(swords|arrows)": "symbols for which nothing lies there",
}
"""Numbers that count no pieces, by a pattern of their keys."""


def test_every_number_is_a_thing_or_is_listed() -> None:
    left: set[str] = set()
    for name in playthroughs("ancient-world"):
        for act in committed(name):
            for one in GAME.inventory(act.state):
                listed = any(re.fullmatch(pattern, one.key) for pattern in NO_THINGS)
                if (one.thing is None) is not listed:
                    left.add(one.key)
    assert left == set()


class Hands(Play):
    """A table at which somebody looks at what all hands do after the latest move."""

    made: Sequence[AnyInstruction] = ()

    def move(self, seat: int, move: Move, *dice: str) -> Hands:
        chance = TableChance(RandomStream(b"play"), self.setup.chance, list[Answer](dice))
        outcome = run(GAME.copy(self.state), seat, chance, lambda step: GAME.apply(step, move), GAME.pieces)
        chance.finish()
        self.state, self.made = outcome.state, outcome.instructions
        self.told = [ENGLISH.say(told) for told in outcome.told]  # type: ignore[arg-type]  # nothing is sealed
        return self

    def turn(self, seat: int) -> Hands:
        super().turn(seat)
        return self

    def read(self, seat: int, language: str = "en") -> list[str]:
        return self._said(seat, self.made, language)

    def read_back(self, seat: int) -> list[str]:
        return self._said(seat, reversed_instructions(self.made), "en")

    def _said(self, seat: int, made: Sequence[AnyInstruction], language: str) -> list[str]:
        person = speaker(language, {n: f"Seat{n}" for n in range(1, 5)})
        return [person.say(line.words) for line in lines_for(seat, map(inside, made))]

    def acting(self, seat: int, space: str) -> Hands:
        self.state.agenda = [Acting(seat, space)]
        return self

    def struck(self, seat: int, titan: str) -> Hands:
        self.state.agenda = [TakingCoinEffect(seat, titan)]
        return self


def rich(seats: int = 2, **options: Any) -> Hands:
    hands = Hands(seats, **options)
    for player in hands.state.players:
        player.coins, player.knowledge, player.ambrosia = 20, 9, 9 if hands.state.second else 0
    return hands


# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", [1, 3])
def test_what_is_set_up_is_no_instruction(round_: int) -> None:
    hands = Hands(begin=False).move(0, moves.Begin(first=2, round=round_))
    assert hands.made == ()
    assert [one.key for one in GAME.pieces(hands.state) if one.thing is not None]


# -- citizens --------------------------------------------------------------------------------------------------------


def test_place_on_a_card_and_below_a_higher_number_for_a_coin() -> None:
    hands = rich()
    hands.player(2).citizens[2] = where_on("labor")
    hands.move(1, moves.Place(space="labor", citizen="1"))
    assert hands.read(1) == ["Put back 1 coin.", "Put citizen 1 on Take coins."]
    [card] = hands.lay(1, "forum")
    hands.turn(1).move(1, moves.Place(space=f"card-{card}", citizen="2"))
    assert hands.read(1) == ["Put citizen 2 on Empire card forum."]


def test_again_moves_a_citizen_and_undo_moves_it_back_to_where_it_stood() -> None:
    hands = rich().move(1, moves.Place(space="learn", citizen="2"))
    hands.turn(1).move(1, moves.PlaceAgain(space="labor", citizen="2"))
    assert hands.read(1) == ["Put back 4 ambrosia.", "Move citizen 2 to Take coins."]
    assert hands.read_back(1) == ["Move citizen 2 back to Learn.", "Take 4 ambrosia."]


def test_undo_of_place_puts_the_ambrosia_back_before_the_citizen_leaves() -> None:
    hands = rich().move(1, moves.Place(space="learn", citizen="2"))
    assert hands.read_back(1) == ["Put 1 ambrosia back there.", "Take citizen 2 off Learn."]


def test_trade_grow_brings_a_citizen_from_the_box() -> None:
    hands = rich().acting(1, "grow").move(1, moves.BoardAction(pay="both"))
    assert hands.read(1) == ["Put back 2 knowledge.", "Put citizen 4 from the box in your Hungry/New zone."]
    assert hands.read_back(1) == ["Put citizen 4 back in the box.", "Take 2 knowledge."]


def test_upgrade_swaps_a_citizen_where_it_stands() -> None:
    hands = rich()
    hands.player(1).citizens[1] = where_on("learn")
    hands.state.agenda = [Upgrading(1)]
    hands.move(1, moves.Upgrade(citizen=2))
    assert hands.read(1) == ["Put citizen 4 in the place of citizen 2, and 2 in the box."]
    assert hands.read_back(1) == ["Put citizen 2 in the place of citizen 4, and 4 in the box."]


# -- cards that come -------------------------------------------------------------------------------------------------


def test_build_of_a_stored_card_with_what_it_gives_once() -> None:
    hands = rich()
    hands.player(1).stored.append("school")
    hands.move(1, moves.Build(card="school"))
    assert hands.read(1) == [
        "Put back 1 coin and 2 knowledge.",
        "Put Empire card school from your stored cards right of your board.",
        "Put citizen 4 from the box in your Hungry/New zone.",
    ]
    assert hands.read_back(1)[1] == "Put Empire card school back with your stored cards."


def test_explore_keeps_one_card_and_discards_the_others() -> None:
    hands = rich().acting(1, "explore").move(1, moves.Explore(card="plain"))
    assert hands.read(1) == [
        "Put Empire card plain at the lower left of your board and the other cards on their discard pile."
    ]
    hands.state.box["action"]["explore"]["amount"] = 1
    hands.acting(1, "explore").move(1, moves.Explore(card="sword"))
    assert hands.read(1) == ["Put Empire card sword at the lower left of your board."]


def test_expand_takes_a_district_turns_up_the_next_and_moves_the_cube() -> None:
    hands = rich().acting(1, "expand").move(1, moves.Expand(card="quarter", pay="knowledge"))
    assert hands.read(1) == [
        "Put back 1 knowledge.",
        "Put District quarter before you and turn up the next district.",
        "Move your capacity cube to 7.",
    ]
    assert hands.read_back(1) == [
        "Move your capacity cube to 4.",
        "Put District quarter back on top of the districts.",
        "Take 1 knowledge.",
    ]


def test_recruit_over_an_army_puts_its_coins_back_and_slides_it_under() -> None:
    hands = rich()
    army = hands.player(1).armies[1]
    army.coins, army.spent = 2, 1
    hands.acting(1, "recruit").move(1, moves.Recruit(card="riders", over=army.id))
    assert hands.read(1) == [
        "Put back 4 coins.",
        "Take Military card riders from the row and put it left of your board.",
        "Put back 3 coins from Militia.",
        "Slide Militia under it.",
    ]
    assert hands.read_back(1) == [
        "Take Militia out from under it.",
        "Put 3 coins back on Militia.",
        "Put Military card riders back in the row.",
        "Take 4 coins.",
    ]


@pytest.mark.parametrize(
    ("kind", "card", "stored", "wanted"),
    [
        ("empire", "plain", False, "Put Empire card plain right of your board."),
        ("empire", "plain", True, "Put Empire card plain at the lower left of your board."),
        ("military", "riders", False, "Put Military card riders left of your board."),
        ("titan", "crab", False, "Put Titan crab in your row."),
        ("district", "wall", False, "Put District wall before you."),
    ],
)
def test_take_says_where_a_card_goes(kind: Any, card: str, stored: bool, wanted: str) -> None:
    hands = rich().move(1, moves.TakeCard(kind=kind, card=card, stored=stored))
    assert hands.read(1)[0] == wanted
    assert hands.read_back(1)[-1].endswith("away again.")


# -- cards that go, and coins on armies ------------------------------------------------------------------------------


def test_lose_says_which_card_goes_and_what_lay_on_it() -> None:
    hands = rich()
    hands.player(1).armies[1].spent = 2
    hands.player(1).armies[1].retired = ["riders"]
    hands.move(1, moves.LoseCard(kind="military", at=1))
    assert hands.read(1) == ["Put back 2 coins from Militia.", "Discard Militia and the cards under it."]
    hands.player(1).stored.append("plain")
    hands.move(1, moves.LoseCard(kind="stored", at=0))
    assert hands.read(1) == ["Discard Empire card plain."]
    assert hands.read_back(1) == ["Take Empire card plain back."]


def test_train_puts_coins_off_the_picture_back() -> None:
    hands = rich()
    army = hands.player(1).armies[0]
    army.coins = 3
    hands.acting(1, "train").move(1, moves.Train(pay="both", army=army.id, swords=1, arrows=0, off=2))
    assert hands.read(1) == ["Put back 1 coin.", "Put back 2 coins from City Guard."]
    assert hands.read_back(1) == ["Put 2 coins back on City Guard.", "Take 1 coin."]


def test_disband_puts_back_the_coins_of_each_army() -> None:
    hands = rich()
    first, second = hands.player(1).armies
    first.coins, second.spent = 1, 2
    hands.player(1).capital["army-limit"] = 0
    hands.state.agenda = [Disbanding(1)]
    hands.move(1, moves.Disband(armies=(first.id, second.id)))
    assert hands.read(1) == [
        "Put back 1 coin from City Guard.",
        "Discard City Guard.",
        "Put back 2 coins from Militia.",
        "Discard Militia.",
    ]


# -- attacks ---------------------------------------------------------------------------------------------------------


def sent(hands: Hands, seat: int) -> str:
    return "+".join(str(army.id) for army in hands.player(seat).armies)


def test_attack_on_a_deck_turns_up_the_next_titan_if_there_is_one() -> None:
    hands = rich()
    hands.player(1).armies[0].coins = 2
    hands.state.decks[0] = 2
    hands.move(1, moves.Attack(target="deck-1", titan="thief", force=sent(hands, 1)), "blank")
    assert hands.read(1) == [
        "Put 3 coins on the name of City Guard and 1 on that of Militia.",
        "Put Titan thief in your row and turn up the next titan of that deck.",
    ]
    assert hands.read_back(1) == [
        "Put Titan thief back on top of its deck.",
        "Take back the coins on the name of City Guard and Militia.",
    ]
    hands.turn(2).move(2, moves.Attack(target="deck-1", titan="shark", force=sent(hands, 2)), "blank")
    assert hands.read(2)[1] == "Put Titan shark in your row."


@pytest.mark.parametrize(
    ("ambrosia", "wanted", "told"),
    [
        (1, "Take the 1 ambrosia on it.", "Seat1 gains 1 ambrosia from the titan of Seat2; discarded: 0."),
        (5, "Of the ambrosia on it, take 2 and put back 3.", "Seat1 gains 2 ambrosia from the titan of Seat2; "),
    ],
)
def test_attack_on_a_board_wins_its_ambrosia_and_the_line_names_both(ambrosia: int, wanted: str, told: str) -> None:
    hands = rich()
    hands.threaten(2, "crab", ambrosia)
    hands.move(1, moves.Attack(target="board-2", titan="crab", force=sent(hands, 1)), "blank", "blank")
    assert hands.read(1)[1:] == ["Take Titan crab off Seat2's board and put it in your row.", wanted]
    assert hands.read(2) == ["Seat1 takes Titan crab off your board.", "The space stays empty until the next round."]
    assert any(line.startswith(told) for line in hands.told)
    assert hands.read_back(2) == ["Seat1 puts Titan crab back on your board."]
    assert hands.read_back(1)[:2] == [
        f"Put {ambrosia} ambrosia back on the titan.",
        "Put Titan crab back on Seat2's board.",
    ]


def test_attack_on_the_own_board_puts_all_its_ambrosia_back() -> None:
    hands = rich()
    hands.threaten(1, "crab", 4)
    hands.move(1, moves.Attack(target="board-1", titan="crab", force=sent(hands, 1)), "blank", "blank")
    assert hands.read(1)[1:] == ["Put Titan crab from your board in your row.", "Put back the 4 ambrosia on it."]
    assert "Seat1 discards 4 ambrosia from the own titan." in hands.told
    assert hands.read_back(1)[1] == "Put Titan crab back on your board."


def test_attack_in_the_last_round_leaves_no_next_one_to_wait_for() -> None:
    hands = rich()
    hands.state.round = 6
    hands.threaten(2, "boar")
    hands.move(1, moves.Attack(target="board-2", titan="boar", force=sent(hands, 1)), "blank")
    assert hands.read(2) == ["Seat1 takes Titan boar off your board."]


# -- coin effects ----------------------------------------------------------------------------------------------------


def test_coin_effect_lose_coin() -> None:
    hands = rich().struck(1, "thief").move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == ["Put back 1 coin."]


def test_coin_effect_lose_ambrosia() -> None:
    hands = rich().struck(1, "bee").move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == ["Put back 2 ambrosia."]


def test_coin_effect_load_says_which_army_gets_the_coin() -> None:
    hands = rich().struck(1, "ox").move(1, moves.CoinEffect(at=1))
    assert hands.read(1) == ["Put 1 coin on the picture of Militia."]
    assert hands.read_back(1) == ["Take 1 coin off the picture of Militia."]
    assert hands.told[-1] == "Seat1: 1 coin onto Militia."


def test_a_strike_that_finds_nothing_says_so() -> None:
    hands = rich()
    hands.player(1).coins = 0
    hands.struck(1, "ox").move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == []
    assert hands.told[-1].endswith("strikes Seat1, who has nothing for it: 1 coin onto a military card.")


def test_coin_effect_lose_retired_says_which_card_goes() -> None:
    hands = rich()
    first, second = hands.player(1).armies
    first.retired, second.retired = ["riders"], ["militia", "city-guard"]
    hands.struck(1, "ghost").move(1, moves.CoinEffect(at=2))
    assert hands.read(1) == ["Discard City Guard from under Militia."]
    assert hands.read_back(1) == ["Put City Guard back under Militia."]
    assert hands.told[-1] == "Seat1 loses City Guard."
    assert [army.retired for army in hands.player(1).armies] == [["riders"], ["militia"]]


def test_coin_effect_lose_stored_says_which_cards_go() -> None:
    hands = rich()
    hands.player(1).stored[:] = ["plain", "sword"]
    hands.struck(1, "moth").move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == ["Discard your stored cards: Empire card plain and Empire card sword."]
    assert hands.read_back(1) == ["Take back your stored cards: Empire card plain and Empire card sword."]
    assert hands.told[-1] == "Seat1 discards Empire card plain and Empire card sword."


def test_coin_effect_lose_district_says_which_one_goes_and_the_cube_moves() -> None:
    hands = rich()
    hands.player(1).districts[:] = ["quarter", "wall"]
    hands.struck(1, "flood").move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == ["Discard District quarter.", "Move your capacity cube to 5."]
    assert hands.told[-1] == "Seat1 loses District quarter."


@pytest.mark.parametrize("titan", ["thief", "bee", "ox", "ghost", "moth", "flood"])
def test_coin_effect_on_what_is_not_there_says_nothing(titan: str) -> None:
    hands = Hands()
    hands.player(1).coins = hands.player(1).ambrosia = 0
    hands.struck(1, titan).move(1, moves.CoinEffect(at=0))
    assert hands.made == ()


# -- the end of a round ----------------------------------------------------------------------------------------------


def test_confront_appease_lays_ambrosia_on_the_titan() -> None:
    hands = rich()
    hands.threaten(1, "crab", 1)
    hands.state.agenda = [Confronting(1)]
    hands.move(1, moves.Confront(titan="crab", how="appease"))
    assert hands.read(1) == ["Put 2 ambrosia on your titan."]
    assert hands.read_back(1) == ["Take 2 ambrosia off your titan."]


def test_confront_appease_of_a_titan_without_banners_moves_nothing() -> None:
    hands = rich()
    hands.state.box["titan"]["crab"]["banners"] = []
    hands.threaten(1, "crab")
    hands.state.agenda = [Confronting(1)]
    hands.move(1, moves.Confront(titan="crab", how="appease"))
    assert hands.read(1) == []


def test_damage_moves_the_income_cube_and_a_repair_moves_it_back() -> None:
    hands = rich()
    hands.state.box["empire"]["plain"]["symbols"] = ["coin-income", "coin-income"]
    [card] = hands.lay(1, "plain")
    hands.state.agenda = [TakingDamage(1, 1)]
    hands.move(1, moves.Damage(cards=(card,)))
    assert hands.read(1) == ["Turn Empire card plain face down.", "Move your income cube to 5."]
    hands.turn(1).move(1, moves.Spend(on="repair", card=card))
    assert hands.read(1) == ["Put back 2 ambrosia.", "Turn Empire card plain face up.", "Move your income cube to 7."]


def test_damage_on_two_coins_in_a_row_is_one_number() -> None:
    hands = rich()
    hands.state.agenda = [TakingCoinEffect(1, "thief"), TakingCoinEffect(1, "thief")]
    hands.move(1, moves.CoinEffect(at=0))
    assert hands.read(1) == ["Put back 2 coins."]


def end_of_round(hands: Hands) -> Hands:
    """The last pass; whoever has a titan faces it and rolls blanks."""
    for player in hands.state.players:
        player.threat, player.passed = None, 1
    hands.player(1).passed = 0
    return hands.turn(1).move(1, moves.Pass())


def test_income_slides_the_coins_of_armies_that_fought_and_of_no_others() -> None:
    hands = Hands()
    first, second = hands.player(1).armies
    first.spent, first.coins, second.coins = 2, 1, 1
    end_of_round(hands)
    assert hands.read(1)[:2] == [
        "Take 5 coins.",
        "Slide the coins on your armies from the name to the picture.",
    ]
    assert "Slide 2 coins of City Guard back to the name." in hands.read_back(1)
    assert not any("Slide" in line for line in hands.read(2))


def test_reset_names_the_citizens_where_one_stays_in_the_zone() -> None:
    hands = Hands(new_citizen_usable_next_round=False)
    player = hands.player(1)
    player.citizens[:4], player.zone[3] = [where_on("learn"), where_on("labor"), READY, IDLE], GAINED
    player.capital["food"] = 9
    end_of_round(hands)
    assert "Take back citizens 1 and 2." in hands.read(1)
    assert "Put your citizens back where they stood." in hands.read_back(1)
    assert not any("citizen" in line for line in hands.read(2))


def test_reset_turns_the_token_and_fills_the_spaces() -> None:
    hands = end_of_round(Hands())
    assert hands.read(1)[-1] == "Turn the first-player token hand side down."
    assert hands.read_back(1)[0] == "Turn the first-player token hand side up."
    [line] = hands.read(TABLE)
    assert line.startswith("Put 1 ambrosia each on Build, ")


def test_feed_puts_the_hungry_in_the_zone() -> None:
    hands = Hands()
    for player in hands.state.players:
        player.capital["food"] = 9
    hands.player(1).capital["food"], hands.player(1).ambrosia = 0, 2
    hands.player(1).cards.clear()
    end_of_round(hands).move(1, moves.Feed(ambrosia=1, hungry=(1, 3)))
    assert hands.read(1) == ["Put back 2 ambrosia.", "Put citizens 1 and 3 in your Hungry/New zone."]
    assert hands.read_back(1) == ["Take citizens 1 and 3 out of your Hungry/New zone.", "Take 2 ambrosia."]


def test_feed_after_the_last_round_only_counts() -> None:
    hands = Hands()
    hands.state.round = 6
    player = hands.player(1)
    player.citizens[0], player.zone[0], player.capital["food"] = IDLE, WENT_HUNGRY, 9
    end_of_round(hands)
    assert (player.citizens[0], hands.player(1).citizens[0]) == (IDLE, READY)
    assert (hands.read(1), hands.read_back(1)) == ([], [])


def test_feed_brings_back_those_who_stayed_hungry_when_there_is_food() -> None:
    hands = Hands(hungry_rechecked=False)
    player = hands.player(1)
    player.citizens[0], player.zone[0], player.capital["food"] = IDLE, WENT_HUNGRY, 9
    end_of_round(hands)
    assert "Take citizen 1 out of your Hungry/New zone." in hands.read(1)
    assert "Put citizen 1 in your Hungry/New zone." in hands.read_back(1)


def test_prepare_uncovers_draws_deals_and_hands_the_token_over() -> None:
    hands = end_of_round(Hands(3))
    assert hands.state.stage == "prepare"
    hands.state.claimed = 0
    hands.threaten(2, "boar")
    hands.move(0, moves.Prepare(first=3, given=2))
    assert hands.read(TABLE) == [
        "Round marker to 2.",
        "Uncover Explore, put 1 ambrosia on it.",
        "Empire row to the discard pile; deal 5 from deck A.",
        "Military row under its deck; deal 3.",
    ]
    assert hands.read(1) == ["Draw a 1-star titan from the bottom of its deck."]
    assert hands.read(2) == []
    assert hands.read(3) == ["Take the first-player token.", "Draw a 1-star titan from the bottom of its deck."]
    assert hands.read(1, "es") == ["Roba un titán de 1 estrella del fondo de su mazo."]
    assert hands.read_back(3) == [
        "Put your titan back at the bottom of its deck.",
        "Give the first-player token back to Seat1.",
    ]
    assert hands.read_back(TABLE) == [
        "Lay out the military row of the round before again.",
        "Lay out the empire row of the round before again.",
        "Cover Explore again.",
        "Round marker back to 1.",
    ]


def test_prepare_leaves_the_token_where_the_first_player_stays() -> None:
    hands = end_of_round(Hands())
    hands.move(0, moves.Prepare(first=1, given=2))
    assert hands.read(1) == ["Draw a 1-star titan from the bottom of its deck."]


def test_end_damaged_cards_lie_open_again_to_be_counted() -> None:
    hands = Hands()
    hands.state.round = 6
    for player in hands.state.players:
        player.capital["food"] = 9
    dock, fields = hands.player(1).cards
    dock.down = fields.down = hands.player(2).cards[0].down = 1
    end_of_round(hands)
    assert hands.state.stage == "over"
    assert hands.read(1) == ["Turn Fishing Dock and Wheat Fields face up again: their banners count."]
    assert hands.read(2) == ["Turn Fishing Dock face up again: its banners count."]
    assert hands.read_back(2) == ["Turn Fishing Dock face down again."]


# -- small displays ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_row_of_a_display_fits(language: str) -> None:
    too_long: set[str] = set()
    for name in ("every-move", "first-edition", "shared-place", "two-seats-by-number"):
        for act in committed(f"ancient-world/{name}"):
            person = speaker(language, {seat: one.name for seat, one in enumerate(act.play.setup.seats, 1)})
            for entry in act.entries:
                for seat in range(1, 5):
                    rows = display_lines(lines_for(seat, map(inside, entry.instructions)), person)
                    too_long |= {row for row in rows if len(row) > SHORT_WIDTH}
    assert too_long <= {"en Mejorar un ejército"}, "the only one, which breaks between its words"


# -- the first edition -----------------------------------------------------------------------------------------------


def test_the_first_edition_speaks_of_no_ambrosia() -> None:
    said: list[str] = []
    hands = Hands(edition="first")
    for move in (moves.Place(space="labor", citizen="1"), moves.BoardAction(pay="both")):
        said += hands.move(1, move).read(1)
    end_of_round(hands)
    said += [line for seat in range(3) for line in hands.read(seat)]
    hands.move(0, moves.Prepare(first=2))
    said += [line for seat in range(3) for line in hands.read(seat)]
    assert "Uncover Explore." in said
    assert not [line for line in said if "ambrosia" in line or "titan" in line.lower()]
