"""The attack calculator: every set of armies with cost, worth and what is missing; damage. Sections 5 and 6."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.ancient_world import (
    asking_entries,
    asking_forms,
    box,
    queries,
    queries_attack,
    reasons_attack,
    reasons_entries,
)
from companion.games.ancient_world.agenda import Disbanding, Rolling, TakingCoinEffect, TakingDamage
from companion.games.ancient_world.box_entries import Entry, with_entries
from companion.games.ancient_world.moves import NEW, Attack, CoinEffect, Damage, Disband, Move, Roll
from companion.games.ancient_world.queries_attack import effect_of, effect_targets
from companion.games.ancient_world.rules_attack import die_pick
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import DIE_FACES, EFFECTS
from companion.games.ancient_world.words import army_line, army_name, card_name, price, titan_name


def target_pick(state: State, player: Player) -> Pick[str]:
    """Titans that can be attacked, each with its defence."""
    options = tuple(
        Option(
            target,
            _target_name(state, target),
            reason=reasons_attack.target_reason(state, player, target),
            hint=titan_line(state, queries_attack.titan_at(state, target)),
            icon="mountain",
            seat=int(target.removeprefix("board-")) if target.startswith("board-") else None,
        )
        for target in queries_attack.targets(state)
    )
    prompt = say("Attack which titan?", short=N_("Which titan?"))
    return Pick[str](key="target", prompt=prompt, options=options, usual=asking_forms.only_open(options))


def _target_name(state: State, target: str) -> Wording:
    if target.startswith("deck-"):
        n = int(target.removeprefix("deck-"))
        return say_n("Open titan, {n} star", "Open titan, {n} stars", n, short=N_("Open {n}-star titan"))
    owner = state.player(int(target.removeprefix("board-")))
    stars = owner.threat.stars if owner.threat else 0
    return titan_name(state, queries_attack.titan_at(state, target), stars)


def titan_line(state: State, titan: str) -> Message | None:
    """Defence and the symbols that count; None while they are unknown."""
    if not box.is_known(state, "titan", titan):
        return None
    counts, defence = box.defence_of(state, titan)
    if counts == "swords":
        return say("Defence {n}, swords only", short=N_("{n}, swords only"), n=defence)
    return say("Defence {n}, swords and arrows", short=N_("{n}, swords+arrows"), n=defence)


def ask_titan(state: State, target: str) -> Asking[tuple[str, Entry | None]]:
    """Ask for the titan at a target; skipped when it is known. ``new`` is one that is entered now."""
    if there := queries_attack.titan_at(state, target):
        return there, None
    chosen = yield from titan_pick(state, target)
    stars = queries_attack.stars_at(state, target)
    return chosen, ((yield from asking_entries.ask_card(state, "titan", stars)) if chosen == NEW else None)


def titan_pick(state: State, target: str, attacker: Player | None = None) -> Pick[str]:
    """The titans that can be at a target where none is named, and ``new``."""
    stars = queries_attack.stars_at(state, target)
    ready = attacker is not None and queries_attack.all_known(state, queries.unused_armies(attacker))
    options = tuple(
        Option(
            key,
            box.name_of(state, "titan", key),
            hint=titan_line(state, key),
            reason=reasons_entries.missing_facts_reason(state, "titan", key)
            or (reasons_attack.beaten_reason(state, attacker, key) if ready and attacker else None),
        )
        for key in known_titans(state, stars)
    )
    prompt = say("Which titan is it?", short=N_("Which titan?"))
    return Pick[str](key="titan", prompt=prompt, options=(*options, asking_entries.new_option("titan")))


def known_titans(state: State, stars: int) -> list[str]:
    """Titans of these stars that are not in front of anybody."""
    taken = queries_attack.titans_in_play(state).union(asking_entries.RESERVED)
    return [
        key
        for key in box.known_keys(state, "titan")
        if key not in taken and box.number_of(state, "titan", key, "stars") == stars
    ]


def ask_attack(state: State, player: Player) -> Asking[Move]:
    """Ask for the target, the facts that are missing, and the armies: usually those that cost the least coins and need
    no bought swords.
    """
    target = yield from target_pick(state, player)
    titan = queries_attack.titan_at(state, target) or (yield from titan_pick(state, target, player))
    return (yield from _ask_armies(state, player, target, titan))


def _ask_armies(state: State, player: Player, target: str, titan: str) -> Asking[Move]:
    """Ask for the facts that are missing, and the armies."""
    entry = None
    if titan == NEW:
        entry = yield from asking_entries.ask_card(state, "titan", queries_attack.stars_at(state, target))
    entries = [entry] if entry else []
    for army in queries.unused_armies(player):
        after = with_entries(state, *entries)
        if not box.is_known(after, "military", army.key):
            entries.append((yield from asking_entries.ask_army(after, army.key)))
    after = with_entries(state, *entries)
    force = yield from _ask_force(after, player, entry.key if entry else titan, noting=bool(entries))
    return Attack(target=target, titan=titan, entries=tuple(entries), force=force)


def _ask_force(state: State, player: Player, titan: str, *, noting: bool) -> Asking[str]:
    forces = queries_attack.attacking_forces(state, player, titan)
    act = say("Attack {titan}", short=N_("Attack"), titan=box.name_of(state, "titan", titan))
    options = tuple(
        Option(
            "+".join(str(army) for army in one.armies),
            _force_name(state, player, one),
            price=price(coins=one.coins, ambrosia=one.ambrosia),
            reason=reasons_attack.force_reason(state, player, titan, one),
            hint=_force_line(state, titan, one),
            icon="shield",
            act=act,
        )
        for one in forces
    )
    enough = (
        option.value for one, option in zip(forces, options, strict=True) if option.reason is None and not one.bought
    )
    _, defence = box.defence_of(state, titan)
    prompt = say("Which armies? Defence {n}.", short=N_("Armies against {n}?"), n=defence)
    offered = (*options, asking_entries.later_option()) if noting else options
    return (yield from Pick[str](key="force", prompt=prompt, options=offered, usual=next(enough, None)))


def _force_name(state: State, player: Player, one: queries_attack.Force) -> Wording:
    return in_a_row(army_name(state, army) for army in player.armies if army.id in one.armies)


def _force_line(state: State, titan: str, one: queries_attack.Force) -> Message:
    """Attack value, bought swords included, against the defence."""
    counts, defence = box.defence_of(state, titan)
    if one.bought:
        return say(
            "Attack {value} of {defence}, {n} of it bought", value=one.value(counts), defence=defence, n=one.bought
        )
    return say("Attack {value} of {defence}", value=one.value(counts), defence=defence)


# -- damage: section 6 -------------------------------------------------------------------------------------------


FACE_COUNTS = {
    "blank": say("How many of the six faces are blank?", short=N_("Blank faces?")),
    "titan": say("How many faces show one titan symbol?", short=N_("Titan faces?")),
    "coin": say("How many faces show a coin symbol?", short=N_("Coin faces?")),
}
TWO_THE_REST = say("What is left of the six shows two titan symbols.", short=N_("The rest: 2 symbols"))


def ask_roll(state: State, due: Rolling) -> Asking[Move]:
    """Ask for dice rolled by hand, as is usual, or for the faces of a die."""
    return asking_forms.as_owed(state, _ask_roll(state, due))


def _ask_roll(state: State, due: Rolling) -> Asking[Move]:
    dice = box.banners_of(state, due.key)
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
    if (yield from Pick[str](key="how", prompt=prompt, options=options, usual="hand")) == "hand":
        rolled = []
        for number in range(1, dice + 1):
            rolled.append((yield from die_pick(state, f"die-{number}", number, dice)))
        return Roll(how="hand", dice=tuple(rolled))
    left, faces = DIE_FACES, {}
    for face, ask in FACE_COUNTS.items():
        faces[face] = yield from Count(key=face, prompt=ask, high=left, hint=TWO_THE_REST)
        left -= faces[face]
    keep = False if state.switches.practice else (yield from asking_entries.ask_keep())
    return Roll(how="faces", blank=faces["blank"], titan=faces["titan"], coin=faces["coin"], keep=keep)


def ask_damaged_cards(state: State, due: TakingDamage) -> Asking[Move]:
    """Ask which cards are turned face down. Nothing is usual where there is a choice: each of them is a loss of its
    own.
    """
    return asking_forms.as_owed(state, _ask_damaged_cards(state, due))


def _ask_damaged_cards(state: State, due: TakingDamage) -> Asking[Move]:
    player = state.player(due.seat)
    cards = tuple(Option(card.id, card_name(state, card), icon="card") for card in queries.undamaged(player))
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
    )
    return Damage(cards=tuple(chosen))


def ask_coin_effect(state: State, due: TakingCoinEffect) -> Asking[Move]:
    """Ask what a coin symbol hits."""
    return asking_forms.as_owed(state, _ask_coin_effect(state, due))


def _ask_coin_effect(state: State, due: TakingCoinEffect) -> Asking[Move]:
    player = state.player(due.seat)
    rows = effect_targets(state, player, due.key) or [say("Nothing")]
    loads = effect_of(state, due.key) == "load" and player.coins
    lying = dict(enumerate(army.coins for army in player.armies)) if loads else {}
    options = tuple(
        Option(at, label, hint=say_n("{n} coin lies on it", "{n} coins lie on it", lying[at]) if at in lying else None)
        for at, label in enumerate(rows)
    )
    prompt = say("{effect}: which one?", short=N_("Which one?"), effect=EFFECTS[effect_of(state, due.key)])
    return CoinEffect(at=(yield from Pick[int](key="at", prompt=prompt, options=options, default=0)))


def ask_disband(state: State, due: Disbanding) -> Asking[Move]:
    """Ask which armies are discarded."""
    return asking_forms.as_owed(state, _ask_disband(state, due))


def _ask_disband(state: State, due: Disbanding) -> Asking[Move]:
    player = state.player(due.seat)
    n = min(queries.armies_over_limit(state, player), len(player.armies))
    armies = tuple(Option(army.id, army_line(state, army), icon="shield") for army in player.armies)
    last: list[int | str] = [army.value for army in armies[len(armies) - n :]]
    prompt = say_n(
        "Above the army limit: discard {n} army.",
        "Above the army limit: discard {n} armies.",
        n,
        N_("Discard armies: {n}"),
    )
    chosen = yield from PickMany[int](
        key="armies",
        prompt=prompt,
        options=armies,
        least=n,
        most=n,
        default=last,
        usual=last if n == len(armies) else None,
        act=say_n("Discard the army", "Discard the armies", n),
    )
    return Disband(armies=tuple(chosen))
