"""Territories: what they hold, how they change hands, and who gets one that its settler leaves. Section 4."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import Literal

from companion.core.options import Option
from companion.core.questions import Answer, Pick, PickMany, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.olympos.moves import Left
from companion.games.olympos.pieces import instruct_heir, instruct_leaving, instruct_left_star, instruct_left_zeus
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource, Special
from companion.games.olympos.words import SPECIALS

NOBODY_THERE = say("There is nobody to fight.")
NONE_COVERED = say("You have no covered settler.", short=N_("None is covered"))


def no_territory(side: Side, resource: Resource) -> Message | None:
    """Why a seat cannot leave or lose a territory with this resource, or None."""
    if side.tokens[resource]:
        return None
    return say("You control no {resource} territory.", short=N_("No {resource}"), resource=RESOURCES[resource])


def no_token(resource: Resource) -> Message:
    """The reason that no territory token of this resource is left."""
    return say("No {resource} token is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def heir_reason(state: State, heir: int, what: str, taken: Resource | None) -> Message | None:
    """Why ``heir`` cannot get the territory that is left, or None: there may be only one token left for both the heir
    and the territory taken.
    """
    if heir and what in RESOURCES and what == taken and state.tokens[taken] == 0:
        return no_token(taken)
    return None


def specials(state: State, target: str, resource: Resource | None) -> list[Special]:
    """What can be special about the territory taken. A tribe's territory is starred in any case. Section 4."""
    if target in ("own", "sea"):
        return []
    if target.isdecimal():
        other = state.side(int(target))
        return _specials(other.stars, other.zeus, other.atlantis, resource)
    return _specials(0 if target == "tribe" else state.open_stars, state.zeus_free, 1, resource)


def own_specials(side: Side, resource: str) -> list[Special]:
    """Special features that a territory which the player leaves may have: Star, Olympos, Atlantis."""
    return _specials(side.stars, side.zeus, side.atlantis, resource) if resource in RESOURCES else []


def _specials(stars: int, zeus: int, atlantis: int, resource: str | None) -> list[Special]:
    found: list[tuple[Special, bool]] = [
        ("star", stars > 0),
        ("olympos", zeus > 0 and resource == "stone"),
        ("atlantis", atlantis > 0),
    ]
    return [special for special, there in found if there]


def heirs(state: State, what: str) -> list[int]:
    """The seats whose settler may be on top after a settler leaves: 0 for none, and those with covered settlers."""
    return [0, *(other.seat for other in state.sides if other.covered)] if what in RESOURCES else [0]


NOT_LIKE_THAT = say("That territory cannot be like that.")


def check_left(step: Step[State], side: Side, left: Left, taken: Resource | None) -> None:
    """Refuse a territory left that its seat cannot have, or an heir with no settler there."""
    if not set(left.special) <= set(own_specials(side, left.what)):
        step.refuse("not-there", NOT_LIKE_THAT)
    if left.heir not in heirs(step.state, left.what):
        step.refuse("not-there", NOT_LIKE_THAT)
    step.require(heir_reason(step.state, left.heir, left.what, taken))


def bound_to_be(side: Side, resource: Resource) -> set[Special]:
    """The special features that a territory with this resource must have, because no other territory of this seat can
    have them.
    """
    found: set[Special] = set()
    if side.stars >= side.controlled:
        found.add("star")
    if side.atlantis >= side.controlled:
        found.add("atlantis")
    if side.zeus and resource == "stone" and side.tokens["stone"] == 1:
        found.add("olympos")
    return found


def give_up(state: State, side: Side, resource: Resource, special: set[Special]) -> set[Special]:
    """Return a territory token to the stock, leave its Star and Zeus token on the map; return the special features it
    had. Section 4.
    """
    special = {each for each in special | bound_to_be(side, resource) if _has(side, each)}
    side.tokens[resource] -= 1
    state.tokens[resource] += 1
    if "star" in special:
        side.stars -= 1
        state.open_stars += 1
    if "olympos" in special:
        side.zeus = 0
        state.zeus_free = 1
    if "atlantis" in special:
        side.atlantis -= 1
    return special


def _has(side: Side, special: Special) -> bool:
    return {"star": side.stars, "olympos": side.zeus, "atlantis": side.atlantis}[special] > 0


def take_over(state: State, side: Side, resource: Resource, special: set[Special]) -> None:
    """Take a territory token from the stock, Star and Zeus token from the map. Section 4."""
    given = min(1, state.tokens[resource])
    state.tokens[resource] -= given
    side.tokens[resource] += given
    if "star" in special and state.open_stars:
        state.open_stars -= 1
        side.stars += 1
    if "olympos" in special and state.zeus_free:
        state.zeus_free = 0
        side.zeus = 1
    if "atlantis" in special:
        side.atlantis += 1


def leave(step: Step[State], side: Side, left: Left, place: Message) -> None:
    """Take a settler from its place, which ``place`` names; the seat on top there gets what belongs to the territory.
    Section 4.
    """
    state = step.state
    instruct_leaving(step, side)
    if left.what == "covered":
        side.covered = max(0, side.covered - 1)
        return
    special = give_up(state, side, left.what, set(left.special))
    if not left.heir:
        if "star" in special:
            instruct_left_star(step, side, place)
        if "olympos" in special:
            instruct_left_zeus(step, side)
        return
    heir = state.side(left.heir)
    heir.covered = max(0, heir.covered - 1)
    take_over(state, heir, left.what, special)
    line = say(
        "{seat} is on top there now and gets the {resource} token of {loser}.",
        N_("To {seat}: {resource}"),
        seat=SeatName(heir.seat),
        resource=RESOURCES[left.what],
        loser=SeatName(side.seat),
    )
    step.tell(line)
    instruct_heir(step, heir)


SPECIAL_ICONS: dict[Special, str] = {"star": "medal", "olympos": "mountain", "atlantis": "sea"}


def known_there(state: State, target: str, resource: Resource | None) -> set[Special]:
    """The special features that the territory taken must have, as far as they follow from its owner's possessions."""
    return bound_to_be(state.side(int(target)), resource) if target.isdecimal() and resource is not None else set()


def ask_special(
    key: str, prompt: Message, possible: list[Special], *, known: Collection[Special], meaning: Message
) -> Generator[Question, Answer, tuple[Special, ...]]:
    """Ask for the special features of a territory, if any are ``possible``. Those ``known`` are shown."""
    if not possible:
        return ()
    options = tuple(Option(each, SPECIALS[each], icon=SPECIAL_ICONS[each], certain=each in known) for each in possible)
    usual: list[int | str] = [each for each in possible if each in known]
    found = yield from PickMany[Special](
        key=key, prompt=prompt, options=options, most=len(options), default=usual, usual=usual, meaning=meaning
    )
    return tuple(each for each in possible if each in found)


def ask_left(
    state: State, side: Side, what: Literal["grain", "stone", "wood", "gold"], taken: Resource | None
) -> Generator[Question, Answer, Left]:
    """Ask for the special features of a territory that a settler leaves, and for the seat on top there afterwards.
    Section 4.
    """
    prompt = say("Is anything special where it leaves?", N_("The one left has..."))
    special = yield from ask_special(
        "left",
        prompt,
        own_specials(side, what),
        known=bound_to_be(side, what),
        meaning=say("What belongs to the place goes back there: a Star, or the Zeus token of Olympos."),
    )
    seats = heirs(state, what)
    heir = 0
    if len(seats) > 1:
        options = tuple(
            Option(
                seat,
                named(seat) if seat else say("Nobody", N_("Nobody")),
                seat=seat or None,
                reason=heir_reason(state, seat, what, taken),
            )
            for seat in seats
        )
        prompt = say("Whose settler is then on top where it leaves?", N_("On top there now?"))
        heir = yield from Pick[int](
            key="heir",
            prompt=prompt,
            options=options,
            default=0,
            usual=0,
            meaning=say(
                "Beaten settlers lie under yours. Whoever is on top when you leave holds the territory, and gets its "
                "tokens."
            ),
        )
    return Left(what, special, heir)
