"""Widgets: the battle, the sieges, the points, the cards in play, and what only the owner may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.widgets import AnyWidget, Bar, Card, Column, Hand, Ledger, Meter, Note, Row
from companion.core.wording import N_, Arg, Message, Wording, say, say_n
from companion.games.athens_sparta.agenda import CombatTurn, PlanningReplacements
from companion.games.athens_sparta.queries_attrition import (
    attrition_groups,
    besieged_threshold,
    hit_threshold,
    threshold_reason,
)
from companion.games.athens_sparta.queries_blocks import body_of, find_unit, units_at
from companion.games.athens_sparta.queries_cards import card_points, effect_of, turns_in_olympiad
from companion.games.athens_sparta.queries_city import ARENA, is_besieged, is_total_siege
from companion.games.athens_sparta.queries_replacements import income
from companion.games.athens_sparta.scoring import victory_points
from companion.games.athens_sparta.showing_own import show_own
from companion.games.athens_sparta.showing_setup import setup_list
from companion.games.athens_sparta.state import Battle, State, Unit
from companion.games.athens_sparta.tables import GOAL_POINTS, ICONS, LAST_OLYMPIAD, SIDE_NAMES, SIDES
from companion.games.athens_sparta.words import (
    block_name,
    block_strength,
    card_name,
    combat_turn_words,
    event_effect,
    event_name,
    place_name,
)


def show(state: State) -> list[AnyWidget]:
    """What everybody sees."""
    return list(_public(state))


def with_own(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """What everybody sees first, then the seat's own."""
    return [*public, *show_own(state, seat)]


def _public(state: State) -> Iterator[AnyWidget]:
    if state.practice:
        yield Note(
            key="practice",
            title=say("Practice box"),
            lines=(say("Practice box: the numbers are invented.", short=N_("Invented numbers")),),
            tone="warning",
        )
    if state.battle is not None:
        yield from _battle(state, state.battle)
    yield from setup_list(state)
    if state.level != "battle" and state.seats:
        yield _points(state)
        yield _war(state)
        if state.played or state.events:
            yield _cards(state)
        yield from _sieges(state)


# -- battle ------------------------------------------------------------------------------------------------------------


def _battle(state: State, battle: Battle) -> Iterator[AnyWidget]:
    place = place_name(state, battle.place)
    yield Note(
        key="battle",
        title=place if battle.place == ARENA else say("Battle: {place}", place=place),
        lines=tuple(_battle_lines(state, battle)),
        icon="sword",
        big=True,
    )
    for side in SIDES:
        if units := units_at(state, battle.place, side):
            title = say("{side} defends", side=SIDE_NAMES[side])
            if side == battle.attacker:
                title = say("{side} attacks", side=SIDE_NAMES[side])
            cards = tuple(_unit_card(state, unit) for unit in units)
            yield Hand(key=f"battle-{side}", title=title, cards=cards, seat=state.seats[side], big=True)


def _battle_lines(state: State, battle: Battle) -> Iterator[Message]:
    attacker = SIDE_NAMES[battle.attacker]
    if battle.phase in ("round", "pursuit"):
        yield say("Round {n}, {side} attacks.", short=N_("Round {n}, att. {side}"), n=battle.round, side=attacker)
    else:
        yield say("{side} attacks.", short=N_("{side} attacks"), side=attacker)
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, CombatTurn) and (unit := find_unit(state, top.handles[0])):
        yield combat_turn_words(state, unit)
    if battle.assault:
        yield say("The walls are stormed.", short=N_("Assault"))
    if battle.shore:
        yield say("Shore combat: ships and land blocks hit each other.", short=N_("Shore combat"))
    if battle.captured:
        yield say("The city is taken.", short=N_("City taken"))
    for unit in units_at(state, battle.place):
        if unit.half:
            yield say("Half a hit on {block}.", short=N_("Half a hit"), block=block_name(body_of(state, unit)))


ROLE_WORDS: dict[str, Message] = {
    "field": say("in the field"),
    "inside": say("inside"),
    "siege": say("besieging"),
    "blockade": say("blockading"),
    "patrol": say("on patrol"),
}


def _unit_card(state: State, unit: Unit) -> Card:
    body = body_of(state, unit)
    lines: list[Wording] = [ROLE_WORDS[unit.role]]
    if unit.assaulting:
        lines.append(say("storming"))
    if unit.half:
        lines.append(say("half a hit"))
    battle = state.battle
    if battle is not None and battle.place == unit.place and battle.phase == "round" and unit.acted >= battle.round:
        lines.append(say("has acted"))
    title = block_strength(body)
    return Card(unit.handle, title, tuple(lines), ICONS[body.kind])


# -- the war -----------------------------------------------------------------------------------------------------------


def _points(state: State) -> Meter:
    bars = tuple(Bar(victory_points(state, side), GOAL_POINTS, state.seats[side], SIDE_NAMES[side]) for side in SIDES)
    return Meter(key="points", title=say("Points of 30", short=N_("Points of 30")), bars=bars, big=True)


def _war(state: State) -> Note:
    when: dict[str, Arg] = {"n": state.olympiad, "last": LAST_OLYMPIAD, "turn": state.turn}
    athens, sparta = (victory_points(state, side) for side in SIDES)
    lines: list[Wording] = [
        say(
            "Olympiad {n} of {last}, turn {turn} of {turns}.",
            short=N_("Ol {n} - T{turn}"),
            **when,
            turns=turns_in_olympiad(state),
        ),
        say("Points: Athens {a}, Sparta {b}.", short=N_("Points A {a} - S {b}"), a=athens, b=sparta),
    ]
    if state.persia == "allied":
        lines.append(say("Persia helps Sparta.", short=N_("Persia helps Sparta")))
    if state.agenda and isinstance(state.agenda[-1], PlanningReplacements):
        for side in SIDES:
            name, points = SIDE_NAMES[side], income(state, side)
            lines.append(
                say_n(
                    "{side} may spend {n} production point.",
                    "{side} may spend {n} production points.",
                    points,
                    short=N_("{side}: {n} to spend"),
                    side=name,
                )
            )
    return Note(key="war", title=say("The war"), lines=tuple(lines), icon="hourglass", big=True)


def _cards(state: State) -> Hand:
    cards = []
    for side in sorted(state.played, key=lambda side: side != state.first):
        card = state.played[side]
        lines: list[Wording] = [say("Player 1") if side == state.first else say("Player 2")]
        words: dict[str, Arg] = {"side": SIDE_NAMES[side], "n": card_points(card), "card": card_name(state, card)}
        # The name of an event may be wider than a card of a phone.
        title = say("{side}: {n}\u00a0MP", short=N_("{side}: {card}"), **words)
        if effect_of(card) is not None:
            lines.insert(0, event_name(state, card))
        if effect := event_effect(state, card):
            lines.append(effect)
        cards.append(Card(f"card-{side}", title, tuple(lines), "card"))
    return Hand(key="played", title=say("Cards of this turn", short=N_("Cards played")), cards=tuple(cards))


def _sieges(state: State) -> Iterator[AnyWidget]:
    """Sieges and the attrition that each group rolls at the end of the turn (section 7.7)."""

    def face_up(place: str) -> list[Unit]:
        """The blocks there, but for the battle, which has widgets of its own."""
        return [] if state.battle is not None and state.battle.place == place else units_at(state, place)

    places = [place for place in state.cities if is_besieged(state, place) or face_up(place)]
    if not places:
        return
    columns = (Column(say("Siege")), Column(say("Inside")), Column(say("Before it")), Column(say("Attrition")))
    rows = []
    for place in places:
        inside = sum(one.count for one in state.garrisons if one.place == place)
        before = len(units_at(state, place, None, "siege", "blockade", "patrol", "field"))
        kind, total = say("open"), is_total_siege(state, place)
        if is_besieged(state, place):
            kind = say("total", short=N_("TOTAL")) if total else say("partial", short=N_("part."))
        rolls = say("{n}+", n=besieged_threshold(state, place)) if inside else say("no")
        rows.append(Row((kind, inside, before, rolls), label=place_name(state, place), marked=total))
    yield Ledger(key="sieges", title=say("Sieges"), columns=columns, rows=tuple(rows), big=True)
    if cards := tuple(_siege_card(state, unit) for place in places for unit in face_up(place)):
        yield Hand(key="before", title=say("Face up on the map", short=N_("Face up")), cards=cards)


def _siege_card(state: State, unit: Unit) -> Card:
    body = body_of(state, unit)
    words: dict[str, Arg] = {"place": place_name(state, unit.place), "block": block_name(body)}
    # The name of a city may be wider than a title of a phone; small displays, which open only one card, need it there.
    title = say("{block}", short=N_("{place}: {block}"), **words)
    where = say("{place}", place=words["place"])
    steps = say("{side}, strength\u00a0{n}", side=SIDE_NAMES[unit.side], n=body.strength)
    what = ROLE_WORDS[unit.role]
    if (unit.place, unit.role) in attrition_groups(state, unit.side):
        why = threshold_reason(state, unit.place, unit.side, unit.role)
        what = say("{why}: {n}+", why=why, n=hit_threshold(state, unit.place, unit.side, unit.role))
    return Card(unit.handle, title, (where, steps, what), ICONS[body.kind])
