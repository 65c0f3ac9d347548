"""Small changes that many rules make: paying, gaining, entering facts, ending a turn."""

from __future__ import annotations

from typing import TypeVar

from companion.core.boxes import Component, Learned, put, unfit
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.ancient_world.derived import lowest_free
from companion.games.ancient_world.entries import facts_of
from companion.games.ancient_world.facts import (
    ACTION,
    FIELDS,
    What,
    complete,
    component,
    count,
    kind_key,
    known,
    listed,
    next_key,
    unknown_of,
)
from companion.games.ancient_world.moves import NEW, Entry
from companion.games.ancient_world.reasons import NOT_NOW, NOTHING
from companion.games.ancient_world.state import (
    FRESH,
    IDLE,
    Built,
    Due,
    Player,
    State,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.tables import SPACES, START_EMPIRE, START_MILITARY, Goods
from companion.games.ancient_world.words import who

D = TypeVar("D", bound=Due)


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1]
    if not isinstance(top, kind):
        step.refuse("not-now", NOT_NOW)
    return top


def mover(step: Step[State]) -> Player:
    """The player whose due is on top; the table's dues have no player."""
    return step.state.player(step.seat)


def end_turn(step: Step[State]) -> None:
    """The action of this turn has been chosen: what is left of it is on the agenda from here on."""
    state = step.state
    state.agenda = [due for due in state.agenda if not isinstance(due, Turn)]
    state.last = step.seat


def pay(state: State, player: Player, *, coins: int = 0, knowledge: int = 0, ambrosia: int = 0) -> None:
    """From the player to the supply; below 0 the other way."""
    player.coins -= coins
    state.supply.coins += coins
    player.knowledge -= knowledge
    state.supply.knowledge += knowledge
    player.ambrosia -= ambrosia
    state.supply.ambrosia += ambrosia


def gain(state: State, player: Player, goods: Goods, n: int) -> int:
    """From the supply to the player, or back as far as the player has it; how much it was."""
    n = max(n, -getattr(player, goods))
    pay(state, player, **{goods: -n})
    return n


def new_citizen(step: Step[State], player: Player) -> None:
    """The lowest number that is left comes into the Hungry/New zone. Sections 4.2 and 13."""
    number = lowest_free(player)
    if number:
        player.citizens[number - 1] = IDLE
        player.zone[number - 1] = FRESH
        step.tell(say("{who} gains citizen {n}.", short=N_("{who}: citizen {n}"), who=who(player), n=number))


def gains(step: Step[State], player: Player, what: What, key: str) -> None:
    """What a card gives once, when it comes. Section 4.2."""
    state = step.state
    symbols: tuple[tuple[Goods, str], ...] = (
        ("coins", "coin-once"),
        ("knowledge", "knowledge-once"),
        ("ambrosia", "ambrosia-once"),
    )
    for goods, symbol in symbols:
        if state.second or goods != "ambrosia":
            gain(state, player, goods, count(state, what, key, symbol))
    for _ in range(count(state, what, key, "citizen-once")):
        new_citizen(step, player)
    for _ in range(count(state, what, key, "citizen-upgrade")):
        state.agenda.append(Upgrading(player.seat))


def add_empire(step: Step[State], player: Player, key: str) -> None:
    """An empire card comes into the city."""
    player.cards.append(Built(step.state.new_id(), key))
    gains(step, player, "empire", key)


# -- facts -----------------------------------------------------------------------------------------------------------


def enter(step: Step[State], *entries: Entry | None) -> None:
    """Write what was read off components."""
    for entry in entries:
        if entry is None:
            continue
        step.require(entry_reason(step.state, entry))
        kind = kind_key(step.state, entry.kind)
        for field, value in facts_of(entry).items():
            write(step, Learned(kind, entry.key, field, value), keep=entry.keep)


def write(step: Step[State], fact: Learned, *, keep: bool) -> None:
    """A fact into the play's box, and kept for other evenings if wished. A practice box keeps nothing."""
    if keep and not step.state.switches.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


def entry_reason(state: State, entry: Entry) -> Message | None:
    """Whether these facts are new, complete, and fit their fields."""
    fields = ACTION if entry.kind == "action" else FIELDS[entry.kind]
    by_key = {field.key: field for field in fields}
    facts = facts_of(entry)
    for key, value in facts.items():
        if key not in by_key or unfit(by_key[key], value) is not None:
            return say("{field} cannot be that.", field=key)
    if set(facts) & set(component(state, entry.kind, entry.key)):
        return say("That has been entered already.", short=N_("Entered already"))
    return _key_reason(state, entry, facts)


def _key_reason(state: State, entry: Entry, facts: Component) -> Message | None:
    if entry.kind == "action":
        read = entry.key in SPACES and set(unknown_of(state, entry.key)) <= set(facts)
        return None if read else NOTHING
    what: What = entry.kind
    there = entry.key in component_keys(state, what) or entry.key == next_key(state, what)
    have = {**component(state, what, entry.key), **facts}
    return None if there and complete(what, have) else NOTHING


def card_meant(step: Step[State], what: What, card: str, entry: Entry | None) -> str:
    """The card of a move: a known one, or the one that was just entered."""
    if card == NEW and entry is not None and entry.kind == what:
        enter(step, entry)
        return entry.key
    if entry is not None or card not in listed(step.state, what):
        step.refuse("out-of-reach", NOTHING)
    step.require(unread_reason(step.state, what, card))
    return card


def unread_reason(state: State, what: What, key: str) -> Message | None:
    """Whether a card may come without a look at it; what a starting card lacks is asked for when it counts."""
    return None if key in _STARTING[what] else missing_reason(state, what, key)


def component_keys(state: State, what: What) -> set[str]:
    """The cards of a kind that are called something."""
    return {*state.box.get(kind_key(state, what), {}), *_STARTING[what]}


_STARTING: dict[What, tuple[str, ...]] = {
    "empire": tuple(START_EMPIRE),
    "military": tuple(START_MILITARY),
    "titan": (),
    "district": (),
}


def missing_reason(state: State, what: What, key: str) -> Message | None:
    """A rule needs facts of a card that nobody has entered."""
    if known(state, what, key):
        return None
    return say("Enter first what stands on that card.", short=N_("Enter the card first"))
