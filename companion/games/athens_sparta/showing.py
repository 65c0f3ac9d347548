"""The widgets of the screens, and the numbers that a seat always sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.widgets import AnyWidget, Bar, Card, Column, Figure, Hand, Ledger, Meter, Note, Row
from companion.core.wording import N_, Arg, Message, Wording, say, say_n
from companion.games.athens_sparta import queries, tables
from companion.games.athens_sparta.attrition import (
    attrition_groups,
    besieged_threshold,
    hit_threshold,
    threshold_reason,
)
from companion.games.athens_sparta.battlefield import combat_turn_words
from companion.games.athens_sparta.box import card_points, effect_of, is_set_aside, printed_body, written
from companion.games.athens_sparta.cards import card_name, event_effect, event_name, hand_size, turns_in_olympiad
from companion.games.athens_sparta.queries import body_of, units_at
from companion.games.athens_sparta.replacements import check_plan, income, order_words
from companion.games.athens_sparta.scoring import victory_points
from companion.games.athens_sparta.seats import side_at
from companion.games.athens_sparta.state import (
    OPEN_GROUND,
    OUT_OF_PLAY,
    POOL,
    Battle,
    Body,
    CombatTurn,
    PlanningReplacements,
    State,
    Unit,
)
from companion.games.athens_sparta.tables import ICONS, SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import block_name, block_strength, place_name


def show(state: State) -> list[AnyWidget]:
    """The public widgets."""
    return list(_public(state))


def with_own(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The public widgets, then those for the seat alone."""
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


# -- battle ----------------------------------------------------------------------------------------------------------


def _battle(state: State, battle: Battle) -> Iterator[AnyWidget]:
    place = place_name(state, battle.place)
    yield Note(
        key="battle",
        title=place if battle.place == queries.ARENA else say("Battle: {place}", place=place),
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
    if isinstance(top, CombatTurn) and (unit := queries.find_unit(state, top.handles[0])):
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


# -- the war ---------------------------------------------------------------------------------------------------------


def _points(state: State) -> Meter:
    bars = tuple(
        Bar(victory_points(state, side), tables.GOAL_POINTS, state.seats[side], SIDE_NAMES[side]) for side in SIDES
    )
    return Meter(key="points", title=say("Points of 30", short=N_("Points of 30")), bars=bars, big=True)


def _war(state: State) -> Note:
    when: dict[str, Arg] = {"n": state.olympiad, "last": tables.LAST_OLYMPIAD, "turn": state.turn}
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
    """The widgets for sieges, with the attrition that each group rolls at the end of the turn (section 7.7)."""

    def face_up(place: str) -> list[Unit]:
        """The face-up blocks at a place; none at the place of the current battle, which has widgets of its own."""
        return [] if state.battle is not None and state.battle.place == place else units_at(state, place)

    places = [place for place in state.cities if queries.is_besieged(state, place) or face_up(place)]
    if not places:
        return
    columns = (Column(say("Siege")), Column(say("Inside")), Column(say("Before it")), Column(say("Attrition")))
    rows = []
    for place in places:
        inside = sum(one.count for one in state.garrisons if one.place == place)
        before = len(units_at(state, place, None, "siege", "blockade", "patrol", "field"))
        kind, total = say("open"), queries.is_total_siege(state, place)
        if queries.is_besieged(state, place):
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


# -- what to set up (section 3) --------------------------------------------------------------------------------------

ASIDE, UNKNOWN = "aside", "unknown"
GROUPS = {ASIDE: say("aside"), UNKNOWN: say("not described yet")}
"""Keys of two groups of the list besides cities: blocks that are set aside, and blocks of which the box lacks a
field.
"""


def setup_list(state: State) -> Iterator[AnyWidget]:
    """The set-up list: what applies to every copy of the game, then the blocks by city as far as the box knows them."""
    if state.level == "battle" or not is_being_set_up(state):
        return
    lines: tuple[Wording, ...] = (
        say("Every block stands in its home city, upright, at full strength."),
        say("Aside: reserve blocks, Demos, Helot and Tyrant, green blocks, and the Spartan ships with a blue star."),
        say("Potidaea: Spartans inside, an Athenian hoplite and ship before it, face up."),
        _marker_and_cards(state),
    )
    yield Note(key="setup", title=say("How it lies at the start", short=N_("At the start")), lines=lines, icon="log")
    for side in SIDES:
        if places := blocks_by_city(state, side):
            cards = tuple(
                Card(f"at-{place}", blocks_title(state, place), tuple(blocks)) for place, blocks in places.items()
            )
            yield Hand(key=f"setup-{side}", title=say("{side} sets up", side=SIDE_NAMES[side]), cards=cards)


def _marker_and_cards(state: State) -> Message:
    if state.hands and not state.real_hands:
        return say("Marker on Olympiad {n}. The cards stay in the box: the companion deals them.", n=state.olympiad)
    return say(
        "Marker on Olympiad {n}. Shuffle all {m} cards and deal {k} to each.",
        n=state.olympiad,
        m=tables.DECK_SIZE,
        k=hand_size(state),
    )


def is_being_set_up(state: State) -> bool:
    """Whether no card of the play has been shown yet."""
    return not state.seats or (state.turn <= 1 and state.olympiad == state.began and not state.played)


def blocks_by_city(state: State, side: Side) -> dict[str, list[Wording]]:
    """The blocks of a side by city; last those set aside and those with missing fields."""
    places: dict[str, list[Wording]] = {}
    later: dict[str, list[Wording]] = {ASIDE: [], UNKNOWN: []}
    for key, facts in sorted(state.box.get("block", {}).items()):
        if tables.HOLDER_BY_COLOUR.get(str(facts.get("colour", ""))) != side:
            continue
        body = printed_body(state.box, key)
        if body is None:
            later[UNKNOWN].append(written(str(facts.get("name") or key)))
        elif is_set_aside(side, body):
            later[ASIDE].append(_block_steps(body))
        else:
            places.setdefault(body.at, []).append(_block_steps(body))
    return dict(sorted(places.items())) | {place: blocks for place, blocks in later.items() if blocks}


def _block_steps(body: Body) -> Message:
    return say_n("{block}, {n} step", "{block}, {n} steps", body.strength, block=block_name(body))


def blocks_title(state: State, place: str) -> Message:
    if place in GROUPS:
        return GROUPS[place]
    return say("{place}", place=place_name(state, place)) if place in state.box["city"] else say("in the open")


# -- what only the owner sees ----------------------------------------------------------------------------------------


def show_own(state: State, seat: int) -> Iterator[AnyWidget]:
    """The widgets of the seat's own side."""
    side = side_at(state, seat)
    if side is None or state.level == "battle":
        return
    yield from _own_cards(state, side)
    if state.level == "full":
        yield from _own_blocks(state, side)
    plan = state.plans[side].value
    if plan:
        account, _ = check_plan(state, side, plan)
        lines = (*(order_words(state, order) for order in plan), say("Points left: {n}", n=account.left))
        yield Note(key="plan", title=say("Your replacements"), lines=lines, secret=True)


def _own_cards(state: State, side: Side) -> Iterator[AnyWidget]:
    chosen = state.chosen[side].value if side in state.chosen and side not in state.played else ""
    hand = state.hands[side].value if side in state.hands else []
    if hand or chosen:
        cards = [_card(state, f"hand-{n}", card) for n, card in enumerate(hand)]
        if chosen and not hand:
            cards.append(_card(state, "chosen", chosen, say("face down")))
        yield Hand(key="hand", title=say("Your hand"), cards=tuple(cards), seat=state.seats[side], secret=True)
    if chosen:
        lines = (say("You have laid down {card}.", card=card_name(state, chosen)),)
        yield Note(
            key="chosen", title=say("The card you laid down", short=N_("Card laid down")), lines=lines, secret=True
        )
    if side in state.syracuse and not state.syracuse[side].revealed:
        lines = (say("Your card at Syracuse: {card}.", card=card_name(state, state.syracuse[side].value)),)
        title = say("Face down at Syracuse", short=N_("At Syracuse"))
        yield Note(key="syracuse", title=title, lines=lines, secret=True)


def _card(state: State, key: str, card: str, *more: Message) -> Card:
    """A card titled by its points, because the name of an event may be too wide for a card on a phone. Small displays,
    which open only one card at a time, name the event with the points.
    """
    if effect_of(card) is None:
        return Card(key, card_name(state, card), more, "card")
    event = event_name(state, card)
    points = say("{n} MP", short=N_("{n} MP, {event}"), n=card_points(card), event=event)
    return Card(key, points, (event, *more), "card")


def _own_blocks(state: State, side: Side) -> Iterator[AnyWidget]:
    """The side's blocks with place and steps; those in the pool in a list of their own."""
    away = queries.committed_blocks(state, side)
    own = [(key, block.body.value) for key, block in sorted(state.blocks.items()) if block.side == side]
    placed = [item for item in own if item[1].strength]
    cards = tuple(
        Card(key, block_name(body), (_steps(body), _location(state, body, key in away)), ICONS[body.kind])
        for key, body in sorted(placed, key=lambda item: (item[1].at, item[0]))
    )
    if cards:
        yield Hand(key="blocks", title=say("Your blocks"), cards=cards, seat=state.seats[side], secret=True)
    pool = tuple(
        Card(key, block_name(body), (say("in the pool"),), ICONS[body.kind])
        for key, body in own
        if not body.strength and body.at == POOL
    )
    if pool:
        yield Hand(key="pool", title=say("Your pool"), cards=pool, seat=state.seats[side], secret=True)


def _steps(body: Body) -> Message:
    if not body.most:
        return say_n("{n} step", "{n} steps", body.strength)
    return say("steps {n}/{most}", n=body.strength, most=body.most)


def _location(state: State, body: Body, bound: bool) -> Message:
    if body.at in (OPEN_GROUND, OUT_OF_PLAY):
        return say("in the open")
    if bound:
        return say("{place}, not free", place=place_name(state, body.at))
    return say("{place}", place=place_name(state, body.at))


# -- the strip -------------------------------------------------------------------------------------------------------


def strip(state: State, seat: int) -> list[Figure]:
    """The numbers a seat always sees; none before the sides are chosen."""
    side = side_at(state, seat)
    if side is None:
        return []
    return [*_war_figures(state, side), *_battle_figures(state, side)]


def _war_figures(state: State, side: Side) -> list[Figure]:
    if state.level == "battle":
        return []
    other: Side = "sparta" if side == "athens" else "athens"
    own = say("{n}/{limit}", n=victory_points(state, side), limit=tables.GOAL_POINTS)
    points = [
        Figure(say("You, {side}", side=SIDE_NAMES[side]), own, "point"),
        Figure(SIDE_NAMES[other], victory_points(state, other), "shield"),
    ]
    if state.battle is not None:  # the figures of the battle need the room
        return points
    turn = say("{n}/{limit}", n=state.turn, limit=turns_in_olympiad(state))
    return [*points, Figure(say("Income"), income(state, side), "plus"), Figure(say("Turns"), turn, "hourglass")]


def _battle_figures(state: State, side: Side) -> list[Figure]:
    """Blocks and steps of a side in the current battle."""
    if state.battle is None:
        return []
    units = units_at(state, state.battle.place, side)
    return [
        Figure(say("Blocks"), len(units), "sword"),
        Figure(say("Steps"), sum(body_of(state, unit).strength for unit in units), "heart"),
    ]
