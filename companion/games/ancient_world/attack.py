"""Attacking a titan: targets, sets of armies, their cost and value. Section 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Outcome, Parts, Pick, Sum
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, Wording, in_a_row, say, say_n
from companion.games.ancient_world import box, city, damage, entries, forms, goods, pieces, scoring, words
from companion.games.ancient_world.box import Entry
from companion.games.ancient_world.moves import LATER, NEW, Attack, Move
from companion.games.ancient_world.state import Army, Player, State, Turn
from companion.games.ancient_world.tables import SWORD

# -- titans that can be attacked ----------------------------------------------------------------------------------


def targets(state: State) -> list[str]:
    """The open titan of each deck, and those on boards."""
    decks = [f"deck-{stars}" for stars in (1, 2, 3) if state.decks[stars - 1] != 0]
    return [*decks, *(f"board-{player.seat}" for player in state.players if player.threat)]


def titan_at(state: State, target: str) -> str:
    """The key of the titan at a target, empty while it is unknown."""
    player = next((player for player in state.players if f"board-{player.seat}" == target), None)
    return player.threat.key if player and player.threat else ""


def stars_at(state: State, target: str) -> int:
    """The stars of the titan at a target."""
    if target.startswith("deck-"):
        return int(target.removeprefix("deck-"))
    threat = state.player(int(target.removeprefix("board-"))).threat
    return threat.stars if threat else 0


def owner_at(target: str) -> int | None:
    """The seat on whose board the titan at a target is; None for the open titan of a deck."""
    return int(target.removeprefix("board-")) if target.startswith("board-") else None


def titans_in_play(state: State) -> set[str]:
    """Titans in front of players, defeated or threatening."""
    defeated = {key for player in state.players for key in player.titans}
    return defeated | {player.threat.key for player in state.players if player.threat}


def known_titans(state: State, stars: int) -> list[str]:
    """Titans of these stars that are not in front of anybody."""
    taken = titans_in_play(state).union(entries.RESERVED)
    return [
        key
        for key in box.known_keys(state, "titan")
        if key not in taken and box.number_of(state, "titan", key, "stars") == stars
    ]


# -- sets of armies -----------------------------------------------------------------------------------------------


def attack_value(counts: str, swords: int, arrows: int) -> int:
    """Swords, or swords and arrows unless the titan shows only swords. Sections 5 and 13."""
    return swords if counts == "swords" else swords + arrows


class Force(Struct, frozen=True):
    """Armies sent together: coins to pay, symbols, and swords bought with ambrosia."""

    armies: tuple[int, ...]
    coins: int
    swords: int
    arrows: int
    bought: int = 0

    @property
    def ambrosia(self) -> int:
        """The price of the bought swords."""
        return self.bought * SWORD

    def value(self, counts: str) -> int:
        """The attack value against a titan on which these symbols count."""
        return attack_value(counts, self.swords + self.bought, self.arrows)


MOST_FORCES = 63
"""The most sets of armies listed; with more than six unused armies the largest are left out."""


def force(state: State, player: Player, armies: Sequence[Army], bought: int = 0) -> Force:
    """The cost and symbols of some armies, with the city's own symbols. Section 5."""
    free = (city.symbol_total(state, player, "sword"), city.symbol_total(state, player, "arrow"))
    return _force([(army, city.army_symbols(state, army)) for army in armies], free, bought)


ArmySymbols = tuple[Army, tuple[int, int]]
"""An army with its swords and arrows."""


def _force(ranked: Sequence[ArmySymbols], free: tuple[int, int], bought: int) -> Force:
    return Force(
        armies=tuple(army.id for army, _ in ranked),
        coins=sum(city.army_cost(army) for army, _ in ranked),
        swords=sum(swords for _, (swords, _) in ranked) + free[0],
        arrows=sum(arrows for _, (_, arrows) in ranked) + free[1],
        bought=bought,
    )


def attacking_forces(state: State, player: Player, titan: str) -> list[Force]:
    """Every set of unused armies, each with the swords it has to buy; the cheapest first."""
    counts, defence = box.defence_of(state, titan)
    free = (city.symbol_total(state, player, "sword"), city.symbol_total(state, player, "arrow"))
    found: list[Force] = []
    for ranked in _sets([(army, city.army_symbols(state, army)) for army in city.unused_armies(player)]):
        plain = _force(ranked, free, 0)
        missing = max(0, defence - plain.value(counts)) if state.second else 0
        found.append(replace(plain, bought=missing))
    return sorted(found, key=lambda one: (_short(player, one), one.bought, one.coins, one.armies))


def _short(player: Player, one: Force) -> bool:
    return one.coins > player.coins or one.ambrosia > player.ambrosia


def _sets(armies: list[ArmySymbols]) -> Iterator[tuple[ArmySymbols, ...]]:
    left = MOST_FORCES
    for size in range(1, len(armies) + 1):
        for some in combinations(armies, size):
            if not left:
                return
            left -= 1
            yield some


def total_attack(state: State, player: Player) -> tuple[int, int] | None:
    """The value of all unused armies: with both symbols, and with swords only. None while an army is unknown."""
    armies = city.unused_armies(player)
    if not all_known(state, armies):
        return None
    everything = force(state, player, armies)
    return everything.value("both"), everything.value("swords")


def all_known(state: State, armies: Sequence[Army]) -> bool:
    """Whether the swords and arrows of these armies are known."""
    return all(box.is_known(state, "military", army.key) for army in armies)


# -- why it is not possible ---------------------------------------------------------------------------------------


def attack_reason(state: State, player: Player) -> Message | None:
    """Why a player cannot attack at all, or None."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    if not city.unused_armies(player):
        return say("All your armies have fought this round.", short=N_("All have fought"))
    if not targets(state):
        return say("There is no titan to attack.", short=N_("No titan"))
    costs = min(army.coins + 1 for army in city.unused_armies(player))
    return goods.coins_reason(player, costs)


def target_reason(state: State, player: Player, target: str) -> Message | None:
    """Why no armies can beat the titan at a target; None while facts are missing."""
    if target not in targets(state):
        return words.NO_SUCH_THING
    titan = titan_at(state, target)
    if not box.is_known(state, "titan", titan) or not all_known(state, city.unused_armies(player)):
        return None
    return beaten_reason(state, player, titan)


def beaten_reason(state: State, player: Player, titan: str) -> Message | None:
    """Why no armies beat a titan: the reason of the cheapest set."""
    forces = attacking_forces(state, player, titan)
    return branch_reason(force_reason(state, player, titan, one) for one in forces)


def force_reason(state: State, player: Player, titan: str, one: Force) -> Message | None:
    """Why these armies cannot be paid or do not beat the titan."""
    if reason := goods.coins_reason(player, one.coins):
        return reason
    counts, defence = box.defence_of(state, titan)
    value = one.value(counts)
    if value < defence:
        return say(
            "Attack {value}, defence {defence}: {n} missing.",
            short=N_("{n} missing"),
            value=value,
            defence=defence,
            n=defence - value,
        )
    if one.ambrosia > player.ambrosia:
        lacking = defence - (value - one.bought)
        return say(
            "Attack {value}, defence {defence}: {n} missing, or {ambrosia} ambrosia for swords.",
            short=N_("{n} missing"),
            value=value - one.bought,
            defence=defence,
            n=lacking,
            ambrosia=one.ambrosia,
        )
    return None


def titan_reason(state: State, target: str, titan: str) -> Message | None:
    """Why ``titan`` cannot be the one at the target."""
    there = titan_at(state, target)
    if there:
        return None if there == titan else words.NO_SUCH_THING
    if titan not in box.known_keys(state, "titan") or titan in titans_in_play(state):
        return words.NO_SUCH_THING
    if target.startswith("deck-") and box.number_of(state, "titan", titan, "stars") != int(
        target.removeprefix("deck-")
    ):
        return say("That titan is of another deck.", short=N_("Of another deck"))
    return None


# -- its effect ---------------------------------------------------------------------------------------------------


def attack(step: Step[State], move: Attack) -> None:
    """Pay the armies, take the titan, roll a damage die for each of its banners."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Turn)
    step.require(attack_reason(state, player))
    step.require(target_reason(state, player, move.target))
    titan = _titan(step, move)
    step.require(titan_reason(state, move.target, titan))
    step.require(entries.missing_facts_reason(state, "titan", titan))
    if move.force == LATER and move.entries:
        _name_titan(state, move.target, titan)
        for entry in move.entries:
            if entry.kind != "action":
                step.tell(words.entered(state, player, entry.kind, entry.key))
        return
    armies = _armies(step, player, move.force)
    ids = {army.id for army in armies}
    sent = next((one for one in attacking_forces(state, player, titan) if set(one.armies) == ids), None)
    if sent is None:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    step.require(force_reason(state, player, titan, sent))
    goods.end_turn(step)
    _pay(step, player, armies, sent)
    _take_titan(step, player, move.target, titan)
    _defeat(step, player, move.target, titan, sent)
    _win_ambrosia(step, player, move.target, titan)
    player.titans.append(titan)
    goods.gain_from_card(step, player, "titan", titan)
    damage.roll_damage(step, player, titan)


def _titan(step: Step[State], move: Attack) -> str:
    """Enter the facts of an attack; return the key of its titan."""
    entries.enter_facts(step, *move.entries)
    if move.titan != NEW:
        return move.titan
    return next((entry.key for entry in move.entries if entry.kind == "titan"), "")


def _name_titan(state: State, target: str, titan: str) -> None:
    """Note which titan is on a board."""
    threat = next((player.threat for player in state.players if target == f"board-{player.seat}"), None)
    if threat is not None:
        threat.key = titan


def _armies(step: Step[State], player: Player, text: str) -> list[Army]:
    """The armies of an attack: at least one, each once, unused and known."""
    chosen = [army for army in city.unused_armies(player) if str(army.id) in text.split("+")]
    if not chosen or len(chosen) != len(text.split("+")):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    for army in chosen:
        step.require(entries.missing_facts_reason(step.state, "military", army.key))
    return chosen


def _pay(step: Step[State], player: Player, armies: list[Army], sent: Force) -> None:
    """Put the coins on the name area of each card; pay ambrosia for bought swords."""
    costs = [(army, city.army_cost(army)) for army in armies]
    for army, cost in costs:
        player.coins -= cost
        army.spent += cost
    goods.pay(step.state, player, ambrosia=sent.ambrosia)
    pieces.instruct_sent(step, player, costs)


def _defeat(step: Step[State], player: Player, target: str, titan: str, sent: Force) -> None:
    """Announce the victory, and whose board the titan was on if it was another player's."""
    state, short = step.state, N_("Defeated: {titan}")
    what: dict[str, Arg] = {
        "who": words.who(player),
        "titan": box.name_of(state, "titan", titan),
        "value": sent.value(str(box.fact(state, "titan", titan, "counts"))),
        "defence": box.number_of(state, "titan", titan, "defence"),
    }
    if target.startswith("board-") and (owner := _owner(state, target)) is not player:
        step.announce(
            say(
                "{who} defeats {titan}, the titan of {owner}, with an attack of {value}, defence {defence}.",
                short=short,
                owner=words.who(owner),
                **what,
            )
        )
    else:
        step.announce(say("{who} defeats {titan} with an attack of {value}, defence {defence}.", short=short, **what))


def _take_titan(step: Step[State], player: Player, target: str, titan: str) -> None:
    """Remove the titan from its deck, which then has one less, or from a board."""
    state, name = step.state, box.name_of(step.state, "titan", titan)
    if target.startswith("deck-"):
        index = int(target.removeprefix("deck-")) - 1
        state.decks[index] -= int(state.decks[index] > 0)
        pieces.instruct_titan_from_deck(step, player, name, more=state.decks[index] != 0)
    else:
        pieces.instruct_titan_from_board(step, player, _owner(state, target), name)


def _owner(state: State, target: str) -> Player:
    return state.player(int(target.removeprefix("board-")))


def _win_ambrosia(step: Step[State], player: Player, target: str, titan: str) -> None:
    """Empty a board until the next Prepare phase; its ambrosia is won or discarded."""
    if target.startswith("deck-"):
        return
    state, owner = step.state, _owner(step.state, target)
    threat = owner.threat
    owner.threat = None
    if threat is None or not threat.ambrosia:
        return
    won = min(threat.ambrosia, box.banners_of(state, titan)) if owner is not player else 0
    left = threat.ambrosia - won
    player.ambrosia += won
    state.supply.ambrosia += left
    pieces.instruct_won_ambrosia(step, player, owner, won, left)
    if owner is player:
        step.tell(
            say(
                "{who} discards {n} ambrosia from the own titan.",
                short=N_("{n} ambrosia discarded"),
                who=words.who(player),
                n=left,
            )
        )
        return
    step.tell(
        say(
            "{who} gains {n} ambrosia from the titan of {owner}; discarded: {left}.",
            short=N_("{n} ambrosia won"),
            who=words.who(player),
            n=won,
            owner=words.who(owner),
            left=left,
        )
    )


def resolve_titan(step: Step[State], owner: Player, titan: str, entry: Entry | None) -> str:
    """Return the titan on a board: named before, known, or entered now."""
    state = step.state
    entries.enter_facts(step, entry)
    key = entry.key if titan == NEW and entry is not None else titan
    step.require(titan_reason(state, f"board-{owner.seat}", key))
    step.require(entries.missing_facts_reason(state, "titan", key))
    return key


# -- its question -------------------------------------------------------------------------------------------------


def ask_attack(state: State, player: Player) -> Asking[Move]:
    """Ask for the target, the facts that are missing, and the armies. Preselected are those that cost the fewest coins
    and need no bought swords.
    """
    target = yield from target_pick(state, player)
    titan = titan_at(state, target) or (yield from titan_pick(state, target, player))
    return (yield from _ask_armies(state, player, target, titan))


def target_pick(state: State, player: Player) -> Pick[str]:
    """Titans that can be attacked, each with its defence."""
    options = tuple(
        Option(
            target,
            _target_name(state, target),
            reason=target_reason(state, player, target),
            hint=titan_line(state, titan_at(state, target)),
            icon="mountain",
            seat=int(target.removeprefix("board-")) if target.startswith("board-") else None,
        )
        for target in targets(state)
    )
    prompt = say("Attack which titan?", short=N_("Which titan?"))
    return Pick[str](
        key="target",
        prompt=prompt,
        options=options,
        usual=forms.only_open(options),
        meaning=say(
            "A titan that lies open on a deck, or one before any player, yours too. Beaten, it goes to you; then you "
            "still roll a damage die for each of its banners."
        ),
    )


def _target_name(state: State, target: str) -> Wording:
    if target.startswith("deck-"):
        n = int(target.removeprefix("deck-"))
        return say_n("Open titan, {n} star", "Open titan, {n} stars", n, short=N_("Open {n}-star titan"))
    owner = state.player(int(target.removeprefix("board-")))
    stars = owner.threat.stars if owner.threat else 0
    return words.titan_name(state, titan_at(state, target), stars)


def titan_line(state: State, titan: str) -> Message | None:
    """Defence and the symbols that count; None while they are unknown."""
    if not box.is_known(state, "titan", titan):
        return None
    counts, defence = box.defence_of(state, titan)
    if counts == "swords":
        return say("Defence {n}, swords only", short=N_("{n}, swords only"), n=defence)
    return say("Defence {n}, swords and arrows", short=N_("{n}, swords+arrows"), n=defence)


def ask_titan(state: State, target: str) -> Asking[tuple[str, Entry | None]]:
    """Ask for the titan at a target; not asked if it is known. ``new`` stands for a titan whose facts are entered
    now.
    """
    if there := titan_at(state, target):
        return there, None
    chosen = yield from titan_pick(state, target)
    stars = stars_at(state, target)
    return chosen, ((yield from entries.ask_card(state, "titan", stars, owner_at(target))) if chosen == NEW else None)


def titan_pick(state: State, target: str, attacker: Player | None = None) -> Pick[str]:
    """The question for the titan at a target where none is named: the possible ones, and ``new``."""
    stars = stars_at(state, target)
    ready = attacker is not None and all_known(state, city.unused_armies(attacker))
    options = tuple(
        Option(
            key,
            box.name_of(state, "titan", key),
            hint=titan_line(state, key),
            reason=entries.missing_facts_reason(state, "titan", key)
            or (beaten_reason(state, attacker, key) if ready and attacker else None),
        )
        for key in known_titans(state, stars)
    )
    prompt = say("Which titan is it?", short=N_("Which titan?"))
    return Pick[str](
        key="titan",
        prompt=prompt,
        options=(*options, entries.new_option("titan")),
        meaning=say("The name or number on the titan card, so that the companion knows it the next time."),
    )


def _ask_armies(state: State, player: Player, target: str, titan: str) -> Asking[Move]:
    """Ask for the facts that are missing, and the armies."""
    entry = None
    if titan == NEW:
        entry = yield from entries.ask_card(state, "titan", stars_at(state, target), owner_at(target))
    entered = [entry] if entry else []
    for army in city.unused_armies(player):
        after = box.with_entries(state, *entered)
        if not box.is_known(after, "military", army.key):
            entered.append((yield from entries.ask_army(after, army.key)))
    after = box.with_entries(state, *entered)
    force = yield from _ask_force(after, player, target, entry.key if entry else titan, noting=bool(entered))
    return Attack(target=target, titan=titan, entries=tuple(entered), force=force)


def _ask_force(state: State, player: Player, target: str, titan: str, *, noting: bool) -> Asking[str]:
    forces = attacking_forces(state, player, titan)
    name = box.name_of(state, "titan", titan)
    options = tuple(
        Option(
            _value(one),
            _force_name(state, player, one),
            price=words.price(coins=one.coins, ambrosia=one.ambrosia),
            reason=force_reason(state, player, titan, one),
            hint=_force_line(state, titan, one),
            icon="shield",
            act=say(
                "Attack {titan}: {price}",
                short=N_("Attack"),
                titan=name,
                price=words.paid_with_ambrosia(one.coins, one.ambrosia),
            ),
        )
        for one in forces
    )
    enough = (
        option.value for one, option in zip(forces, options, strict=True) if option.reason is None and not one.bought
    )
    _, defence = box.defence_of(state, titan)
    prompt = say("Which armies? Defence {n}.", short=N_("Armies against {n}?"), n=defence)
    offered = (*options, entries.later_option()) if noting else options
    return (
        yield from Pick[str](
            key="force",
            prompt=prompt,
            options=offered,
            usual=next(enough, None),
            settled=True,
            set_of=_parts(state, player, target, titan, forces),
            meaning=say(
                "Each army costs a coin more than lie on it, and the coins stay there. Your cards and beaten titans "
                "add their symbols for nothing. Together at least the defence wins."
            ),
        )
    )


def _value(one: Force) -> str:
    return "+".join(str(army) for army in one.armies)


def _parts(state: State, player: Player, target: str, titan: str, forces: Sequence[Force]) -> Parts:
    """The question for armies that fight or rest, with the totals of each possible set."""
    ranks = tuple(
        Option(
            str(army.id),
            words.army_name(state, army),
            price=words.price(coins=city.army_cost(army)),
            hint=_army_symbols(state, army),
        )
        for army in city.unused_armies(player)
    )
    nobody = force(state, player, ())
    sums = {_value(one): _sum(state, player, target, titan, one) for one in (nobody, *forces)}
    return Parts(parts=ranks, on=say("Fights"), off=say("Rests"), title=say("Your attack"), sums=sums)


def _army_symbols(state: State, army: Army) -> Wording:
    swords, arrows = city.army_symbols(state, army)
    found = [word for n, word in ((swords, words.swords(swords)), (arrows, words.arrows(arrows))) if n]
    return in_a_row(found) if found else say("no symbol")


def _sum(state: State, player: Player, target: str, titan: str, one: Force) -> Sum:
    """The attack value of a set of armies against the titan, with what follows from attacking."""
    counts, defence = box.defence_of(state, titan)
    if one.ambrosia > player.ambrosia:
        one = replace(one, bought=0)
    value = one.value(counts)
    own = force(state, player, ()).value(counts)
    of: list[Wording] = [words.swords(one.swords + one.bought), words.arrows(one.arrows)]
    if counts == "swords":
        of = of[:1]
    if one.bought:
        of.append(say("{n} of it bought", n=one.bought))
    if own:
        of.append(say("{n} from your city", n=own))
    lacking, over = defence - value, value - defence
    return Sum(
        have=value,
        have_of=in_a_row(of),
        need=defence,
        need_title=say("Defence of {titan}", titan=box.name_of(state, "titan", titan)),
        need_of=say("swords only") if counts == "swords" else say("swords and arrows"),
        words=say("enough") if over >= 0 else say("{n} missing", n=lacking),
        note=say("{n} more than needed", n=over) if over > 0 else None,
        outcomes=tuple(_outcomes(state, player, target, titan)) if over >= 0 and one.armies else (),
    )


def _outcomes(state: State, player: Player, target: str, titan: str) -> Iterator[Outcome]:
    """What a victory gives, and what it costs afterwards."""
    name, banners = box.name_of(state, "titan", titan), box.banners_of(state, titan)
    with_it = replace(player, titans=[*player.titans, titan])
    points = scoring.side_score(state, with_it).total - scoring.side_score(state, player).total
    yield Outcome(
        words=say("You take {titan} and its {banners}.", titan=name, banners=words.banners(banners)), points=points
    )
    if target.startswith("board-") and (threat := _owner(state, target).threat) and threat.ambrosia:
        won = min(threat.ambrosia, banners) if _owner(state, target) is not player else 0
        if won:
            yield Outcome(words=say_n("You gain {n} ambrosia from it.", "You gain {n} ambrosia from it.", won))
    if banners:
        yield Outcome(
            words=say_n("Then you roll {n} damage die.", "Then you roll {n} damage dice.", banners),
            hint=say("1 for each banner of the titan"),
            loss=True,
        )


def _force_name(state: State, player: Player, one: Force) -> Wording:
    return in_a_row(words.army_name(state, army) for army in player.armies if army.id in one.armies)


def _force_line(state: State, titan: str, one: Force) -> Message:
    """The words for the attack value (bought swords included) against the defence."""
    counts, defence = box.defence_of(state, titan)
    if one.bought:
        return say(
            "Attack {value} of {defence}, {n} of it bought", value=one.value(counts), defence=defence, n=one.bought
        )
    return say("Attack {value} of {defence}", value=one.value(counts), defence=defence)
