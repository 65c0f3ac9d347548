"""Damage dice and their effects. Section 6."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.step import Step
from companion.core.wording import N_, Wording, listed, say, say_n
from companion.games.ancient_world import box, city, entries, forms, goods, pieces, words
from companion.games.ancient_world.moves import CoinEffect, Damage, Move, Roll
from companion.games.ancient_world.options import DAMAGE
from companion.games.ancient_world.state import Army, Player, Rolling, Spending, State, TakingCoinEffect, TakingDamage
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS, FACES

# -- rolling ------------------------------------------------------------------------------------------------------


def roll_damage(step: Step[State], player: Player, titan: str) -> None:
    """Roll a die for each banner of the titan; if the companion rolls and does not know the faces of a die, ask for
    them first.
    """
    state = step.state
    dice = box.banners_of(state, titan)
    if dice and state.companion_rolls and box.die_faces(state) is None:
        state.agenda.append(Rolling(player.seat, titan))
        return
    _apply_dice(step, player, titan, _roll_dice(step, player, dice))


def _roll_dice(step: Step[State], player: Player, dice: int) -> list[str]:
    return [step.chance(die_pick(step.state, DAMAGE, number, dice), by=player.seat) for number in range(1, dice + 1)]


def die_pick(state: State, key: str, number: int, dice: int) -> Pick[str]:
    """The question for one damage die, weighted by its faces; with equal weights while they are unknown, since then
    only players answer it.
    """
    faces = box.die_faces(state) or dict.fromkeys(FACES, 1)
    prompt = say("Damage die {n} of {dice}?", short=N_("Damage die {n} of {dice}"), n=number, dice=dice)
    return Pick[str](
        key=key,
        prompt=prompt if dice > 1 else say("What does the damage die show?", short=N_("Damage die?")),
        options=tuple(Option(face, label, copies=faces[face]) for face, label in FACES.items()),
        large=True,
        meaning=say(
            "Each titan symbol damages one of your empire cards. A coin does what stands at the foot of the titan "
            "card. Blank does nothing."
        ),
    )


def answer_roll(step: Step[State], move: Roll) -> None:
    """Enter the faces of a die and roll, or take dice rolled by hand."""
    state, player = step.state, goods.acting_player(step)
    due = step.owed(Rolling)
    dice = box.banners_of(state, due.key)
    two = DIE_FACES - move.blank - move.titan - move.coin
    by_hand = move.how == "hand"
    if two < 0 or len(move.dice) != (dice if by_hand else 0) or not set(move.dice) <= set(FACES):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.agenda.pop()
    if by_hand:
        _apply_dice(step, player, due.key, list(move.dice))
        return
    for face, n in {"blank": move.blank, "titan": move.titan, "coin": move.coin, "two": two}.items():
        entries.write_fact(step, Learned(box.kind_key(state, "die"), "damage", face, n), keep=move.keep)
    _apply_dice(step, player, due.key, _roll_dice(step, player, dice))


def _apply_dice(step: Step[State], player: Player, titan: str, rolled: list[str]) -> None:
    """Put the effects of the dice on the agenda: titan symbols first, so that damage can be repaired before a coin
    symbol takes the ambrosia.
    """
    state = step.state
    for face in rolled:
        step.tell_all(say("{who} rolls: {face}.", short=N_("{face}"), who=words.who(player), face=FACES[face]))
    struck = [TakingCoinEffect(player.seat, titan) for face in rolled if face == "coin"]
    state.agenda += struck
    if struck and effect_of(state, titan) == "lose-ambrosia":
        state.agenda.append(Spending(player.seat, "strike"))
    wounds = rolled.count("titan") + 2 * rolled.count("two")
    if wounds:
        state.agenda.append(TakingDamage(player.seat, wounds))


FACE_COUNTS = {
    "blank": say("How many of the six faces are blank?", short=N_("Blank faces?")),
    "titan": say("How many faces show one titan symbol?", short=N_("Titan faces?")),
    "coin": say("How many faces show a coin symbol?", short=N_("Coin faces?")),
}
TWO_THE_REST = say("What is left of the six shows two titan symbols.", short=N_("The rest: 2 symbols"))


def ask_roll(state: State, due: Rolling) -> Asking[Move]:
    """Ask for dice rolled by hand (preselected), or for the faces of a die."""
    return forms.as_owed(state, _ask_roll(state, due))


def _ask_roll(state: State, due: Rolling) -> Asking[Move]:
    dice = box.banners_of(state, due.key)
    options = (
        Option(
            "hand",
            say("Roll by hand and enter it", short=N_("Roll by hand")),
            icon="dice",
            act=say_n("Take this die", "Take these dice", dice),
        ),
        Option(
            "faces",
            say("Enter the faces of a die", short=N_("Enter its faces")),
            icon="edit",
            act=say_n("Roll {n} damage die", "Roll {n} damage dice", dice, short=N_("Roll: {n}")),
        ),
    )
    prompt = say_n(
        "{n} damage die: nobody has entered its faces yet.",
        "{n} damage dice: nobody has entered their faces yet.",
        dice,
        N_("Roll {n}: how?"),
    )
    how = yield from Pick[str](
        key="how",
        prompt=prompt,
        options=options,
        usual="hand",
        meaning=say(
            "Roll the dice of the box and enter them, or enter once what is on a die, and the companion rolls."
        ),
    )
    if how == "hand":
        rolled = []
        for number in range(1, dice + 1):
            rolled.append((yield from die_pick(state, f"die-{number}", number, dice)))
        return Roll(how="hand", dice=tuple(rolled))
    left, faces = DIE_FACES, {}
    for face, ask in FACE_COUNTS.items():
        faces[face] = yield from Count(
            key=face,
            prompt=ask,
            high=left,
            hint=TWO_THE_REST,
            meaning=say("Look at one of the damage dice. It is asked once, and then the companion can roll for you."),
        )
        left -= faces[face]
    keep = False if state.switches.practice else (yield from entries.ask_keep())
    return Roll(how="faces", blank=faces["blank"], titan=faces["titan"], coin=faces["coin"], keep=keep)


# -- titan symbols damage cards -----------------------------------------------------------------------------------


def damage(step: Step[State], move: Damage) -> None:
    """Turn the chosen cards face down. The capital is immune."""
    player = goods.acting_player(step)
    due = step.owed(TakingDamage)
    up = [card.id for card in city.undamaged(player)]
    goods.require_exactly(step, min(due.left, len(up)), move.cards, up)
    step.state.agenda.pop()
    damage_cards(step, player, move.cards)


def damage_cards(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Turn cards face down; citizens on them stay. A damaged card costs points until it is repaired."""
    for card in city.undamaged(player):
        if card.id in cards:
            card.down = 1
            name = words.card_name(step.state, card)
            step.tell_first(
                say(
                    "{who}: {card} is damaged and costs a point until repaired.",
                    short=N_("Damaged: {card}"),
                    who=words.who(player),
                    card=name,
                )
            )


def ask_damaged_cards(state: State, due: TakingDamage) -> Asking[Move]:
    """Ask which cards are turned face down. Nothing is preselected, since each choice is a different loss."""
    return forms.as_owed(state, _ask_damaged_cards(state, due))


def _ask_damaged_cards(state: State, due: TakingDamage) -> Asking[Move]:
    player = state.player(due.seat)
    cards = tuple(Option(card.id, words.card_name(state, card), icon="card") for card in city.undamaged(player))
    n = min(due.left, len(cards))
    first: list[int | str] = [card.value for card in cards[:n]]
    prompt = say_n("Turn {n} card face down.", "Turn {n} cards face down.", n, N_("Cards to damage: {n}"))
    chosen = yield from PickMany[int](
        key="cards",
        prompt=prompt,
        options=cards,
        least=n,
        most=n,
        default=first,
        usual=first if n == len(cards) else None,
        act=say("Turn face down"),
        meaning=say("Cards that are turned down give nothing until they are repaired: no income, no food, no swords."),
    )
    return Damage(cards=tuple(chosen))


# -- coin symbols -------------------------------------------------------------------------------------------------


def effect_of(state: State, titan: str) -> str:
    """The coin-symbol effect of a titan."""
    return str(box.fact(state, "titan", titan, "effect"))


def effect_targets(state: State, player: Player, titan: str) -> list[Wording]:
    """What the effect of a titan can hit, in words, if the player must choose; else empty."""
    match effect_of(state, titan):
        case "load":
            return [words.army_name(state, army) for army in player.armies] if player.coins else []
        case "lose-retired":
            return [box.name_of(state, "military", key) for army in player.armies for key in army.retired]
        case "lose-district":
            return [box.name_of(state, "district", key) for key in player.districts]
        case _:
            return []


def takes_anything(state: State, player: Player, titan: str) -> bool:
    """Whether the player has anything that the coin symbol of a titan takes."""
    match effect_of(state, titan):
        case "lose-coin":
            return player.coins > 0
        case "lose-ambrosia":
            return player.ambrosia > 0
        case "lose-stored":
            return bool(player.stored)
        case _:
            return bool(effect_targets(state, player, titan))


def coin_effect(step: Step[State], move: CoinEffect) -> None:
    """Apply a coin symbol to what the player chose."""
    state, player = step.state, goods.acting_player(step)
    due = step.owed(TakingCoinEffect)
    if not 0 <= move.at < max(1, len(effect_targets(state, player, due.key))):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.agenda.pop()
    apply_coin_effect(step, player, due.key, move.at)


def apply_coin_effect(step: Step[State], player: Player, titan: str, at: int) -> None:
    """Apply a coin-symbol effect to the target with index ``at`` of ``effect_targets``. A player loses no more than it
    has.
    """
    state = step.state
    effect = effect_of(state, titan)
    titan_hits = {"titan": words.titan_name(state, titan, 0), "who": words.who(player), "effect": EFFECTS[effect]}
    if effect == "none" or takes_anything(state, player, titan):
        step.tell(say("{titan} strikes {who}: {effect}.", short=N_("{effect}"), **titan_hits))
    else:
        step.tell(
            say("{titan} strikes {who}, who has nothing for it: {effect}.", short=N_("Nothing to lose"), **titan_hits)
        )
    chosen = effect_targets(state, player, titan)
    match effect:
        case "lose-coin":
            goods.pay(state, player, coins=min(1, player.coins))
            step.part()
        case "lose-ambrosia":
            lost = min(box.number_of(state, "titan", titan, "amount"), player.ambrosia)
            goods.pay(state, player, ambrosia=lost)
            step.tell(say_n("{n} ambrosia lost.", "{n} ambrosia lost.", lost))
        case "lose-stored" if player.stored:
            stored = listed(words.card_names(state, player, "stored"))
            player.stored.clear()
            pieces.instruct_stored_discarded(step, player, stored)
            step.tell(say("{who} discards {cards}.", short=N_("Discards {cards}"), who=words.who(player), cards=stored))
        case "load" if chosen:
            army = player.armies[at]
            player.coins -= 1
            army.coins += 1
            pieces.instruct_loaded(step, player, army)
            card = words.army_name(state, army)
            step.tell(say("{who}: 1 coin onto {card}.", short=N_("Onto {card}"), who=words.who(player), card=card))
        case "lose-retired" if chosen:
            army = _lose_retired(player, at)
            pieces.instruct_retired_discarded(step, player, chosen[at], words.army_name(state, army))
            _tell_lost(step, player, chosen[at])
        case "lose-district" if chosen:
            pieces.instruct_discarded(step, player, chosen[at])
            _tell_lost(step, player, chosen[at])
            player.districts.pop(at)


def _tell_lost(step: Step[State], player: Player, card: Wording) -> None:
    step.tell_first(say("{who} loses {card}.", short=N_("Loses {card}"), who=words.who(player), card=card))


def _lose_retired(player: Player, at: int) -> Army:
    """Remove the retired card with this number, counted over all armies, and return its army."""
    under = [(army, place) for army in player.armies for place in range(len(army.retired))]
    army, place = under[at]
    army.retired.pop(place)
    return army


def ask_coin_effect(state: State, due: TakingCoinEffect) -> Asking[Move]:
    """Ask what a coin symbol hits."""
    return forms.as_owed(state, _ask_coin_effect(state, due))


def _ask_coin_effect(state: State, due: TakingCoinEffect) -> Asking[Move]:
    player = state.player(due.seat)
    rows = effect_targets(state, player, due.key) or [say("Nothing")]
    loads = effect_of(state, due.key) == "load" and player.coins
    lying = dict(enumerate(army.coins for army in player.armies)) if loads else {}
    effect = effect_of(state, due.key)
    options = tuple(
        Option(
            at,
            label,
            hint=say_n("{n} coin lies on it", "{n} coins lie on it", lying[at]) if at in lying else None,
            act=say("1 coin onto {card}", short=N_("1 coin onto it"), card=label)
            if loads
            else say("{effect}: {card}", short=N_("{card}"), effect=EFFECTS[effect], card=label),
        )
        for at, label in enumerate(rows)
    )
    prompt = say("{effect}: which one?", short=N_("Which one?"), effect=EFFECTS[effect])
    at = yield from Pick[int](
        key="at",
        prompt=prompt,
        options=options,
        default=0,
        meaning=say("What the coin symbol does falls on one of these; you choose."),
    )
    return CoinEffect(at=at)
