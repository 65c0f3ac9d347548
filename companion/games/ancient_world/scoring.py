"""Points, banners, the score, and the facts that it needs. Section 9."""

from __future__ import annotations

from companion.core.boxes import BoxField, kind_called
from companion.core.errors import RulesBug
from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import named, say, say_n
from companion.games.ancient_world.agenda import EnteringFact
from companion.games.ancient_world.box import KINDS, fact, kind_key, symbol_count
from companion.games.ancient_world.queries import damaged, printed_count
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import BANNER_POINTS, DAMAGED_POINTS, HUNGRY_POINTS, START_EMPIRE, TRIBES

LADDER = (
    TieBreak(say("Most coins")),
    TieBreak(say("Most empire cards, districts and defeated titans")),
    TieBreak(say("Most knowledge")),
    TieBreak(say("Most ambrosia")),
)


def score_sheet(state: State) -> ScoreSheet:
    """The score of every player, as if the play ended now."""
    sides = tuple(side_score(state, player) for player in state.players)
    return ScoreSheet(sides, final=state.stage == "over", ladder=LADDER)


def side_score(state: State, player: Player) -> SideScore:
    """Penalties, banners by colour, points by texts and symbols."""
    down = len(damaged(player))
    symbols = printed_points(state, player)
    lines = [
        Line(
            "hungry",
            HUNGRY_POINTS * player.hungry,
            say("Hungry citizens"),
            say_n("{n} citizen", "{n} citizens", player.hungry),
        ),
        Line("damaged", DAMAGED_POINTS * down, say("Damaged cards"), say_n("{n} card", "{n} cards", down)),
        *(_banner_line(state, player, colour) for colour in TRIBES),
        Line("special", player.special, say("Texts of cards"), say("As the players counted")),
    ]
    if symbols:
        lines.append(Line("printed", symbols, say("Points as symbols")))
    if player.capital.get("point", 0):
        lines.append(Line("corrected", player.capital["point"], say("Points set right")))
    return SideScore(
        side=str(player.seat),
        seats=(player.seat,),
        label=named(player.seat),
        lines=tuple(lines),
        ties=(player.coins, card_count(player), player.knowledge, player.ambrosia),
    )


def _banner_line(state: State, player: Player, colour: str) -> Line:
    n = banner_count(state, player, colour)
    why = say_n(
        "{n} banner; the next is worth {next}",
        "{n} banners; the next is worth {next}",
        n,
        next=next_banner_points(state, n),
    )
    return Line(f"banner-{colour}", banner_points(state, n), TRIBES[colour], why)


# -- points ------------------------------------------------------------------------------------------------------


def banner_count(state: State, player: Player, colour: str) -> int:
    """Banners of a colour on empire cards (damaged too) and defeated titans. Section 9, steps 2 and 3."""
    return max(0, player.capital.get(colour, 0) + printed_count(state, player, player.cards, colour))


def banner_points(state: State, banners: int) -> int:
    """Points for that many banners of a colour. Section 9; of the first edition as far as they are known."""
    capped = min(banners, len(BANNER_POINTS) - 1)
    if state.second:
        return BANNER_POINTS[capped]
    entered = fact(state, "scale", "points", f"n{capped}")
    return entered if isinstance(entered, int) else capped


def next_banner_points(state: State, banners: int) -> int:
    """Points of one more banner of a colour."""
    return banner_points(state, banners + 1) - banner_points(state, banners)


def printed_points(state: State, player: Player) -> int:
    """Points printed as symbols."""
    return printed_count(state, player, player.cards, "point")


def cards_with_text_points(state: State, player: Player) -> list[str]:
    """The empire cards whose text gives points."""
    return [card.key for card in player.cards if symbol_count(state, "empire", card.key, "text-points")]


def card_count(player: Player) -> int:
    """Empire cards, districts and defeated titans: the second tie-break."""
    return len(player.cards) + len(player.districts) + len(player.titans)


# -- before scoring ----------------------------------------------------------------------------------------------


def facts_for_scoring(state: State) -> list[EnteringFact]:
    """Unknown facts that scoring needs: banners of starting cards, the first edition's scale."""
    owned = {card.key for player in state.players for card in player.cards}
    found = [
        EnteringFact("empire", key, "banners")
        for key in START_EMPIRE
        if key in owned and fact(state, "empire", key, "banners") is None
    ]
    if not state.second:
        most = max((banner_count(state, player, colour) for player in state.players for colour in TRIBES), default=0)
        found += [
            EnteringFact("scale", "points", f"n{n}")
            for n in range(1, min(most, len(BANNER_POINTS) - 1) + 1)
            if fact(state, "scale", "points", f"n{n}") is None
        ]
    return found


def asked_field(state: State, due: EnteringFact) -> BoxField:
    """The field of a fact that is due."""
    kind = kind_called(KINDS, kind_key(state, due.kind))
    field = kind.field(due.field) if kind else None
    if field is None:
        raise RulesBug(f"{due.kind} has no field {due.field}")
    return field
