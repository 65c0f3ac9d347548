"""Men at work in a city. Section 4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, PickMany
from companion.core.wording import N_, Message, listed, say, say_n
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.moves import AddOrders, PlaceMan
from companion.games.antiquity.queries import buildings_of_kind, has_grave
from companion.games.antiquity.squares import UNKNOWN_PIECE, ask_which_building
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.words import BUILDING_ICON, called, city_name

NO_IDLE_MAN = say("You have no idle man.")
MEN_AT_WORK = say(
    "Most buildings do something only while a man works in them, one in each. At the beginning of a turn all men in "
    "the cities come back to you."
)


def place_man_reason(draft: Draft, order: PlaceMan) -> Message | None:
    """Why a man cannot be put into a building: it has one, needs none, has a grave, or no man is idle. Section 4."""
    building = draft.realm.building(order.key)
    if building is None:
        return UNKNOWN_PIECE
    if not PIECES[building.kind].needs_man:
        return say("It needs no man.")
    reason = _building_reason(draft, building)
    return reason and (any_place_man_reason(draft) or reason)


def _building_reason(draft: Draft, building: Building) -> Message | None:
    """Why this building, which takes a man, cannot be manned."""
    if building.manned:
        return say("A man is there already.")
    if has_grave(draft.realm, building):
        return say("A grave puts it out of action.")
    return None if draft.realm.idle > 0 else NO_IDLE_MAN


def any_place_man_reason(draft: Draft) -> Message | None:
    """Why no building can take a man, or None. The text speaks of all buildings, because the menu that shows it names
    none.
    """
    staffed = [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]
    if any(_building_reason(draft, building) is None for building in staffed):
        return None
    if not staffed:
        return say("You have no building that takes a man.")
    if all(building.manned for building in staffed):
        return say("Each building that takes a man has one.", short=N_("All have their man"))
    if draft.realm.idle < 1:
        return NO_IDLE_MAN
    return say("Graves put all buildings without a man out of action.", short=N_("Graves on the others"))


def men_reason(draft: Draft) -> Message | None:
    """Why several men cannot be put to work at once, or None. A single man has an order of its own."""
    places = sum(place_man_reason(draft, PlaceMan(one.key)) is None for one in draft.realm.buildings)
    return None if min(places, draft.realm.idle) > 1 else say("You cannot put two men to work.")


def place_man(draft: Draft, order: PlaceMan) -> None:
    """Put an idle man to work until the next All Rise."""
    draft.standing(order.key).manned = 1
    draft.realm.idle -= 1


def usual_workplaces(realm: Realm, places: Sequence[str]) -> list[str]:
    """The keys of the buildings preselected for men: all of ``places`` if there are enough idle men, else those that
    had a man last turn. Cart shops come last, because their men may still be in the countryside.
    """
    if realm.idle >= len(places):
        return list(places)
    again = [key for key in places if key in realm.worked]
    carts = {building.key for building in buildings_of_kind(realm, "cart")}
    return sorted(again, key=carts.__contains__)[: realm.idle]


def men_at_once(draft: Draft) -> list[str]:
    """The keys of the buildings into which a page puts men in one tap, in the order of ``ask_place_men``: those that
    are preselected there; empty for fewer than two.
    """
    if men_reason(draft) is not None:
        return []
    found = usual_workplaces(draft.realm, _open_places(draft))
    return found if len(found) > 1 else []


def _open_places(draft: Draft) -> list[str]:
    return [one.key for one, _, _ in _by_kind(draft) if place_man_reason(draft, PlaceMan(one.key)) is None]


def _by_kind(draft: Draft) -> list[tuple[Building, Message, Message]]:
    """The buildings, and how ``called`` names them, by kind."""
    return sorted(called(draft.realm), key=lambda found: list(PIECES).index(found[0].kind))


def men_at_once_words(draft: Draft, keys: Sequence[str]) -> Message:
    """What the button for ``men_at_once`` says."""
    if len(keys) > MOST_NAMED:
        if len(keys) == len(_open_places(draft)):
            return say("A man in each building: {n}", n=len(keys))
        return say("Men where they last worked: {n}", n=len(keys))
    names = [words for one, words, _ in _by_kind(draft) if one.key in keys]
    return say("Men: {buildings}", buildings=listed(names))


MOST_NAMED = 3
"""With more buildings, the button for ``men_at_once`` counts them."""


def _staffed(draft: Draft) -> list[Building]:
    return [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]


def _man_reason(draft: Draft, building: Building) -> Message | None:
    return place_man_reason(draft, PlaceMan(building.key))


def ask_place_man(draft: Draft) -> Asking[PlaceMan]:
    """Ask for the building of one man."""
    prompt, staffed = say("Which building?"), _staffed(draft)
    return PlaceMan(
        (yield from ask_which_building(draft, "man", prompt, staffed, partial(_man_reason, draft), MEN_AT_WORK))
    )


def ask_place_men(draft: Draft) -> Asking[AddOrders]:
    """Ask for the buildings of several men, by kind and not by square; no two of them depend on each other."""
    return together("men", say("Men to work"), _ask_workplaces(draft), say("Put men to work"))


def _ask_workplaces(draft: Draft) -> Asking[AddOrders]:
    realm = draft.realm
    free = {one.key: _man_reason(draft, one) for one in _staffed(draft) if not one.manned}
    several = len(realm.cities) > 1
    options = tuple(
        Option(
            one.key,
            name,
            reason=free[one.key],
            hint=city_name(one.city + 1) if several else None,
            icon=BUILDING_ICON[one.kind],
        )
        for one, _, name in _by_kind(draft)
        if one.key in free
    )
    open_places = [option.value for option in options if option.reason is None]
    usual = usual_workplaces(realm, open_places)
    chosen = yield from PickMany[str](
        key="men",
        prompt=say("Where do men work?", short=N_("Men work where?")),
        hint=say_n("{n} man is idle.", "{n} men are idle.", realm.idle),
        options=options,
        least=1,
        most=min(realm.idle, len(open_places)),
        secret=True,
        usual=[*usual] or None,
        meaning=MEN_AT_WORK,
    )
    return AddOrders(tuple(map(PlaceMan, chosen)))
