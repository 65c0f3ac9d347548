"""Attack a titan; damage dice and their effects. Sections 5 and 6."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Rolling, Spending, TakingCoinEffect, TakingDamage, Turn
from companion.games.ancient_world.box import banners_of, die_faces, fact, kind_key, name_of, number_of
from companion.games.ancient_world.moves import LATER, NEW, Attack, CoinEffect, Damage, Roll
from companion.games.ancient_world.options import DAMAGE
from companion.games.ancient_world.queries import army_cost, undamaged, unused_armies
from companion.games.ancient_world.queries_attack import Force, attacking_forces, effect_of, effect_targets
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.reasons_attack import attack_reason, force_reason, target_reason, titan_reason
from companion.games.ancient_world.reasons_entries import missing_facts_reason
from companion.games.ancient_world.rules_entries import enter_facts, write_fact
from companion.games.ancient_world.rules_gains import acting_player, end_turn, gain_from_card, pay, require_exactly
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS, FACES
from companion.games.ancient_world.words import card_name, entered, titan_name, who


def die_pick(state: State, key: str, number: int, dice: int) -> Pick[str]:
    """The question for one damage die, weighted by its faces; with equal weights while they are unknown, when only
    people answer it.
    """
    faces = die_faces(state) or dict.fromkeys(FACES, 1)
    prompt = say("Damage die {n} of {dice}?", short=N_("Damage die {n} of {dice}"), n=number, dice=dice)
    return Pick[str](
        key=key,
        prompt=prompt if dice > 1 else say("What does the damage die show?", short=N_("Damage die?")),
        options=tuple(Option(face, label, copies=faces[face]) for face, label in FACES.items()),
    )


def roll_damage(step: Step[State], player: Player, titan: str) -> None:
    """Roll a die for each banner of the titan; faces that the companion needs and does not know are asked first."""
    state = step.state
    dice = banners_of(state, titan)
    if dice and state.companion_rolls and die_faces(state) is None:
        state.agenda.append(Rolling(player.seat, titan))
        return
    _apply_dice(step, player, titan, _roll_dice(step, player, dice))


def _roll_dice(step: Step[State], player: Player, dice: int) -> list[str]:
    return [step.chance(die_pick(step.state, DAMAGE, number, dice), by=player.seat) for number in range(1, dice + 1)]


def answer_roll(step: Step[State], move: Roll) -> None:
    """Enter the faces of a die and roll, or take dice rolled by hand."""
    state, player = step.state, acting_player(step)
    due = step.owed(Rolling)
    dice = banners_of(state, due.key)
    two = DIE_FACES - move.blank - move.titan - move.coin
    by_hand = move.how == "hand"
    if two < 0 or len(move.dice) != (dice if by_hand else 0) or not set(move.dice) <= set(FACES):
        step.refuse("out-of-reach", NO_SUCH_THING)
    state.agenda.pop()
    if by_hand:
        _apply_dice(step, player, due.key, list(move.dice))
        return
    for face, n in {"blank": move.blank, "titan": move.titan, "coin": move.coin, "two": two}.items():
        write_fact(step, Learned(kind_key(state, "die"), "damage", face, n), keep=move.keep)
    _apply_dice(step, player, due.key, _roll_dice(step, player, dice))


def _apply_dice(step: Step[State], player: Player, titan: str, rolled: list[str]) -> None:
    """Put the effects of the dice on the agenda: titan symbols first, so that damage can be repaired before a coin
    symbol takes the ambrosia.
    """
    state = step.state
    for face in rolled:
        step.tell(say("{who} rolls: {face}.", short=N_("{face}"), who=who(player), face=FACES[face]))
    struck = [TakingCoinEffect(player.seat, titan) for face in rolled if face == "coin"]
    state.agenda += struck
    if struck and effect_of(state, titan) == "lose-ambrosia":
        state.agenda.append(Spending(player.seat, "strike"))
    wounds = rolled.count("titan") + 2 * rolled.count("two")
    if wounds:
        state.agenda.append(TakingDamage(player.seat, wounds))


def damage(step: Step[State], move: Damage) -> None:
    """Turn the chosen cards face down. The capital is immune."""
    player = acting_player(step)
    due = step.owed(TakingDamage)
    up = [card.id for card in undamaged(player)]
    require_exactly(step, min(due.left, len(up)), move.cards, up)
    step.state.agenda.pop()
    damage_cards(step, player, move.cards)


def damage_cards(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Turn cards face down; citizens on them stay."""
    for card in undamaged(player):
        if card.id in cards:
            card.down = 1
            name = card_name(step.state, card)
            step.tell(say("{who}: {card} is damaged.", short=N_("Damaged: {card}"), who=who(player), card=name))


def coin_effect(step: Step[State], move: CoinEffect) -> None:
    """Apply a coin symbol to what the player chose."""
    state, player = step.state, acting_player(step)
    due = step.owed(TakingCoinEffect)
    if not 0 <= move.at < max(1, len(effect_targets(state, player, due.key))):
        step.refuse("out-of-reach", NO_SUCH_THING)
    state.agenda.pop()
    apply_coin_effect(step, player, due.key, move.at)


def apply_coin_effect(step: Step[State], player: Player, titan: str, at: int) -> None:
    """Apply a coin-symbol effect to target ``at``; what is not there is not lost."""
    state = step.state
    effect = effect_of(state, titan)
    name = titan_name(state, titan, 0)
    step.tell(
        say(
            "{titan} strikes {who}: {effect}.",
            short=N_("{effect}"),
            titan=name,
            who=who(player),
            effect=EFFECTS[effect],
        )
    )
    chosen = effect_targets(state, player, titan)
    match effect:
        case "lose-coin":
            pay(state, player, coins=min(1, player.coins))
        case "lose-ambrosia":
            lost = min(number_of(state, "titan", titan, "amount"), player.ambrosia)
            pay(state, player, ambrosia=lost)
            step.tell(say_n("{n} ambrosia lost.", "{n} ambrosia lost.", lost))
        case "lose-stored":
            player.stored.clear()
        case "load" if chosen:
            player.coins -= 1
            player.armies[at].coins += 1
        case "lose-retired" if chosen:
            _lose_retired(player, at)
        case "lose-district" if chosen:
            player.districts.pop(at)


def _lose_retired(player: Player, at: int) -> None:
    for army in player.armies:
        if at < len(army.retired):
            army.retired.pop(at)
            return
        at -= len(army.retired)


# -- attacking: section 5 ----------------------------------------------------------------------------------------


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
        for entry in move.entries:
            if entry.kind != "action":
                step.tell(entered(state, player, entry.kind, entry.key))
        return
    armies = _armies(step, player, move.force)
    ids = {army.id for army in armies}
    sent = next((one for one in attacking_forces(state, player, titan) if set(one.armies) == ids), None)
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
            "{who} gains {n} ambrosia from the titan; discarded: {left}.",
            short=N_("{n} ambrosia won"),
            who=who(player),
            n=won,
            left=threat.ambrosia - won,
        )
    )
