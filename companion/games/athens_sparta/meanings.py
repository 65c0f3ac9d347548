"""What each question means, for who meets it the first time: in own words, the same in every position."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Wording, say
from companion.games.athens_sparta import tables

ATTACK = say(
    "The attacker turns up all blocks that fight there. Name each of them, the letter and number on it and its steps: "
    "it throws one die a step."
)
DEFEND = say(
    "The defender decides for each block: it fights and is turned up, or goes inside a walled city unseen, and then "
    "the city is besieged. A ship may also patrol."
)
STEPS = say(
    "A step costs {one} production point (PP) for hoplites and peltasts, {two} for cavalry and ships; a Spartan ship "
    "{persia} with the help of Persia. A block never has more steps than are printed on it.",
    one=tables.STEP_COST["hoplite"],
    two=tables.STEP_COST["ship"],
    persia=tables.PERSIAN_SHIP,
)
HIT = say(
    "A hit falls on the block that is strongest now; its owner chooses among equals. Turn it by one step. A block "
    "without steps leaves the map."
)
LISTED = say("Any name will do by which you both find it again on the map.")

MEANINGS: Mapping[str, Wording] = {
    # before the first turn
    "olympiad": say(
        "Six Olympiads are played, up to number {n}. Begin later only with a war that is on already.",
        n=tables.LAST_OLYMPIAD,
    ),
    "inside": say("At the beginning Sparta holds Potidaea, which belongs to Athens, and Athens besieges it."),
    "attacker": say(
        "The attacker must leave after two rounds if defenders are still there. Of one letter, the defender's blocks "
        "act first."
    ),
    "ground": say(
        "Behind the walls of a city defenders may go inside: {major} blocks in a major city, {minor} in a minor one.",
        major=tables.MAJOR_LIMIT,
        minor=tables.MINOR_LIMIT,
    ),
    # cards
    "hand": say(
        "Each turn of the Olympiad plays one of these cards. With fewer than {n} move points (MP) in all you may ask "
        "for new ones.",
        n=tables.REDEAL_BELOW,
    ),
    "redeal": say(
        "The other hand had fewer than {n} move points (MP) and is dealt anew. You may keep yours.",
        n=tables.REDEAL_BELOW,
    ),
    "deal": say("What is printed on the card you drew: its move points (MP) and its event. Only you see it."),
    "card": say(
        "Both sides choose a card in secret and show it together. The higher one moves first, an event before any "
        "number, Sparta among equals. Its number is your move points (MP)."
    ),
    "card-": say("An event happens before the moves of that turn. If the card has none, say so."),
    "sicily": say(
        "Each side lays one card face down at Syracuse. Together they are what the city is worth, and are shown when "
        "it is attacked."
    ),
    "green": say(
        "The blocks of a neutral city change sides with it, at their strength. Mark those that lie face up for its "
        "former side; the hidden ones change sides on the map alone."
    ),
    "join": say("A neutral city changes to that side at once, with its points and its blocks."),
    # moving
    "move": say(
        "Each move point (MP) moves one block, gives a revolt one step, or takes one block to or from Syracuse. "
        "Points that are left are lost."
    ),
    "use": say(
        "An operational move goes as far as the block may and can attack. A strategic move goes twice as far on land, "
        "or by sea from port to port, but must end in a friendly place."
    ),
    "blocks": say(
        "One move point (MP) moves one block, and each block once. Move them on the map; here only their number counts."
    ),
    "Which block moves?": say("Each block moves once a turn, for one move point (MP)."),
    "to": say(
        "Where the block stops. With enemy blocks there it must stop, and there will be a battle. Any hex without a "
        "city is the open."
    ),
    "To which siege?": say(
        "The block joins your besiegers for one move point (MP). Only operational moves reach a siege."
    ),
    "Where does it stand?": say("Where the block stands on the map now. It costs no move point (MP)."),
    "unit": say(
        "It acts first among equals: blocks act by letter, all A before B before C, defenders before attackers."
    ),
    "Which block leaves?": say("A block that leaves a siege or blockade moves operationally, for one move point (MP)."),
    "Which city revolts?": say(
        "Only an enemy major city, never Athens or Sparta, and each once in an Olympiad. Each step of the rebels "
        "costs a move point (MP)."
    ),
    "enemy": say("A city without enemy blocks revolts at once. Otherwise the rebels must win a battle there."),
    "How many steps has the {kind}?": say("Each step costs one move point (MP) and throws one die."),
    "rating": say(
        "The letter says when the block acts, A first and C last. Each of its dice that shows the number or less is a "
        "hit."
    ),
    # battles
    "battle": say("One die for each step. Each die that shows the rating or less is a hit."),
    "{side}: which battle next?": say(
        "Whoever moved chooses, in any order: battles, storming besieged cities, coming out of one. Where you do not "
        "name any, a siege just goes on."
    ),
    "Where is the battle?": say(
        "The place where blocks of both sides stand. A neutral city that is attacked joins the other side at once."
    ),
    "Which city do you storm?": say(
        "Besiegers attack those behind the walls for up to two rounds. Inside, two hits take one step."
    ),
    "{place}: with which block does {side} attack?": ATTACK,
    "{side} attacks: with which block?": ATTACK,
    "{place}: with which block does {side} defend?": DEFEND,
    "{side} defends: with which block?": DEFEND,
    "{side}: which block joins at {place}?": say(
        "The block that now stands with the besiegers, face up: its letter and number, and its steps."
    ),
    "{side} comes out or relieves {place}: who?": say(
        "Besieged blocks may come out, and others come to their help. They are the attackers then, without the walls."
    ),
    "{side} shows who is inside {place}.": say(
        "The blocks inside are named now, with the letter and number on them and their steps: they fight from here on."
    ),
    "stance": DEFEND,
    "{kind}: how many steps now?": say("The number at the edge that is up. The block throws so many dice."),
    "act": say(
        "In each round a block either fires, retreats or goes inside the walls. Each hit takes a step from the "
        "strongest enemy block."
    ),
    "Pursuit, {block}. What does it do?": say(
        "After two rounds the attacker must leave. Peltasts and cavalry of the defender fire once more at those who go."
    ),
    "hit": HIT,
    "leave": say("The attacker could not win in two rounds. Each block goes back the way it came."),
    "assault": say(
        "Up to {major} blocks storm a major city, {minor} a minor one, {athens} Athens, of which {land} on land. The "
        "others neither fire nor are hit.",
        major=tables.MAJOR_LIMIT,
        minor=tables.MINOR_LIMIT,
        athens=tables.ATHENS_LIMIT,
        land=tables.ATHENS_LAND_LIMIT,
    ),
    "ships": say(
        "Ships that blockade may storm, too, as {letter}{rate}. They count as blocks that storm.",
        letter=tables.SIEGE_RATING["ship"][0],
        rate=tables.SIEGE_RATING["ship"][1],
    ),
    "settle": say(
        "Who stays besieges the city, ships blockade it. They stand face up and throw for losses each turn: usually "
        "{n} or more takes a step.",
        n=tables.HIT_BESIEGERS,
    ),
    "sack": say("A major city that is taken gives its points at once, for steps of the blocks that took it and stay."),
    # losses
    "attrition": say(
        "One die for each block. Each die that shows the number or more takes a step from the strongest of them. "
        "Walls do not help."
    ),
    "wound": HIT,
    "gone": say("A block without steps leaves the map. Its steps can be bought again after the Olympiad."),
    "supply": say(
        "While Athens holds or blockades Syracuse, each Spartan block in Corinth throws a die: {n} or more takes a "
        "step.",
        n=tables.HIT_NO_SUPPLY,
    ),
    # replacements
    "plan": say(
        "After an Olympiad your cities give production points (PP), which buy steps. Besieged cities give none. Both "
        "sides plan in secret."
    ),
    "block": say("One of your own blocks, with its steps and its place as the companion has them."),
    "what": say(
        "A block is disbanded, gets steps where it stands, or is built: at home, a reserve in any city of yours."
    ),
    "In which city?": say(
        "A major city takes up to twice its points, a minor one one point. Nothing is built in a city under siege or "
        "blockade."
    ),
    "kind": STEPS,
    "steps": STEPS,
    # what lies on the map
    "wrong": say("Only where the map shows otherwise than the companion. It costs nothing."),
    "fix": say("Whose city it is on the map now. Points and sieges are counted by that."),
    "holder": say("Whose city it is on the map now. Points and sieges are counted by that."),
    "colour": say(
        "The colour of the city on the map, also if it has changed hands. A green one belongs to nobody yet."
    ),
    "points": say("The number at the city. A city without one is a minor city: 0."),
    "port": say("Ships may end their move only in ports. A port is besieged wholly by land and sea together."),
    "walled": say("A hexagon has walls: blocks may go inside and be besieged. A circle has none."),
    "island": say("On an island ships alone besiege the whole city."),
    "keep": say("If it is kept, nobody is asked for it again when you play with this box."),
    "new": LISTED,
    "open": LISTED,
    "name": LISTED,
}
