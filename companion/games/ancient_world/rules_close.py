"""Confronting, repairing, feeding, and what is settled before scoring. Sections 3.3, 4.3 and 9."""

from __future__ import annotations

from companion.core.boxes import BoxField, Learned, kind_called, unfit
from companion.core.errors import RulesBug
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.derived import (
    appease_cost,
    banner_count,
    damaged,
    hunger,
    lowest_free,
    owned_citizens,
    total,
    with_text,
)
from companion.games.ancient_world.effects import enter, missing_reason, mover, owed, write
from companion.games.ancient_world.facts import KINDS, fact, kind_key, name_of
from companion.games.ancient_world.moves import NEW, Confront, Entry, Feed, Read, Repair, Tally, Upgrade
from companion.games.ancient_world.reasons import NOT_NOW, NOTHING, ambrosia_reason, appease_reason
from companion.games.ancient_world.reasons_attack import titan_reason
from companion.games.ancient_world.rules_actions import repair_cards
from companion.games.ancient_world.rules_damage import roll
from companion.games.ancient_world.state import (
    IDLE,
    READY,
    STARVES,
    Confronting,
    Feeding,
    Player,
    Reading,
    Repairing,
    State,
    Tallying,
    Upgrading,
)
from companion.games.ancient_world.tables import BANNER_POINTS, FEED_ONE, ROUNDS, START_EMPIRE, TRIBES
from companion.games.ancient_world.words import titan_name, who


def confront(step: Step[State], move: Confront) -> None:
    """Appease in full, or roll a die per banner. The titan stays. Section 3.3, step 1."""
    state, player = step.state, mover(step)
    owed(step, Confronting)
    threat = player.threat
    if threat is None:
        step.refuse("not-now", NOT_NOW)
    threat.key = titan_meant(step, player, move.titan, move.entry)
    name = titan_name(state, threat.key, threat.stars)
    if move.how == "roll":
        state.agenda.pop()
        step.tell(say("{who} faces {titan}.", short=N_("Faces {titan}"), who=who(player), titan=name))
        roll(step, player, threat.key)
        return
    step.require(appease_reason(state, player))
    cost = appease_cost(state, threat) or 0
    player.ambrosia -= cost
    threat.ambrosia += cost
    state.agenda.pop()
    step.tell(
        say(
            "{who} appeases {titan} with {n} ambrosia; {lies} lie on it now.",
            short=N_("Appeased for {n}"),
            who=who(player),
            titan=name,
            n=cost,
            lies=threat.ambrosia,
        )
    )


def titan_meant(step: Step[State], owner: Player, titan: str, entry: Entry | None) -> str:
    """The titan on a board: the one named before, a known one, or the one just entered."""
    state = step.state
    enter(step, entry)
    key = entry.key if titan == NEW and entry is not None else titan
    step.require(titan_reason(state, f"board-{owner.seat}", key))
    step.require(missing_reason(state, "titan", key))
    return key


def repair(step: Step[State], move: Repair) -> None:
    """Repair income: as many cards as there are symbols, or all. Section 3.3, step 2."""
    player = mover(step)
    due = owed(step, Repairing)
    down = {card.id for card in damaged(player)}
    fits = len(set(move.cards)) == len(move.cards) == min(due.left, len(down)) and set(move.cards) <= down
    if not fits:
        step.refuse("out-of-reach", NOTHING)
    step.state.agenda.pop()
    repair_cards(step, player, move.cards)


# -- feeding: section 3.3, step 5 ------------------------------------------------------------------------------------


def final(state: State) -> bool:
    """Whether the last round is over: no income, no reset, but titans are confronted and citizens fed."""
    return state.round >= ROUNDS


def must_starve(state: State, player: Player) -> list[int]:
    """Citizens that stay hungry first, where they are not checked anew. Section 13."""
    if state.switches.hungry_rechecked:
        return []
    return [number for number, why in enumerate(player.zone, 1) if why == STARVES]


def feed_reason_ok(state: State, player: Player, move: Feed) -> bool:
    """Whether exactly as many citizens go hungry as have no food, the ones that starve already before others."""
    left = hunger(state, player) - move.ambrosia
    if left < 0 or final(state):
        return left >= 0 and not move.hungry
    chosen = set(move.hungry)
    starving = set(must_starve(state, player))
    before = starving <= chosen or chosen <= starving
    return len(chosen) == len(move.hungry) == left and chosen <= set(owned_citizens(player)) and before


def feed(step: Step[State], move: Feed) -> None:
    """Two ambrosia feed one citizen; the others go to the Hungry/New zone."""
    state, player = step.state, mover(step)
    owed(step, Feeding)
    step.require(ambrosia_reason(state, player, move.ambrosia * FEED_ONE))
    if not feed_reason_ok(state, player, move):
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    player.ambrosia -= move.ambrosia * FEED_ONE
    state.supply.ambrosia += move.ambrosia * FEED_ONE
    starve(step, player, hunger(state, player) - move.ambrosia, move.hungry)


def starve(step: Step[State], player: Player, left: int, hungry: tuple[int, ...]) -> None:
    """``left`` citizens go hungry, by number unless it is the end."""
    player.hungry = left
    for index, where in enumerate(player.citizens):
        if index + 1 in hungry:
            player.citizens[index], player.zone[index] = IDLE, STARVES
        elif where == IDLE and player.zone[index] == STARVES:
            player.citizens[index], player.zone[index] = READY, 0
    step.tell(
        say_n(
            "{who}: {n} hungry citizen.", "{who}: {n} hungry citizens.", left, short=N_("Hungry: {n}"), who=who(player)
        )
    )


def starve_nobody(player: Player) -> None:
    """There is food for all: whoever was hungry comes back."""
    player.hungry = 0
    for index, where in enumerate(player.citizens):
        if where == IDLE and player.zone[index] == STARVES:
            player.citizens[index], player.zone[index] = READY, 0


def upgrade(step: Step[State], move: Upgrade) -> None:
    """The token with the next number takes the old one's place. Section 4.2."""
    player = mover(step)
    owed(step, Upgrading)
    new = lowest_free(player, move.citizen)
    if move.citizen and (move.citizen not in owned_citizens(player) or not new):
        step.refuse("out-of-reach", NOTHING)
    step.state.agenda.pop()
    if not move.citizen:
        return
    old, at = move.citizen - 1, new - 1
    player.citizens[at], player.on[at], player.zone[at] = player.citizens[old], player.on[old], player.zone[old]
    player.citizens[old], player.on[old], player.zone[old] = 0, 0, 0
    step.tell(
        say(
            "{who} swaps citizen {old} for {new}.",
            short=N_("Citizen {old} is now {new}"),
            who=who(player),
            old=move.citizen,
            new=new,
        )
    )


# -- before scoring --------------------------------------------------------------------------------------------------


def facts_for_scoring(state: State) -> list[Reading]:
    """What scoring needs and nobody has entered: banners of starting cards, the first edition's scale."""
    owned = {card.key for player in state.players for card in player.cards}
    found = [
        Reading("empire", key, "banners")
        for key in START_EMPIRE
        if key in owned and fact(state, "empire", key, "banners") is None
    ]
    if not state.second:
        most = max((banner_count(state, player, colour) for player in state.players for colour in TRIBES), default=0)
        found += [
            Reading("scale", "points", f"n{n}")
            for n in range(1, min(most, len(BANNER_POINTS) - 1) + 1)
            if fact(state, "scale", "points", f"n{n}") is None
        ]
    return found


def field_of(state: State, due: Reading) -> BoxField:
    """The field that is read."""
    kind = kind_called(KINDS, kind_key(state, due.kind))
    field = kind.field(due.field) if kind else None
    if field is None:
        raise RulesBug(f"{due.kind} has no field {due.field}")
    return field


def read(step: Step[State], move: Read) -> None:
    """A fact for scoring goes into the box."""
    state = step.state
    due = owed(step, Reading)
    if unfit(field_of(state, due), move.value) is not None:
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    write(step, Learned(kind_key(state, due.kind), due.key, due.field, move.value), keep=move.keep)


def tally(step: Step[State], move: Tally) -> None:
    """Points by the texts of cards: counted by people. Section 9, step 4."""
    state, player = step.state, mover(step)
    owed(step, Tallying)
    state.agenda.pop()
    player.special = move.points
    cards = name_of(state, "empire", with_text(state, player)[0]) if with_text(state, player) else say("cards")
    step.tell(
        say_n(
            "{who}: {n} point by the text of {card}.",
            "{who}: {n} points by the text of {card}.",
            move.points,
            N_("{n} points by text"),
            who=who(player),
            card=cards,
        )
    )


def repairs_by_income(state: State) -> bool:
    """Whether this round has repair income. Section 13."""
    return state.switches.final_repair_income or not final(state)


def repair_income(state: State, player: Player) -> int:
    """Cards a player turns up at the end of a round."""
    return total(state, player, "repair-income") if repairs_by_income(state) else 0
