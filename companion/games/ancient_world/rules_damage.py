"""Damage dice and what they do. Section 6."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Rolling, Spending, Struck, Wounded
from companion.games.ancient_world.box import amount, banners_of, die_faces, kind_key
from companion.games.ancient_world.moves import Roll, Strike, Wounds
from companion.games.ancient_world.options import DAMAGE
from companion.games.ancient_world.queries import undamaged
from companion.games.ancient_world.queries_damage import effect_of, owed_wounds, strikes
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.rules_entries import write
from companion.games.ancient_world.rules_gains import mover, owed, pay
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS, FACES
from companion.games.ancient_world.words import card_name, titan_name, who


def die_pick(state: State, key: str, number: int, dice: int) -> Pick[str]:
    """What one damage die shows. The companion rolls by the faces of a die as they were entered; until they are, only
    people answer this, to whom all faces are the same.
    """
    faces = die_faces(state) or dict.fromkeys(FACES, 1)
    return Pick[str](
        key=key,
        prompt=say("Damage die {n} of {dice}?", short=N_("Damage die {n} of {dice}"), n=number, dice=dice),
        options=tuple(Option(face, label, copies=faces[face]) for face, label in FACES.items()),
    )


def roll(step: Step[State], player: Player, titan: str) -> None:
    """One die per banner of the titan. The companion does not roll what it does not know the odds of: it asks."""
    state = step.state
    dice = banners_of(state, titan)
    if dice and state.companion_rolls and die_faces(state) is None:
        state.agenda.append(Rolling(player.seat, titan))
        return
    _fall(step, player, titan, _by_chance(step, player, dice))


def _by_chance(step: Step[State], player: Player, dice: int) -> list[str]:
    return [step.chance(die_pick(step.state, DAMAGE, number, dice), by=player.seat) for number in range(1, dice + 1)]


def roll_asked(step: Step[State], move: Roll) -> None:
    """The faces are read off a die, and the companion rolls; or the dice were rolled by hand."""
    state, player = step.state, mover(step)
    due = owed(step, Rolling)
    dice = banners_of(state, due.key)
    two = DIE_FACES - move.blank - move.titan - move.coin
    by_hand = move.how == "hand"
    if two < 0 or len(move.dice) != (dice if by_hand else 0) or not set(move.dice) <= set(FACES):
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    if by_hand:
        _fall(step, player, due.key, list(move.dice))
        return
    for face, n in {"blank": move.blank, "titan": move.titan, "coin": move.coin, "two": two}.items():
        write(step, Learned(kind_key(state, "die"), "damage", face, n), keep=move.keep)
    _fall(step, player, due.key, _by_chance(step, player, dice))


def _fall(step: Step[State], player: Player, titan: str, rolled: list[str]) -> None:
    """What was rolled is settled by the agenda: titan symbols first, so that what they damage may be repaired before
    a coin symbol takes the ambrosia.
    """
    state = step.state
    for face in rolled:
        step.tell(say("{who} rolls: {face}.", short=N_("{face}"), who=who(player), face=FACES[face]))
    struck = [Struck(player.seat, titan) for face in rolled if face == "coin"]
    state.agenda += struck
    if struck and effect_of(state, titan) == "lose-ambrosia":
        state.agenda.append(Spending(player.seat, "strike"))
    wounds = rolled.count("titan") + 2 * rolled.count("two")
    if wounds:
        state.agenda.append(Wounded(player.seat, wounds))


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
