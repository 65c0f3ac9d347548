"""Attack a titan. Section 5."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world.agenda import Turn
from companion.games.ancient_world.box import banners_of, fact, name_of, number_of
from companion.games.ancient_world.moves import LATER, NEW, Attack
from companion.games.ancient_world.queries import army_cost, unused_armies
from companion.games.ancient_world.queries_attack import Force, attacking_forces
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.reasons_attack import attack_reason, force_reason, target_reason, titan_reason
from companion.games.ancient_world.reasons_entries import missing_facts_reason
from companion.games.ancient_world.rules_damage import roll_damage
from companion.games.ancient_world.rules_entries import enter_facts
from companion.games.ancient_world.rules_gains import acting_player, end_turn, gain_from_card, pay
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.words import who


def attack(step: Step[State], move: Attack) -> None:
    """Pay the armies, take the titan, roll a damage die for each of its banners."""
    state, player = step.state, acting_player(step)
    step.owed(Turn)
    step.require(attack_reason(state, player))
    step.require(target_reason(state, player, move.target))
    titan = _titan(step, move)
    step.require(titan_reason(state, move.target, titan))
    step.require(missing_facts_reason(state, "titan", titan))
    if move.force == LATER and move.entries:
        _name_titan(state, move.target, titan)
        return
    armies = _armies(step, player, move.force)
    sent = next((one for one in attacking_forces(state, player, titan) if _same(one, armies)), None)
    if sent is None:
        step.refuse("out-of-reach", NO_SUCH_THING)
    step.require(force_reason(state, player, titan, sent))
    end_turn(step)
    _defeat(step, player, titan, sent)
    _pay(state, player, armies, sent)
    _take_titan(step, player, move.target, titan)
    gain_from_card(step, player, "titan", titan)
    roll_damage(step, player, titan)


def _titan(step: Step[State], move: Attack) -> str:
    """Enter the facts of an attack; return its titan."""
    enter_facts(step, *move.entries)
    if move.titan != NEW:
        return move.titan
    return next((entry.key for entry in move.entries if entry.kind == "titan"), "")


def _name_titan(state: State, target: str, titan: str) -> None:
    threat = next((player.threat for player in state.players if target == f"board-{player.seat}"), None)
    if threat is not None:
        threat.key = titan


def _armies(step: Step[State], player: Player, text: str) -> list[Army]:
    """The armies of an attack: at least one, each once, unused and known."""
    chosen = [army for army in unused_armies(player) if str(army.id) in text.split("+")]
    if not chosen or len(chosen) != len(text.split("+")):
        step.refuse("out-of-reach", NO_SUCH_THING)
    for army in chosen:
        step.require(missing_facts_reason(step.state, "military", army.key))
    return chosen


def _same(one: Force, armies: list[Army]) -> bool:
    return set(one.armies) == {army.id for army in armies}


def _pay(state: State, player: Player, armies: list[Army], sent: Force) -> None:
    """Put the coins on the name area of each card; pay ambrosia for bought swords."""
    for army in armies:
        cost = army_cost(army)
        player.coins -= cost
        army.spent += cost
    pay(state, player, ambrosia=sent.ambrosia)


def _defeat(step: Step[State], player: Player, titan: str, sent: Force) -> None:
    state = step.state
    step.tell(
        say(
            "{who} defeats {titan} with an attack of {value}, defence {defence}.",
            short=N_("Defeated: {titan}"),
            who=who(player),
            titan=name_of(state, "titan", titan),
            value=sent.value(str(fact(state, "titan", titan, "counts"))),
            defence=number_of(state, "titan", titan, "defence"),
        )
    )


def _take_titan(step: Step[State], player: Player, target: str, titan: str) -> None:
    """Add the titan to the attacker's row; a deck has one less."""
    state = step.state
    if target.startswith("deck-"):
        index = int(target.removeprefix("deck-")) - 1
        state.decks[index] -= int(state.decks[index] > 0)
    else:
        _leave_board(step, player, int(target.removeprefix("board-")), titan)
    player.titans.append(titan)


def _leave_board(step: Step[State], player: Player, seat: int, titan: str) -> None:
    """Empty a board until the next Prepare phase; its ambrosia is won or discarded."""
    state = step.state
    owner = state.player(seat)
    threat = owner.threat
    owner.threat = None
    if threat is None or not threat.ambrosia:
        return
    won = min(threat.ambrosia, banners_of(state, titan)) if owner is not player else 0
    player.ambrosia += won
    state.supply.ambrosia += threat.ambrosia - won
    step.tell(
        say(
            "{who} gains {n} ambrosia from the titan; {left} are discarded.",
            short=N_("{n} ambrosia won"),
            who=who(player),
            n=won,
            left=threat.ambrosia - won,
        )
    )
