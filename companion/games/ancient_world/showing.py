"""What the screens show: no information is hidden. Section 11."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.core.widgets import AnyWidget, Card, Column, Hand, Ledger, Note, Row, Space, Token, Track
from companion.core.wording import N_, Message, Wording, in_a_row, named, say
from companion.games.ancient_world import queries, scoring
from companion.games.ancient_world.agenda import Acting, Preparing, SettingUp, Turn
from companion.games.ancient_world.box import CardKind, banners_of, defence_of, is_known, name_of
from companion.games.ancient_world.queries_attack import total_attack
from companion.games.ancient_world.showing_notes import checklist, seat_note, set_up_list, symbols_line
from companion.games.ancient_world.state import Player, State, where_on
from companion.games.ancient_world.tables import COLOURS, OPENING_ROUND, ROUNDS, SPACE_ICONS, SPACES
from companion.games.ancient_world.words import army_line, card_name, swords


def show(state: State) -> list[AnyWidget]:
    """The board, everybody's numbers and cards."""
    widgets: list[AnyWidget] = [*_notes(state), board(state), goods(state)]
    widgets += [seat_note(state, player) for player in state.players]
    widgets += [cities(state), banners(state), next_banners(state), armies(state)]
    if state.second:
        widgets.append(titans(state))
    widgets += [hand for player in state.players for hand in hands(state, player)]
    return widgets


def own_first(widgets: Sequence[AnyWidget], seat: int) -> list[AnyWidget]:
    """A phone has its own numbers before the board, its own cards after the goods, and no numbers of others twice."""
    ranks = {widget.key: _rank(widget, seat) for widget in widgets}
    return sorted((widget for widget in widgets if ranks[widget.key]), key=lambda widget: ranks[widget.key])


def _rank(widget: AnyWidget, seat: int) -> int:
    """The place of a widget on the phone of a seat; 0 for none."""
    match widget:
        case Note(seat=int()):
            return 2 if widget.seat == seat else 0
        case Note():
            return 1
        case Hand(seat=int()):
            return 4 if widget.seat == seat else 6
    return 3 if widget.key in ("board", "goods") else 5


def _notes(state: State) -> Iterator[AnyWidget]:
    if state.switches.practice:
        lines = (say("Practice box: the numbers are invented."),)
        yield Note(key="practice", title=say("Practice box"), lines=lines, tone="warning")
    if not state.second:
        lines = (say("First edition: what is not known of it follows the second."),)
        yield Note(key="edition", title=say("First edition"), lines=lines)
    match state.agenda:
        case [*_, SettingUp()]:
            yield set_up_list(state)
        case [*_, Preparing()]:
            yield checklist(state)


# -- the board ---------------------------------------------------------------------------------------------------


def board(state: State) -> Track:
    """The actions with their ambrosia and citizens."""
    spaces = tuple(
        Space(
            space,
            label,
            SPACE_ICONS[space],
            note=_space_note(state, space),
            marked=isinstance(state.agenda[-1], Acting) and state.agenda[-1].space == space if state.agenda else False,
        )
        for space, label in SPACES.items()
    )
    tokens = tuple(
        Token(space, player.seat, label=say("{n}", n=number))
        for space in SPACES
        for player in state.players
        for number, where in enumerate(player.citizens, 1)
        if where == where_on(space)
    )
    title = say("Round {n} of {rounds}", n=state.round, rounds=ROUNDS)
    return Track(key="board", title=title, spaces=spaces, tokens=tokens, big=True)


def _space_note(state: State, space: str) -> Message | None:
    """The ambrosia and the highest citizen on an action."""
    place = state.places[space]
    top = queries.highest_on(state, space)
    if not place.open:
        return say("from round {n}", n=OPENING_ROUND.get(space, 1))  # type: ignore[call-overload]  # any text
    if place.ambrosia and top:
        return say("highest {top}, {n} ambrosia", short=N_("{top}, {n} amb."), top=top, n=place.ambrosia)
    if top:
        return say("highest {top}", short=N_("{top}"), top=top)
    return say("{n} ambrosia", short=N_("{n} amb."), n=place.ambrosia) if place.ambrosia else None


# -- everybody's numbers -----------------------------------------------------------------------------------------


def _row(state: State, player: Player, *cells: int | Wording | None) -> Row:
    top = state.agenda[-1] if state.agenda else None
    acting = isinstance(top, Turn | Acting) and top.seat == player.seat
    return Row(
        cells, player.seat, named(player.seat), marked=acting, out=bool(player.passed) and state.stage == "turns"
    )


def goods(state: State) -> Ledger:
    """Coins, knowledge, ambrosia, capacity, titan and points. Who has passed is greyed."""
    columns = [Column(say("Coins"), "coin"), Column(say("Knowledge"), "scroll")]
    if state.second:
        columns += [Column(say("Ambrosia"), "amphora"), Column(say("Titan"), "mountain")]
    columns += [Column(say("Capacity"), "city"), Column(say("Points"), "point")]
    rows = tuple(
        _row(
            state,
            player,
            player.coins,
            player.knowledge,
            *((player.ambrosia, _threat(state, player)) if state.second else ()),
            say(
                "{used}/{capacity}",
                used=queries.capacity_used(state, player),
                capacity=queries.symbol_total(state, player, "capacity"),
            ),
            scoring.side_score(state, player).total,
        )
        for player in state.players
    )
    return Ledger(key="goods", title=say("Goods and points"), columns=tuple(columns), rows=rows, total=True, big=True)


def _threat(state: State, player: Player) -> Wording | None:
    """The defence of the titan on a board; None for an unknown one."""
    if player.threat is None:
        return say("no titan")
    return _defence(state, player.threat.key) if is_known(state, "titan", player.threat.key) else None


def cities(state: State) -> Ledger:
    """Citizens, food, hunger, income, the army limit."""
    columns = (
        Column(say("Citizens"), "people"),
        Column(say("Food"), "food"),
        Column(say("Hungry"), "warning"),
        Column(say("Income"), "coin"),
        Column(say("Armies"), "shield"),
    )
    rows = tuple(
        _row(
            state,
            player,
            len(queries.owned_citizens(player)),
            queries.symbol_total(state, player, "food"),
            queries.hunger(state, player),
            queries.symbol_total(state, player, "coin-income"),
            say("{n}/{limit}", n=len(player.armies), limit=queries.symbol_total(state, player, "army-limit")),
        )
        for player in state.players
    )
    return Ledger(key="cities", title=say("Cities"), columns=columns, rows=rows)


def banners(state: State) -> Ledger:
    """Banners by colour."""
    return _by_colour(state, "banners", say("Banners"), scoring.banner_count)


def next_banners(state: State) -> Ledger:
    """Points of one more banner of each colour."""

    def worth(state: State, player: Player, colour: str) -> int:
        return scoring.next_banner_points(state, scoring.banner_count(state, player, colour))

    return _by_colour(state, "next", say("The next banner is worth", short=N_("Next banner")), worth)


def _by_colour(state: State, key: str, title: Message, number: Callable[[State, Player, str], int]) -> Ledger:
    columns = tuple(Column(label) for label in COLOURS.values())
    rows = tuple(
        _row(state, player, *(number(state, player, colour) for colour in COLOURS)) for player in state.players
    )
    return Ledger(key=key, title=title, columns=columns, rows=rows)


def armies(state: State) -> Ledger:
    """Coins to use each army, and the attack value of all."""
    columns = (Column(say("Next costs"), "coin"), Column(say("Both"), "spear"), Column(say("Swords"), "sword"))
    rows = tuple(
        _row(state, player, _costs(player), *(total_attack(state, player) or (None, None))) for player in state.players
    )
    return Ledger(key="armies", title=say("Armies"), columns=columns, rows=rows)


def _costs(player: Player) -> Wording:
    if not player.armies:
        return say("none")
    return in_a_row(say("used") if army.spent else say("{n}", n=queries.army_cost(army)) for army in player.armies)


def titans(state: State) -> Ledger:
    """Stars, defence, banners and appeasing cost of the titan on every board."""
    columns = (
        Column(say("Stars")),
        Column(say("Defence"), "shield"),
        Column(say("Banners")),
        Column(say("Appease"), "amphora"),
    )
    rows = []
    for player in state.players:
        threat = player.threat
        if threat is None:
            rows.append(_row(state, player, None, say("no titan"), None, None))
            continue
        there = is_known(state, "titan", threat.key)
        defence = _defence(state, threat.key) if there else None
        cost = queries.appease_cost(state, threat)
        rows.append(_row(state, player, threat.stars, defence, banners_of(state, threat.key) if there else None, cost))
    return Ledger(key="titans", title=say("Threatening titans"), columns=columns, rows=tuple(rows))


def _defence(state: State, key: str) -> Wording:
    counts, defence = defence_of(state, key)
    return swords(defence) if counts == "swords" else say("{n} both", n=defence)


# -- cards -------------------------------------------------------------------------------------------------------


def hands(state: State, player: Player) -> Iterator[Hand]:
    """The cards in front of a player; damaged cards and used armies are struck through."""
    seat = player.seat
    cards = tuple(
        Card(
            f"card-{card.id}", card_name(state, card), symbols_line(state, "empire", card.key), "card", bool(card.down)
        )
        for card in player.cards
    )
    yield Hand(key=f"city-{seat}", title=say("City of {who}", who=named(seat)), cards=cards, seat=seat)
    ranks = tuple(
        Card(
            f"army-{army.id}",
            army_line(state, army),
            (say("Next use costs {n}", n=queries.army_cost(army)),),
            "shield",
            bool(army.spent),
        )
        for army in player.armies
    )
    yield Hand(key=f"armies-{seat}", title=say("Armies of {who}", who=named(seat)), cards=ranks, seat=seat)
    row: list[tuple[CardKind, str]] = [("titan", key) for key in player.titans]
    row += [("district", key) for key in player.districts]
    if row:
        won = tuple(
            Card(
                f"won-{at}",
                name_of(state, what, key),
                symbols_line(state, what, key),
                "mountain" if what == "titan" else "plus",
            )
            for at, (what, key) in enumerate(row)
        )
        yield Hand(key=f"row-{seat}", title=say("Titans and districts of {who}", who=named(seat)), cards=won, seat=seat)
    if player.stored:
        kept = tuple(
            Card(f"stored-{at}", name_of(state, "empire", key), symbols_line(state, "empire", key), "cards")
            for at, key in enumerate(player.stored)
        )
        yield Hand(key=f"stored-{seat}", title=say("Stored by {who}", who=named(seat)), cards=kept, seat=seat)
