"""Attacking a titan. Section 5."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world.agenda import Turn
from companion.games.ancient_world.box import amount, banners_of, fact, name_of
from companion.games.ancient_world.moves import LATER, NEW, Attack
from companion.games.ancient_world.queries import army_cost, unused
from companion.games.ancient_world.queries_attack import Force, forces
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.reasons_attack import attack_reason, force_reason, target_reason, titan_reason
from companion.games.ancient_world.reasons_entries import missing_reason
from companion.games.ancient_world.rules_damage import roll
from companion.games.ancient_world.rules_entries import enter
from companion.games.ancient_world.rules_gains import end_turn, gains, mover, owed, pay
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.words import who


def attack(step: Step[State], move: Attack) -> None:
    """Pay the armies, take the titan, then roll its banners in damage dice."""
    state, player = step.state, mover(step)
    owed(step, Turn)
    step.require(attack_reason(state, player))
    step.require(target_reason(state, player, move.target))
    titan = _titan(step, move)
    step.require(titan_reason(state, move.target, titan))
    step.require(missing_reason(state, "titan", titan))
    if move.force == LATER and move.entries:
        _name_titan(state, move.target, titan)
        return
    armies = _armies(step, player, move.force)
    sent = next((one for one in forces(state, player, titan) if _same(one, armies)), None)
    if sent is None:
        step.refuse("out-of-reach", NOTHING)
    step.require(force_reason(state, player, titan, sent))
    end_turn(step)
    _defeat(step, player, titan, sent)
    _pay(state, player, armies, sent)
    _take_titan(step, player, move.target, titan)
    gains(step, player, "titan", titan)
    roll(step, player, titan)


def _titan(step: Step[State], move: Attack) -> str:
    """The titan attacked, after everything that was read off cards for this attack is entered."""
    enter(step, *move.entries)
    if move.titan != NEW:
        return move.titan
    return next((entry.key for entry in move.entries if entry.kind == "titan"), "")


def _name_titan(state: State, target: str, titan: str) -> None:
    threat = next((player.threat for player in state.players if target == f"board-{player.seat}"), None)
    if threat is not None:
        threat.key = titan


def _armies(step: Step[State], player: Player, text: str) -> list[Army]:
    """The armies paid: at least one, none twice, none used before, all of them known."""
    chosen = [army for army in unused(player) if str(army.id) in text.split("+")]
    if not chosen or len(chosen) != len(text.split("+")):
        step.refuse("out-of-reach", NOTHING)
    for army in chosen:
        step.require(missing_reason(step.state, "military", army.key))
    return chosen


def _same(one: Force, armies: list[Army]) -> bool:
    return set(one.armies) == {army.id for army in armies}


def _pay(state: State, player: Player, armies: list[Army], sent: Force) -> None:
    """The coins go onto the name area of each card; bought swords go to the supply."""
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
            defence=amount(state, "titan", titan, "defence"),
        )
    )


def _take_titan(step: Step[State], player: Player, target: str, titan: str) -> None:
    """It joins the attacker's row; a deck turns its next one up."""
    state = step.state
    if target.startswith("deck-"):
        index = int(target.removeprefix("deck-")) - 1
        state.decks[index] -= int(state.decks[index] > 0)
    else:
        _leave_board(step, player, int(target.removeprefix("board-")), titan)
    player.titans.append(titan)


def _leave_board(step: Step[State], player: Player, seat: int, titan: str) -> None:
    """The board stays empty until the next Prepare phase; its ambrosia is won or discarded."""
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
