"""Notes: one seat in four short lines for a small display, checklists before a round. Sections 2, 3.1 and 11."""

from __future__ import annotations

from companion.core.widgets import Note
from companion.core.wording import N_, Message, Wording, in_a_row, listed, named, say, say_n
from companion.games.ancient_world import box, queries, queries_attack, queries_round, tables
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.words import added, banners, citizens, coins, reshuffle


def seat_note(state: State, player: Player) -> Note:
    """Goods, city, armies and titan, a line each."""
    lines = (_goods(state, player), _city(state, player), _armies(state, player), _titan(state, player))
    return Note(key=f"seat-{player.seat}", title=named(player.seat), lines=lines, seat=player.seat)


def _goods(state: State, player: Player) -> Wording:
    if not state.second:
        return say(
            "{coins}, {knowledge} knowledge",
            short=N_("Coin {coins} Know {knowledge}"),
            coins=coins(player.coins),
            knowledge=player.knowledge,
        )
    return say(
        "{coins}, {knowledge} knowledge, {ambrosia} ambrosia",
        short=N_("C{coins} K{knowledge} A{ambrosia}"),
        coins=coins(player.coins),
        knowledge=player.knowledge,
        ambrosia=player.ambrosia,
    )


def _city(state: State, player: Player) -> Wording:
    return say(
        "{citizens}, food {food}, {hungry} hungry; capacity {used} of {capacity}",
        short=N_("F{food} C{citizens} !{hungry} {used}/{capacity}"),
        citizens=citizens(len(queries.owned_citizens(player))),
        food=queries.symbol_total(state, player, "food"),
        hungry=queries.hunger(state, player),
        used=queries.capacity_used(state, player),
        capacity=queries.symbol_total(state, player, "capacity"),
    )


def _armies(state: State, player: Player) -> Wording:
    attack = queries_attack.total_attack(state, player)
    if attack is None:
        return say("Armies cost {costs}; enter what stands on them", short=N_("{costs} = ?"), costs=_costs(player))
    both, swords = attack
    return say(
        "Armies cost {costs}; attack {both}, swords only {swords}",
        short=N_("{costs} = {both}/{swords}"),
        costs=_costs(player),
        both=both,
        swords=swords,
    )


def _costs(player: Player) -> Wording:
    return added(say("{n}", n=queries.army_cost(army)) for army in player.armies if not army.spent)


def _titan(state: State, player: Player) -> Wording:
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
        banners=banners(box.banners_of(state, threat.key)),
        cost=queries.appease_cost(state, threat) or 0,
    )


def symbols_line(state: State, what: box.CardKind, key: str) -> tuple[Wording, ...]:
    """The banners and symbols of a card, each once with its number."""
    facts = box.component(state, what, key)
    lines: list[Wording] = []
    for field, words in (("banners", tables.COLOURS), ("symbols", tables.SYMBOLS)):
        found = facts.get(field)
        if isinstance(found, list) and found:
            lines.append(in_a_row(_counted(words, found)))
    return tuple(lines)


def _counted(words: dict[str, Message], found: list[int | str]) -> list[Wording]:
    return [
        say("{symbol} x{n}", symbol=label, n=found.count(key)) if found.count(key) > 1 else label
        for key, label in words.items()
        if key in found
    ]


# -- before a round: sections 2 and 3.1 --------------------------------------------------------------------------


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
    round_, players = queries_round.next_round(state), len(state.players)
    lines: list[Wording] = [
        say("Move the round marker to {n}.", n=round_),
        say(
            "Empire row to the discard pile; deal {n} from deck {deck}.",
            n=tables.EMPIRE_ROW[players],
            deck=queries_round.deck_letter(round_),
        ),
        reshuffle(queries_round.deck_letter(round_)),
        say("Military row under its deck; deal {n}.", n=players),
    ]
    if queries_round.deck_letter(round_) != queries_round.deck_letter(round_ - 1):
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
        for player in queries_round.players_without_titan(state, min(max(state.claimed or state.first, 1), players))
    ]
    return Note(key="checklist", title=say("Prepare round {n}", n=round_), lines=tuple(lines), icon="log", big=True)
