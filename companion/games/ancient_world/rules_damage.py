"""Damage dice and their effects. Section 6."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Rolling, Spending, TakingCoinEffect, TakingDamage
from companion.games.ancient_world.box import banners_of, die_faces, kind_key, number_of
from companion.games.ancient_world.moves import CoinEffect, Damage, Roll
from companion.games.ancient_world.options import DAMAGE
from companion.games.ancient_world.queries import undamaged
from companion.games.ancient_world.queries_attack import effect_of, effect_targets
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.rules_entries import write_fact
from companion.games.ancient_world.rules_gains import acting_player, pay, require_exactly
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS, FACES
from companion.games.ancient_world.words import card_name, titan_name, who


def die_pick(state: State, key: str, number: int, dice: int) -> Pick[str]:
    """The question for one damage die, weighted by its faces; with equal weights while they are unknown, when only
    people answer it.
    """
    faces = die_faces(state) or dict.fromkeys(FACES, 1)
    return Pick[str](
        key=key,
        prompt=say("Damage die {n} of {dice}?", short=N_("Damage die {n} of {dice}"), n=number, dice=dice),
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
