"""Why a card, a move or a battle is not possible, or None; for questions and rules alike."""

from __future__ import annotations

from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import queries_city, tables
from companion.games.athens_sparta.moves import EndMoves
from companion.games.athens_sparta.queries import ships_kept_in_port
from companion.games.athens_sparta.queries_blocks import (
    face_up_unit,
    find_unit,
    free_blocks,
    hidden_inside,
    is_ship,
    units_at,
)
from companion.games.athens_sparta.queries_box import is_helot_revolt, max_revolt_steps
from companion.games.athens_sparta.queries_cards import deck, hand_points, is_card
from companion.games.athens_sparta.queries_city import holder
from companion.games.athens_sparta.reasons_map import LOOK_FIRST, NO_CITY, worth_reason
from companion.games.athens_sparta.reasons_places import move_place_reason, oracle_reason, stand_reason
from companion.games.athens_sparta.state import OPEN_GROUND, OUT_OF_PLAY, State
from companion.games.athens_sparta.tables import BlockKind, MoveKind, Side, other

SHIPS_STAY = say("An event keeps ships in port.", short=N_("No ship moves"))
ENEMY_SHIP_OUT = say("An enemy ship is still out.", short=N_("Enemy ship is out"))
BLOCKADES = say("It blockades already.", short=N_("Blockades already"))
STRONGER_FIRST = say("A stronger block takes the hit.", short=N_("A stronger one"))
NO_SICILY_PORT = say("No port to Sicily is open.", short=N_("No port is open"))
NO_POINTS = say("There are no move points left.", short=N_("No points left"))


def seat_reason(state: State, seat: int) -> Message | None:
    return None if seat in state.chairs else say("Nobody sits there.")


def olympiad_reason(state: State, number: int) -> Message | None:
    first = int(state.options["olympiad"])
    if first <= number <= tables.LAST_OLYMPIAD:
        return None
    return say("The war lasts from Olympiad {first} to {last}.", first=first, last=tables.LAST_OLYMPIAD)


# -- cards (section 4.1) -----------------------------------------------------------------------------------------------


def redeal_reason(hand: list[str]) -> Message | None:
    """Only a hand below ten points; a hand of cardboard cannot be checked."""
    if hand and hand_points(hand) >= tables.REDEAL_BELOW:
        return say("Only a hand of less than {n} may be dealt anew.", N_("Only below {n}"), n=tables.REDEAL_BELOW)
    return None


def lay_aside_reason(hand: list[str], card: str, *, wanted: bool) -> Message | None:
    """A card of the hand, to discard or to lay at Syracuse; only when ``wanted``."""
    if not wanted:
        return None if not card else say("No card is to be laid aside now.")
    return _hand_reason(hand, card)


def choose_card_reason(state: State, hand: list[str], card: str) -> Message | None:
    return _hand_reason(hand if deck(state.box) else [], card)


def _hand_reason(hand: list[str], card: str) -> Message | None:
    """A card of the hand; with a hand of cardboard, any card."""
    if hand:
        return None if card in hand else say("That card is not in your hand.")
    return None if is_card(card) else say("That is no card.")


def join_reason(state: State, place: str) -> Message | None:
    """A neutral city whose colour and points are known; empty for none."""
    if not place:
        return None
    if holder(state, place) != "neutral":
        return say("Only a neutral city can join.")
    return worth_reason(state, place)


# -- moves (sections 5, 10, 13, 14) ------------------------------------------------------------------------------------


def points_reason(state: State, price: int = 1) -> Message | None:
    return NO_POINTS if state.points < price else None


def destination_reason(state: State, to: str) -> Message | None:
    """A listed city or the open; asked only where every block is followed."""
    return None if state.level != "full" or to == OPEN_GROUND or to in state.cities else NO_CITY


def own_block_reason(state: State, side: Side, key: str) -> Message | None:
    """A free block of one's own; only where every block is followed."""
    if state.level != "full":
        return None if not key else say("No single blocks are followed.")
    if not key:
        return None
    if key not in free_blocks(state, side):
        return say("That block cannot move.")
    return SHIPS_STAY if ships_kept_in_port(state, side) and state.blocks[key].body.value.kind == "ship" else None


def move_reason(state: State, side: Side, use: MoveKind) -> Message | None:
    """A move point; to or from Syracuse also an open port (section 13)."""
    if (reason := points_reason(state)) or use != "sicily" or has_sicily_port(state, side):
        return reason
    return LOOK_FIRST if unknown_sicily_port(state) else NO_SICILY_PORT


def block_moves_reason(state: State, side: Side, key: str, use: MoveKind, to: str) -> Message | None:
    """A free block of one's own, in this way, to this place; only where every block is followed."""
    if (reason := own_block_reason(state, side, key)) or not key:
        return reason
    if use == "strait":
        ship = state.blocks[key].body.value.kind == "ship"
        return say("Only land blocks cross straits.", short=N_("Not a ship")) if ship else None
    return destination_reason(state, to) or move_place_reason(state, side, key, use, to)


def last_blocks_reason(state: State, side: Side, move: EndMoves) -> Message | None:
    """Points for the blocks that move at the end; only where single blocks are not followed."""
    if not move.blocks and move.use == "operational":
        return None
    if state.level == "full":
        return say("Every block is followed: move them one by one.")
    if move.use == "strait":
        return say("A block that is turned back moves by itself.", short=N_("By itself"))
    return move_reason(state, side, move.use) or points_reason(state, move.blocks)


def unknown_sicily_port(state: State) -> str:
    """A port to Sicily whose owner is unknown, or empty."""
    return next((port for port in tables.SICILY_PORTS if queries_city.owner_unknown(state, port)), "")


def has_sicily_port(state: State, side: Side) -> bool:
    """Whether Corcyra, Leucas, Cyllene or Cephallenia is friendly and not blockaded (section 13)."""
    return any(
        holder(state, port) == side and not units_at(state, port, other(side), "blockade")
        for port in tables.SICILY_PORTS
        if port in state.cities
    )


def join_siege_reason(state: State, side: Side, place: str) -> Message | None:
    besieged = place in queries_city.cities_besieged_by(state, side)
    return points_reason(state) or (None if besieged else say("You do not besiege that city."))


def blocks_in_sieges(state: State, side: Side) -> list[str]:
    """Handles of besiegers, blockaders and patrols, which may leave."""
    kinds = ("siege", "blockade", "patrol")
    return [unit.handle for unit in state.units if unit.side == side and unit.role in kinds]


def leave_siege_reason(state: State, side: Side, handle: str) -> Message | None:
    if reason := points_reason(state):
        return reason
    if handle not in blocks_in_sieges(state, side):
        return say("That block is in no siege.")
    unit = find_unit(state, handle)
    return SHIPS_STAY if unit is not None and ships_kept_in_port(state, side) and is_ship(state, unit) else None


def leave_siege_to_reason(state: State, side: Side, handle: str, to: str) -> Message | None:
    """Where a block goes that leaves a siege: an operational move (section 5.2)."""
    unit = face_up_unit(state, handle)
    return destination_reason(state, to) or move_place_reason(state, side, unit.block, "operational", to)


def revolt_reason(state: State, side: Side, place: str) -> Message | None:
    """Enemy major cities, not Athens or Sparta, one for each city and side in an Olympiad (section 10)."""
    if reason := points_reason(state):
        return reason
    one = state.cities.get(place)
    if one is None or not (one.holder == other(side) or queries_city.owner_unknown(state, place)):
        return say("Only an enemy city can revolt.", short=N_("No enemy city"))
    if place in tables.NEVER_REVOLT:
        return say("Athens and Sparta never revolt.", short=N_("Never revolts"))
    if reason := worth_reason(state, place):
        return reason
    if not queries_city.is_major(state, place):
        return say("Only a major city can revolt.", short=N_("Only major cities"))
    if side in one.revolts:
        return say("You raised it in this Olympiad already.", short=N_("Already this Olympiad"))
    if is_helot_revolt(side, place) and state.helot:
        return say("The Helots rose in this Olympiad already.", short=N_("Already this Olympiad"))
    return None


def revolt_steps_reason(state: State, kind: BlockKind, steps: int) -> Message | None:
    most = max_revolt_steps(state, kind)
    words = say_n("That block has no more than {n} step.", "That block has no more than {n} steps.", most)
    return words if steps > most else None


def empty_reason(state: State, side: Side, place: str, empty: bool) -> Message | None:
    """A city with known blocks is not empty."""
    enemy = other(side)
    if empty and (hidden_inside(state, place, enemy) or units_at(state, place, enemy)):
        return say("Blocks are known to stand there.")
    return None


def persia_reason(state: State, side: Side) -> Message | None:
    """Sparta holds Miletus, and has not had help before (section 14)."""
    if side != "sparta" or state.persia != "none":
        return say("Persia makes no offer.")
    if queries_city.owner_unknown(state, "miletus"):
        return LOOK_FIRST
    return None if holder(state, "miletus") == "sparta" else say("Sparta must hold Miletus.")


# -- battles to choose (sections 6, 7.3 to 7.5, 13) --------------------------------------------------------------------


def battle_reason(state: State, side: Side, place: str) -> Message | None:
    """A battle at an enemy city, a neutral one, or an own one that the enemy besieges."""
    if reason := oracle_reason(state, place):
        return reason
    if holder(state, place) == side and not units_at(state, place, other(side)):
        return say("That city is yours.", short=N_("It is yours"))
    if holder(state, place) == "persia":
        return say("Persian cities are neutral ground.", short=N_("Persian"))
    return None


def assault_reason(state: State, side: Side, place: str) -> Message | None:
    """A city that ``side`` besieges or blockades, with walls and blocks inside (section 7.3)."""
    if reason := oracle_reason(state, place):
        return reason
    if place not in queries_city.cities_besieged_by(state, side):
        return say("You do not besiege that city.")
    if not queries_city.has_walls(state, place) or not hidden_inside(state, place, other(side)):
        return say("There is nobody behind walls to storm.", short=N_("Nobody to storm"))
    return None


def sally_reason(state: State, side: Side, place: str) -> Message | None:
    """An own besieged city with blocks inside (section 7.4)."""
    if holder(state, place) != side or not units_at(state, place, other(side), "siege", "blockade"):
        return say("Nobody besieges you there.")
    return None if hidden_inside(state, place, side) else say("Nobody is inside to come out.")


def place_block_reason(state: State, side: Side, key: str, to: str) -> Message | None:
    """An own hidden block to a city or the open; only revolt blocks are disbanded (section 10)."""
    if state.level != "full" or (key and key not in free_blocks(state, side)):
        return say("That block cannot move.")
    if to == OUT_OF_PLAY and key:
        rebel = state.blocks[key].body.value.kind in tables.REVOLT_KINDS
        return None if rebel else say("Only revolt blocks are taken away.")
    return destination_reason(state, to) or (stand_reason(state, side, key, to) if key else None)


def besiege_reason(state: State, side: Side, place: str, handle: str) -> Message | None:
    """Land blocks may always stay; ships at ports where no enemy ship is outside (section 8.4)."""
    unit = find_unit(state, handle)
    if unit is not None and (unit.side, unit.place, unit.role) == (side, place, "blockade"):
        return BLOCKADES
    if unit is None or unit.side != side or unit.place != place or unit.role != "field":
        return say("That block is not free to stay.")
    if not is_ship(state, unit):
        return None
    if not queries_city.is_port(state, place):
        return say("There is no port to blockade.", short=N_("No port"))
    return enemy_ship_reason(state, place, side)


def enemy_ship_reason(state: State, place: str, side: Side) -> Message | None:
    """No enemy ship outside the port (section 8.4)."""
    out = any(is_ship(state, enemy) for enemy in units_at(state, place, other(side), "field", "patrol"))
    return ENEMY_SHIP_OUT if out else None
