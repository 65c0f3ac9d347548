"""Damage dice and what they do. Section 6."""

from __future__ import annotations

from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import N_, Wording, say, say_n
from companion.games.ancient_world.derived import undamaged
from companion.games.ancient_world.effects import mover, owed, pay
from companion.games.ancient_world.facts import amount, banners_of, fact, name_of
from companion.games.ancient_world.moves import Strike, Wounds
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.state import Player, State, Struck, Wounded
from companion.games.ancient_world.tables import EFFECTS, FACES
from companion.games.ancient_world.words import army_name, card_name, titan_name, who

DAMAGE = "damage"
"""The kind of chance: one damage die."""


def die_options(state: State) -> tuple[Option[str], ...]:
    """The faces of a damage die. How often each is there the owners may enter; the companion rolls by that."""
    entered = {face: fact(state, "die", "damage", face) for face in FACES}
    some = any(isinstance(number, int) and number for number in entered.values())
    usual = {"blank": 1, "titan": 1, "coin": 1}
    copies = {
        face: (number if isinstance(number, int) else 0) if some else usual.get(face, 0)
        for face, number in entered.items()
    }
    return tuple(Option(face, label, copies=copies[face]) for face, label in FACES.items())


def roll(step: Step[State], player: Player, titan: str) -> None:
    """One die per banner of the titan; what was rolled is settled by the agenda."""
    state = step.state
    dice = banners_of(state, titan)
    rolled: list[str] = []
    for number in range(1, dice + 1):
        question = Pick[str](
            key=DAMAGE,
            prompt=say("Damage die {n} of {dice}?", short=N_("Damage die {n} of {dice}"), n=number, dice=dice),
            options=die_options(state),
        )
        rolled.append(step.chance(question, by=player.seat))
    for face in rolled:
        step.tell(say("{who} rolls: {face}.", short=N_("{face}"), who=who(player), face=FACES[face]))
    state.agenda += [Struck(player.seat, titan) for face in rolled if face == "coin"]
    wounds = rolled.count("titan") + 2 * rolled.count("two")
    if wounds:
        state.agenda.append(Wounded(player.seat, wounds))


# -- titan symbols ---------------------------------------------------------------------------------------------------


def owed_wounds(player: Player, left: int) -> int:
    """The cards to turn face down: no more than lie face up."""
    return min(left, len(undamaged(player)))


def wounds(step: Step[State], move: Wounds) -> None:
    """The player chooses which. The capital is immune."""
    player = mover(step)
    due = owed(step, Wounded)
    up = {card.id for card in undamaged(player)}
    fits = len(set(move.cards)) == len(move.cards) == owed_wounds(player, due.left) and set(move.cards) <= up
    if not fits:
        step.refuse("out-of-reach", NOTHING)
    step.state.agenda.pop()
    turn_down(step, player, move.cards)


def turn_down(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Damaged cards give nothing until repaired; citizens on them stay."""
    for card in undamaged(player):
        if card.id in cards:
            card.down = 1
            name = card_name(step.state, card)
            step.tell(say("{who}: {card} is damaged.", short=N_("Damaged: {card}"), who=who(player), card=name))


# -- coin symbols ----------------------------------------------------------------------------------------------------


def effect_of(state: State, titan: str) -> str:
    """What the coin symbol of this titan does."""
    return str(fact(state, "titan", titan, "effect") or "none")


def strikes(state: State, player: Player, titan: str) -> list[Wording]:
    """What an effect may hit, where the player has to choose; empty when there is nothing to choose from."""
    match effect_of(state, titan):
        case "load":
            return [army_name(state, army) for army in player.armies] if player.coins else []
        case "lose-retired":
            return [name_of(state, "military", key) for army in player.armies for key in army.retired]
        case "lose-district":
            return [name_of(state, "district", key) for key in player.districts]
    return []


def strike(step: Step[State], move: Strike) -> None:
    """The effect at the foot of the titan, on what the player chose."""
    state, player = step.state, mover(step)
    due = owed(step, Struck)
    if not 0 <= move.at < max(1, len(strikes(state, player, due.key))):
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    suffer(step, player, due.key, move.at)


def suffer(step: Step[State], player: Player, titan: str, at: int) -> None:
    """Put a coin-symbol effect into force; what is not there is not lost."""
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
    chosen = strikes(state, player, titan)
    match effect:
        case "lose-coin":
            pay(state, player, coins=min(1, player.coins))
        case "lose-ambrosia":
            lost = min(amount(state, "titan", titan, "amount"), player.ambrosia)
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
