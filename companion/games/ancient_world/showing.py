"""What the screens show: no information is hidden. Section 11."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.core.widgets import AnyWidget, Card, Column, Figure, Hand, Ledger, Note, Row, Space, Token, Track
from companion.core.wording import N_, Message, Wording, in_a_row, listed, named, say, say_n
from companion.games.ancient_world import box, city, round_end, scoring, start, tables, words
from companion.games.ancient_world.attack import total_attack
from companion.games.ancient_world.box import CardKind
from companion.games.ancient_world.place import highest_on
from companion.games.ancient_world.state import Acting, Player, Preparing, SettingUp, State, Turn, where_on


def show(state: State) -> list[AnyWidget]:
    """All widgets: the board, then the numbers and cards of all players."""
    widgets: list[AnyWidget] = [*_notes(state), board(state), goods(state)]
    widgets += [seat_note(state, player) for player in state.players]
    widgets += [cities(state), banners(state), next_banners(state), armies(state)]
    if state.second:
        widgets.append(titans(state))
    widgets += [hand for player in state.players for hand in hands(state, player)]
    return widgets


def own_first(widgets: Sequence[AnyWidget], seat: int) -> list[AnyWidget]:
    """The widgets for the phone of a seat: its numbers before the board, its cards after the goods, without the short
    notes of others, which repeat their numbers.
    """
    ranks = {widget.key: _rank(widget, seat) for widget in widgets}
    return sorted((widget for widget in widgets if ranks[widget.key]), key=lambda widget: ranks[widget.key])


def _rank(widget: AnyWidget, seat: int) -> int:
    """The rank of a widget on the phone of a seat; 0 leaves it out."""
    match widget:
        case Note(seat=int()):
            return 2 if widget.seat == seat else 0
        case Note():
            return 1
        case Hand(seat=int()):
            return 4 if widget.seat == seat else 6
        case _:
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
        case _:
            pass


# -- the board and the numbers of everybody -----------------------------------------------------------------------


def board(state: State) -> Track:
    """The actions with their ambrosia and citizens."""
    spaces = tuple(
        Space(
            space,
            label,
            tables.SPACE_ICONS[space],
            note=_space_note(state, space),
            marked=isinstance(state.agenda[-1], Acting) and state.agenda[-1].space == space if state.agenda else False,
        )
        for space, label in tables.SPACES.items()
    )
    tokens = tuple(
        Token(space, player.seat, label=say("{n}", n=number))
        for space in tables.SPACES
        for player in state.players
        for number, where in enumerate(player.citizens, 1)
        if where == where_on(space)
    )
    title = say("Round {n} of {rounds}", n=state.round, rounds=tables.ROUNDS)
    return Track(key="board", title=title, spaces=spaces, tokens=tokens, big=True)


def _space_note(state: State, space: str) -> Message | None:
    """The ambrosia and the highest citizen on an action."""
    place = state.places[space]
    top = highest_on(state, space)
    if not place.open:
        return say("from round {n}", n=tables.OPENING_ROUND.get(space, 1))  # type: ignore[call-overload]  # any text
    if place.ambrosia and top:
        return say("highest {top}, {n} ambrosia", short=N_("{top}, {n} amb."), top=top, n=place.ambrosia)
    if top:
        return say("highest {top}", short=N_("{top}"), top=top)
    return say_n("{n} ambrosia", "{n} ambrosia", place.ambrosia, short=N_("{n} amb.")) if place.ambrosia else None


def _row(state: State, player: Player, *cells: int | Wording | None) -> Row:
    top = state.agenda[-1] if state.agenda else None
    acting = isinstance(top, Turn | Acting) and top.seat == player.seat
    return Row(
        cells, player.seat, named(player.seat), marked=acting, out=bool(player.passed) and state.stage == "turns"
    )


def goods(state: State) -> Ledger:
    """Coins, knowledge, ambrosia, capacity, titan and points. Players who have passed are greyed."""
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
                used=city.capacity_used(state, player),
                capacity=city.symbol_total(state, player, "capacity"),
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
    return _defence(state, player.threat.key) if box.is_known(state, "titan", player.threat.key) else None


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
            len(city.owned_citizens(player)),
            city.symbol_total(state, player, "food"),
            city.hunger(state, player),
            city.symbol_total(state, player, "coin-income"),
            say("{n}/{limit}", n=len(player.armies), limit=city.symbol_total(state, player, "army-limit")),
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
    columns = tuple(Column(label) for label in tables.COLOURS.values())
    rows = tuple(
        _row(state, player, *(number(state, player, colour) for colour in tables.COLOURS)) for player in state.players
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
    return in_a_row(say("used") if army.spent else say("{n}", n=city.army_cost(army)) for army in player.armies)


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
        there = box.is_known(state, "titan", threat.key)
        defence = _defence(state, threat.key) if there else None
        cost = round_end.appease_cost(state, threat)
        rows.append(
            _row(state, player, threat.stars, defence, box.banners_of(state, threat.key) if there else None, cost)
        )
    return Ledger(key="titans", title=say("Threatening titans"), columns=columns, rows=tuple(rows))


def _defence(state: State, key: str) -> Wording:
    counts, defence = box.defence_of(state, key)
    return words.swords(defence) if counts == "swords" else say("{n} both", n=defence)


def hands(state: State, player: Player) -> Iterator[Hand]:
    """The cards in front of a player; damaged cards and used armies are struck through."""
    seat = player.seat
    cards = tuple(
        Card(
            f"card-{card.id}",
            words.card_name(state, card),
            symbols_line(state, "empire", card.key),
            "card",
            bool(card.down),
            say("damaged"),
        )
        for card in player.cards
    )
    yield Hand(key=f"city-{seat}", title=say("City of {who}", who=named(seat)), cards=cards, seat=seat)
    ranks = tuple(
        Card(
            f"army-{army.id}",
            words.army_line(state, army),
            (say("Next use costs {n}", n=city.army_cost(army)),),
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
                box.name_of(state, what, key),
                symbols_line(state, what, key),
                "mountain" if what == "titan" else "plus",
            )
            for at, (what, key) in enumerate(row)
        )
        yield Hand(key=f"row-{seat}", title=say("Titans and districts of {who}", who=named(seat)), cards=won, seat=seat)
    if player.stored:
        kept = tuple(
            Card(f"stored-{at}", box.name_of(state, "empire", key), symbols_line(state, "empire", key), "cards")
            for at, key in enumerate(player.stored)
        )
        yield Hand(key=f"stored-{seat}", title=say("Stored by {who}", who=named(seat)), cards=kept, seat=seat)


def symbols_line(state: State, what: CardKind, key: str) -> tuple[Wording, ...]:
    """The banners and symbols of a card, each once with its number."""
    facts = box.component(state, what, key)
    lines: list[Wording] = []
    for field, labels in (("banners", tables.COLOURS), ("symbols", tables.SYMBOLS)):
        found = facts.get(field)
        if isinstance(found, list) and found:
            lines.append(in_a_row(_counted(labels, found)))
    return tuple(lines)


def _counted(words: dict[str, Message], found: list[int | str]) -> list[Wording]:
    return [
        say("{symbol} x{n}", symbol=label, n=found.count(key)) if found.count(key) > 1 else label
        for key, label in words.items()
        if key in found
    ]


# -- one seat in four short lines ---------------------------------------------------------------------------------


def seat_note(state: State, player: Player) -> Note:
    """A seat's goods, city, armies and titan, one line each."""
    lines = (
        _goods_line(state, player),
        _city_line(state, player),
        _armies_line(state, player),
        _titan_line(state, player),
    )
    return Note(key=f"seat-{player.seat}", title=named(player.seat), lines=lines, seat=player.seat)


def _goods_line(state: State, player: Player) -> Wording:
    if not state.second:
        return say(
            "{coins}, {knowledge} knowledge",
            short=N_("Coin {coins} Know {knowledge}"),
            coins=words.coins(player.coins),
            knowledge=player.knowledge,
        )
    return say(
        "{coins}, {knowledge} knowledge, {ambrosia} ambrosia",
        short=N_("C{coins} K{knowledge} A{ambrosia}"),
        coins=words.coins(player.coins),
        knowledge=player.knowledge,
        ambrosia=player.ambrosia,
    )


def _city_line(state: State, player: Player) -> Wording:
    return say(
        "{citizens}, food {food}, {hungry} hungry; capacity {used} of {capacity}",
        short=N_("F{food} C{citizens} !{hungry} {used}/{capacity}"),
        citizens=words.citizens(len(city.owned_citizens(player))),
        food=city.symbol_total(state, player, "food"),
        hungry=city.hunger(state, player),
        used=city.capacity_used(state, player),
        capacity=city.symbol_total(state, player, "capacity"),
    )


def _armies_line(state: State, player: Player) -> Wording:
    attack = total_attack(state, player)
    if attack is None:
        return say("Armies cost {costs}; enter what stands on them", short=N_("{costs} = ?"), costs=_costs_line(player))
    both, swords = attack
    return say(
        "Armies cost {costs}; attack {both}, swords only {swords}",
        short=N_("{costs} = {both}/{swords}"),
        costs=_costs_line(player),
        both=both,
        swords=swords,
    )


def _costs_line(player: Player) -> Wording:
    return words.added(say("{n}", n=city.army_cost(army)) for army in player.armies if not army.spent)


def _titan_line(state: State, player: Player) -> Wording:
    if player.passed:
        return say("Has passed", short=N_("PASSED"))
    threat = player.threat
    if threat is None:
        return say("No titan on the board", short=N_("No titan"))
    if not box.is_known(state, "titan", threat.key):
        return say("A titan nobody has entered", short=N_("Unknown titan"))
    defence = box.fact(state, "titan", threat.key, "defence")
    return say(
        "Titan: defence {defence}, {banners}, appeased for {cost}",
        short=N_("T: {defence} B{banners} A{cost}"),
        defence=defence if isinstance(defence, int) else 0,
        banners=words.banners(box.banners_of(state, threat.key)),
        cost=round_end.appease_cost(state, threat) or 0,
    )


def strip(state: State, seat: int) -> list[Figure]:
    """Coins, knowledge, ambrosia, capacity used and to use, points."""
    player = next((player for player in state.players if player.seat == seat), None)
    if player is None:
        return []
    room = say(
        "{used}/{capacity}",
        used=city.capacity_used(state, player),
        capacity=city.symbol_total(state, player, "capacity"),
    )
    ambrosia = [Figure(say("Ambrosia"), player.ambrosia, "amphora")] if state.second else []
    return [
        Figure(say("Coins"), player.coins, "coin"),
        Figure(say("Knowledge", N_("Know.")), player.knowledge, "scroll"),
        *ambrosia,
        Figure(say("Capacity"), room, "city"),
        Figure(say("Points"), scoring.side_score(state, player).total, "point"),
    ]


# -- checklists: sections 2 and 3.1 -------------------------------------------------------------------------------


def set_up_list(state: State) -> Note:
    """What to do by hand before the first round. Section 2."""
    players = len(state.players)
    lines: list[Wording] = [
        say("Titan decks and district deck: the top card face up."),
        say("Deal {n} empire cards from deck A; set deck B aside until round 4.", n=tables.EMPIRE_ROW[players]),
        say("Deal {n} military cards.", n=players),
        say("Cover {first} and {second}.", first=tables.SPACES["explore"], second=tables.SPACES["grow"]),
    ]
    if state.second:
        first, second, third = (tables.SPACES[space] for space in tables.AMBROSIA_AT_START)
        lines.append(say("1 ambrosia each on {first}, {second} and {third}.", first=first, second=second, third=third))
        lines.append(say("Each player: a starting titan on the board."))
    lines += [
        say("Each player: Fishing Dock, Wheat Fields, City Guard, Militia, citizens 1, 2 and 3."),
        say(
            "Capacity cube on {capacity}, income cube on {income}.",
            capacity=tables.CAPITAL["capacity"],
            income=tables.CAPITAL["coin-income"],
        ),
        say(
            "Coins in turn order: {coins}.",
            coins=listed([say("{n}", n=state.switches.start_coins + extra) for extra in tables.EXTRA_COINS[:players]]),
        ),
    ]
    return Note(key="checklist", title=say("Set-up"), lines=tuple(lines), icon="log", big=True)


def checklist(state: State) -> Note:
    """What to do by hand before the next round. Section 3.1."""
    round_, players = start.next_round(state), len(state.players)
    lines: list[Wording] = [
        say("Move the round marker to {n}.", n=round_),
        say(
            "Empire row to the discard pile; deal {n} from deck {deck}.",
            n=tables.EMPIRE_ROW[players],
            deck=tables.deck_letter(round_),
        ),
        words.reshuffle(tables.deck_letter(round_)),
        say("Military row under its deck; deal {n}.", n=players),
    ]
    if tables.deck_letter(round_) != tables.deck_letter(round_ - 1):
        lines.insert(1, say("From now on deck B."))
    for space, opens in tables.OPENING_ROUND.items():
        if opens == round_:
            label = tables.SPACES[space]
            lines.append(
                say("Uncover {space}, put 1 ambrosia on it.", space=label)
                if state.second
                else say("Uncover {space}.", space=label)
            )
    lines += [
        say_n(
            "{who} draws a titan from the bottom of the deck with {n} star.",
            "{who} draws a titan from the bottom of the deck with {n} stars.",
            tables.TITAN_STARS[round_],
            who=named(player.seat),
        )
        for player in start.players_without_titan(state, min(max(state.claimed or state.first, 1), players))
    ]
    return Note(key="checklist", title=say("Prepare round {n}", n=round_), lines=tuple(lines), icon="log", big=True)
