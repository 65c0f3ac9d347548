"""Questions about damage: dice, damaged cards, coin symbols, the army limit. Section 6."""

from __future__ import annotations

from companion.core.questions import Asking, Count, Option, Pick, PickMany
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Disbanding, Rolling, TakingCoinEffect, TakingDamage
from companion.games.ancient_world.asking_entries import ask_keep
from companion.games.ancient_world.box import banners_of
from companion.games.ancient_world.moves import CoinEffect, Damage, Disband, Move, Roll
from companion.games.ancient_world.queries import armies_over_limit, undamaged
from companion.games.ancient_world.queries_attack import effect_of, effect_targets
from companion.games.ancient_world.rules_damage import die_pick
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS
from companion.games.ancient_world.words import army_line, card_name

FACE_COUNTS = {
    "blank": say("How many of the six faces are blank?", short=N_("Blank faces?")),
    "titan": say("How many faces show one titan symbol?", short=N_("Titan faces?")),
    "coin": say("How many faces show a coin symbol?", short=N_("Coin faces?")),
}
TWO_THE_REST = say("What is left of the six shows two titan symbols.", short=N_("The rest: 2 symbols"))


def ask_roll(state: State, due: Rolling) -> Asking[Move]:
    """Ask for the faces of a die, or for dice rolled by hand."""
    dice = banners_of(state, due.key)
    options = (
        Option("hand", say("Roll by hand and enter it", short=N_("Roll by hand")), icon="dice"),
        Option("faces", say("Enter the faces of a die", short=N_("Enter its faces")), icon="edit"),
    )
    prompt = say_n(
        "{n} damage die: nobody has entered its faces yet.",
        "{n} damage dice: nobody has entered their faces yet.",
        dice,
        N_("Roll {n}: how?"),
    )
    if (yield from Pick[str](key="how", prompt=prompt, options=options)) == "hand":
        rolled = []
        for number in range(1, dice + 1):
            rolled.append((yield from die_pick(state, f"die-{number}", number, dice)))
        return Roll(how="hand", dice=tuple(rolled))
    left, faces = DIE_FACES, {}
    for face, ask in FACE_COUNTS.items():
        faces[face] = yield from Count(key=face, prompt=ask, high=left, hint=TWO_THE_REST)
        left -= faces[face]
    keep = False if state.switches.practice else (yield from ask_keep())
    return Roll(how="faces", blank=faces["blank"], titan=faces["titan"], coin=faces["coin"], keep=keep)


def ask_damaged_cards(state: State, due: TakingDamage) -> Asking[Move]:
    """Ask which cards are turned face down."""
    player = state.player(due.seat)
    cards = tuple(Option(card.id, card_name(state, card), icon="card") for card in undamaged(player))
    n = min(due.left, len(cards))
    usual: list[int | str] = [card.value for card in cards[:n]]
    prompt = say_n("Turn {n} card face down.", "Turn {n} cards face down.", n, N_("Damage: {n} cards"))
    chosen = yield from PickMany[int](key="cards", prompt=prompt, options=cards, least=n, most=n, default=usual)
    return Damage(cards=tuple(chosen))


def ask_coin_effect(state: State, due: TakingCoinEffect) -> Asking[Move]:
    """Ask what a coin symbol hits."""
    rows = effect_targets(state, state.player(due.seat), due.key) or [say("Nothing")]
    options = tuple(Option(at, label) for at, label in enumerate(rows))
    prompt = say("{effect}: which one?", short=N_("Which one?"), effect=EFFECTS[effect_of(state, due.key)])
    return CoinEffect(at=(yield from Pick[int](key="at", prompt=prompt, options=options, default=0)))


def ask_disband(state: State, due: Disbanding) -> Asking[Move]:
    """Ask which armies are discarded."""
    player = state.player(due.seat)
    n = min(armies_over_limit(state, player), len(player.armies))
    armies = tuple(Option(army.id, army_line(state, army), icon="shield") for army in player.armies)
    usual: list[int | str] = [army.value for army in armies[len(armies) - n :]]
    prompt = say("Above the army limit: discard {n}.", short=N_("Discard {n} armies"), n=n)
    chosen = yield from PickMany[int](key="armies", prompt=prompt, options=armies, least=n, most=n, default=usual)
    return Disband(armies=tuple(chosen))
