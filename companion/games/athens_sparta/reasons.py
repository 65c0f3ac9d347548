"""Why something is out of reach in cards and moves, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.queries import becalmed
from companion.games.athens_sparta.queries_blocks import at, free_blocks, shut_in, unit_named
from companion.games.athens_sparta.queries_cards import deck, hand_points, is_card
from companion.games.athens_sparta.queries_city import holder, is_major, is_port, walled, whose_unknown
from companion.games.athens_sparta.queries_revolt import is_helot, most_rebels
from companion.games.athens_sparta.queries_siege import own_sieges
from companion.games.athens_sparta.reasons_map import LOOK_FIRST, NO_CITY, unlooked_reason
from companion.games.athens_sparta.state import FREE, OFF, State
from companion.games.athens_sparta.tables import (
    BAD_HAND,
    IMMUNE,
    LAST_OLYMPIAD,
    REVOLTING,
    SICILY_PORTS,
    Kind,
    Side,
    Uses,
    other,
)

CALM = say("An event keeps ships in port.", short=N_("No ship moves"))
NO_POINTS = say("There are no move points left.", short=N_("No points left"))


def begin_reason(state: State, seat: int) -> Message | None:
    return None if seat in state.chairs else say("Nobody sits there.")


def olympiad_reason(state: State, number: int) -> Message | None:
    first = int(state.options["olympiad"])
    if first <= number <= LAST_OLYMPIAD:
        return None
    return say("The war lasts from Olympiad {first} to {last}.", first=first, last=LAST_OLYMPIAD)


# -- cards (section 4.1) -----------------------------------------------------------------------------------------------


def redeal_reason(hand: list[str]) -> Message | None:
    """A hand below ten points may be dealt anew; what is held on cardboard nobody can check."""
    if hand and hand_points(hand) >= BAD_HAND:
        return say("Only a hand of less than {n} may be dealt anew.", n=BAD_HAND)
    return None


def spare_reason(hand: list[str], card: str, *, wanted: bool) -> Message | None:
    """Laying a card aside, or down in Sicily."""
    if not wanted:
        return None if not card else say("No card is to be laid aside now.")
    if hand:
        return None if card in hand else say("That card is not in your hand.")
    return None if is_card(card) else say("That is no card.")


def choose_reason(state: State, hand: list[str], card: str) -> Message | None:
    if deck(state.box) and hand:
        return None if card in hand else say("That card is not in your hand.")
    return None if is_card(card) else say("That is no card.")


def join_reason(state: State, place: str) -> Message | None:
    if not place:
        return None
    if holder(state, place) != "neutral":
        return say("Only a neutral city can join.")
    return unlooked_reason(state, place)


# -- moves (sections 5, 10, 13, 14) ------------------------------------------------------------------------------------


def points_reason(state: State, price: int = 1) -> Message | None:
    return NO_POINTS if state.points < price else None


def to_reason(state: State, to: str) -> Message | None:
    return None if to == FREE or to in state.cities else NO_CITY


def own_reason(state: State, side: Side, key: str) -> Message | None:
    """A free block of one's own, where every block is followed."""
    if state.level != "full":
        return None if not key else say("No single blocks are followed.")
    if not key:
        return None
    if key not in free_blocks(state, side):
        return say("That block cannot move.")
    return CALM if becalmed(state, side) and _ship(state, key) else None


def march_reason(state: State, side: Side, use: Uses) -> Message | None:
    if reason := points_reason(state):
        return reason
    if use == "sicily" and not sicily_open(state, side):
        return LOOK_FIRST if sicily_unknown(state) else say("No port to Sicily is open.", short=N_("No port is open"))
    return None


def sicily_unknown(state: State) -> str:
    """A port to Sicily of which nobody knows whose it is, if there is one."""
    return next((port for port in SICILY_PORTS if whose_unknown(state, port)), "")


def sicily_open(state: State, side: Side) -> bool:
    """Corcyra, Leucas, Cyllene or Cephallenia: friendly and not blockaded (section 13)."""
    return any(
        holder(state, port) == side and not at(state, port, other(side), "blockade")
        for port in SICILY_PORTS
        if port in state.cities
    )


def bring_reason(state: State, side: Side, place: str) -> Message | None:
    if reason := points_reason(state):
        return reason
    return None if place in own_sieges(state, side) else say("You do not besiege that city.")


def liftable(state: State, side: Side) -> list[str]:
    """Handles of besiegers, blockaders and patrols that may leave."""
    kinds = ("siege", "blockade", "patrol")
    return [unit.handle for unit in state.units if unit.side == side and unit.role in kinds]


def lift_reason(state: State, side: Side, handle: str) -> Message | None:
    if reason := points_reason(state):
        return reason
    if handle not in liftable(state, side):
        return say("That block is in no siege.")
    unit = unit_named(state, handle)
    return CALM if unit is not None and becalmed(state, side) and _ship(state, unit.block) else None


def revolt_reason(state: State, side: Side, place: str) -> Message | None:
    """Section 10: enemy major cities, not Athens or Sparta, one for each city and side in an Olympiad."""
    if reason := points_reason(state):
        return reason
    one = state.cities.get(place)
    if one is None or not (one.holder == other(side) or whose_unknown(state, place)):
        return say("Only an enemy city can revolt.", short=N_("No enemy city"))
    if place in IMMUNE:
        return say("Athens and Sparta never revolt.", short=N_("Never revolts"))
    if reason := unlooked_reason(state, place):
        return reason
    if not is_major(state, place):
        return say("Only a major city can revolt.", short=N_("Only major cities"))
    if side in one.revolts:
        return say("You raised it in this Olympiad already.", short=N_("Already this Olympiad"))
    if is_helot(side, place) and state.helot:
        return say("The Helots rose in this Olympiad already.", short=N_("Already this Olympiad"))
    return None


def empty_reason(state: State, side: Side, place: str, empty: bool) -> Message | None:
    """Nobody can say that a city is empty whose blocks lie on the table."""
    enemy = other(side)
    if empty and (shut_in(state, place, enemy) or at(state, place, enemy)):
        return say("Blocks are known to stand there.")
    return None


def persia_reason(state: State, side: Side) -> Message | None:
    if side != "sparta" or state.persia != "none":
        return say("Persia makes no offer.")
    if whose_unknown(state, "miletus"):
        return LOOK_FIRST
    return None if holder(state, "miletus") == "sparta" else say("Sparta must hold Miletus.")


# -- battles to choose (sections 6, 7.3 to 7.5, 13) --------------------------------------------------------------------


def field_reason(state: State, side: Side, place: str) -> Message | None:
    """A battle at a city: an enemy's, a neutral one, or an own one that the enemy besieges."""
    if holder(state, place) == side and not at(state, place, other(side)):
        return say("That city is yours.", short=N_("It is yours"))
    if holder(state, place) == "persia":
        return say("Persian cities are neutral ground.", short=N_("Persian"))
    return None


def assault_reason(state: State, side: Side, place: str) -> Message | None:
    if place not in own_sieges(state, side):
        return say("You do not besiege that city.")
    if not walled(state, place) or not shut_in(state, place, other(side)):
        return say("There is nobody behind walls to storm.", short=N_("Nobody to storm"))
    return None


def sally_reason(state: State, side: Side, place: str) -> Message | None:
    if holder(state, place) != side or not at(state, place, other(side), "siege", "blockade"):
        return say("Nobody besieges you there.")
    return None if shut_in(state, place, side) else say("Nobody is inside to come out.")


def regroup_reason(state: State, side: Side, key: str, to: str) -> Message | None:
    """Where a hidden block may be said to stand; revolt blocks may be disbanded (section 10)."""
    if state.level != "full" or (key and key not in free_blocks(state, side)):
        return say("That block cannot move.")
    if to == OFF and key:
        rebel = state.blocks[key].body.value.kind in REVOLTING
        return None if rebel else say("Only revolt blocks are taken away.")
    return to_reason(state, to)


def hidden_here(state: State, side: Side, key: str) -> bool:
    """Whether that is a hidden block of the owner that is not bound elsewhere."""
    return key in free_blocks(state, side)


def settle_reason(state: State, side: Side, place: str, handle: str) -> Message | None:
    """Who may stay for a siege: land blocks always, ships at ports where no enemy ship is out (section 8.4)."""
    unit = unit_named(state, handle)
    if unit is None or unit.side != side or unit.place != place or unit.role != "field":
        return say("That block is not free to stay.")
    from_ship = state.blocks[unit.block].body.value.kind == "ship"
    if not from_ship:
        return None
    if not is_port(state, place):
        return say("There is no port to blockade.", short=N_("No port"))
    out = [enemy for enemy in at(state, place, other(side), "field", "patrol") if _ship(state, enemy.block)]
    return say("An enemy ship is still out.", short=N_("Enemy ship is out")) if out else None


def _ship(state: State, key: str) -> bool:
    return state.blocks[key].body.value.kind == "ship"


def strength_reason(state: State, kind: Kind, steps: int) -> Message | None:
    most = most_rebels(state, kind)
    return say("That block has no more than {n} steps.", n=most) if steps > most else None
