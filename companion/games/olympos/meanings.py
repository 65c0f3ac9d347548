"""What each question means."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Wording, say
from companion.games.olympos import expand
from companion.games.olympos.tables import (
    ATLANTIS_POINTS,
    BONUS_HOURGLASSES,
    BONUS_PRESTIGE,
    DESTINY_CARDS,
    DEVELOPMENT,
    NEW_SETTLER,
    REDUCTION,
    SEA,
)

PRICE = say(
    "What this space of the development board prints: the price belongs to the space, whatever tile lies there tonight."
)
DISCOVERY = say(
    "It costs {points} action points and the resources printed on its space. Your territory tokens count and stay "
    "with you; cubes are spent. Each discovery can be had once.",
    points=DEVELOPMENT,
)

MEANINGS: Mapping[str, Wording] = {
    # before the first turn
    "start": say("In the middle is for a game that is on already: its numbers are set right afterwards."),
    "Cross out {n} territory of each type. How many are starred?": say(
        "Nobody can stop on a crossed-out territory any more. The other starred ones get a tribe each, which can be "
        "beaten for a Star token."
    ),
    "hand-": say("How many Destiny cards this player holds at the moment."),
    # the turn
    "turn": say(
        "Whoever is furthest back on the Time Track acts, again and again as long as that is so. Destiny cards cost "
        "no points; passing ends the game for you."
    ),
    "source": say(
        "A new settler costs {n} action points, one less with Medicine, and starts in the north or where you rule. A "
        "settler on the map gives up what it holds.",
        n=NEW_SETTLER,
    ),
    "target": say(
        "Where it stops, you take the territory. Against other settlers or a tribe the attacker always wins, for "
        "{more} action point with more swords, {same} with as many, {fewer} with fewer.",
        more=expand.combat(1, 0),
        same=expand.combat(0, 0),
        fewer=expand.combat(0, 1),
    ),
    "resource": say("You take a territory token of this resource. The tokens you hold pay for discoveries."),
    "special": say(
        "A Star helps to build wonders. Whoever holds Olympos has one Zeus symbol more. Atlantis counts {n} points at "
        "the end.",
        n=ATLANTIS_POINTS,
    ),
    "left": say("What belongs to the place goes back there: a Star, or the Zeus token of Olympos."),
    "heir": say(
        "Beaten settlers lie under yours. Whoever is on top when you leave holds the territory, and gets its tokens."
    ),
    "sea": say("Each sea space costs {n} action points, one less with Astronomy and one less with Map-making.", n=SEA),
    "land": say("Each land space you enter costs one action point, the one where you stop, too."),
    "runs": say(
        "With Cavalry land spaces in a row cost one action point together. The sea between them begins a new row."
    ),
    "How many action points does it cost?": say("Everything this action costs, before hourglasses are taken off."),
    "pay": say("Hourglasses are spent first, one for each point. Your token moves on by the rest."),
    "space": DISCOVERY,
    "tile": DISCOVERY,
    "cubes": say(
        "Grey symbols may be any resource, but each group another one. Your territory tokens pay as much as they can."
    ),
    "cubes-": say("Only cubes that you give back. Territory tokens pay without being spent."),
    "shows": say(
        "Discoveries that need this resource by name cost you {n} action points less from now on.", n=REDUCTION
    ),
    "bonus": say(
        "A settler of the general stock takes the bonus space and you get what its letter says. It also counts as a "
        "star for the wonder of its column."
    ),
    "wonder": say(
        "It costs {points} action points, {less} fewer with Architecture, and needs as many stars as it shows. Star "
        "tokens and your bonus spaces of its column are stars.",
        points=DEVELOPMENT,
        less=REDUCTION,
    ),
    # cards and gods
    "card": say(
        "You may play any number of Destiny cards in your turn. Each one you keep to the end is worth one point."
    ),
    "destiny": say("Only you see it. You may play it in your turn, or keep it to the end for one point."),
    "Which card do you keep?": say(
        "With the Oracle you see three Destiny cards and keep one. The others are laid open."
    ),
    "olympos": say(
        "The card on the Zeus space that was reached. A good one goes to whoever has most Zeus symbols, a bad one to "
        "whoever has fewest."
    ),
    "zeus": say(
        "Each Zeus card counts as one symbol for this god only, and is then gone. Most symbols win a good card, "
        "fewest get a bad one."
    ),
    "loss": say(
        "The settler goes back to your stock, and what it held goes to whoever is below it, or back to the board."
    ),
    "cube": say("Cubes pay for discoveries and are then gone. Territory tokens stay, so take what you lack."),
    # the end
    "close": say("All have passed. Now everything that was hidden is shown and counted."),
    # what is printed
    "grain": PRICE,
    "stone": PRICE,
    "wood": PRICE,
    "gold": PRICE,
    "bonus-": say(
        "The letters below this space: A brings a settler, B {glasses} hourglasses, C a Gold cube, D {points} "
        "prestige points.",
        glasses=BONUS_HOURGLASSES,
        points=BONUS_PRESTIGE,
    ),
    "resources": say("Each of its two tiles shows one resource. The companion makes discoveries cheaper by it."),
    "copies-": say(
        "So many of the {n} Destiny cards are of this kind. It is counted once, with all cards face up.",
        n=DESTINY_CARDS,
    ),
    "keep": say("If it is kept, nobody is asked for it again when you play with this box."),
}
