"""Where the widgets of a seat's page lie: beside the question that points at them, under its cover, behind tabs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.widgets import AnyWidget, Ledger, Note, Tab, tab_of
from companion.service.play.play_views import Dialogue
from web.templating.helpers import asked_in, pointed_at
from web.templating.pad_layout import act_words, shown_pad
from web.templating.piece_drawing import boards
from web.templating.setup_tasks import busy, nearby

Widgets = tuple[AnyWidget, ...]

TABS: tuple[Tab, ...] = ("mine", "table", "all")


class SeatLayout(Struct, frozen=True):
    """``pictures`` lie beside the questions that point at them. Secret ones have a cover of their own (``covered``),
    except where the question is secret too: they lie under its cover (``under``, by its digest). ``tabs`` are those
    that are not empty. ``orders`` are the tables that say in which order people act: they are always in sight.
    """

    pictures: Widgets
    covered: Widgets
    under: dict[str, Widgets]
    tabs: tuple[tuple[Tab, Widgets], ...]
    orders: tuple[Ledger, ...] = ()


def seat_layout(widgets: Sequence[AnyWidget], dialogues: Sequence[Dialogue], seat: int) -> SeatLayout:
    """Lay out the page of ``seat``. What is drawn inside a question is left out; notes that come first are pictures."""
    asked, within, orders = asked_in(dialogues), boards(dialogues, widgets), orders_of(widgets)
    pointed: tuple[list[AnyWidget], list[AnyWidget]] = [], []
    tabs: dict[Tab, list[AnyWidget]] = {tab: [] for tab in TABS}
    for widget in widgets:
        if widget.key in within or widget in orders:
            continue
        if (asked and pointed_at(widget, asked)) or (isinstance(widget, Note) and widget.first):
            pointed[widget.secret].append(widget)
        else:
            tabs[tab_of(widget, seat)].append(widget)
    pictures, secret = pointed
    under: dict[str, Widgets] = {}
    for dialogue in dialogues:
        if dialogue.question.secret:
            its_own = tuple(widget for widget in secret if pointed_at(widget, asked_in([dialogue])))
            secret = [widget for widget in secret if widget not in its_own]
            under[dialogue.digest] = its_own
    return SeatLayout(
        tuple(pictures),
        tuple(secret),
        under,
        tuple((tab, tuple(shown)) for tab, shown in tabs.items() if shown),
        orders,
    )


def orders_of(widgets: Sequence[AnyWidget]) -> tuple[Ledger, ...]:
    """The tables of the order in which people act."""
    return tuple(widget for widget in widgets if isinstance(widget, Ledger) and widget.in_order)


def by_seat(widgets: Sequence[AnyWidget]) -> list[tuple[int, Widgets]]:
    """The widgets that are a seat's, seat by seat."""
    seats = sorted({widget.seat for widget in widgets if widget.seat})
    return [(seat, tuple(widget for widget in widgets if widget.seat == seat)) for seat in seats]


def under_covers(widgets: Sequence[AnyWidget]) -> list[Widgets]:
    """Widgets in their order, those that belong together in one: secret words and numbers that follow each other, which
    lie under one cover.
    """
    found: list[Widgets] = []
    for widget in widgets:
        if found and _read_in_secret(widget) and _read_in_secret(found[-1][-1]):
            found[-1] += (widget,)
        else:
            found.append((widget,))
    return found


def _read_in_secret(widget: AnyWidget) -> bool:
    return widget.secret and isinstance(widget, Ledger | Note)


LAYOUT = {
    function.__name__: function
    for function in (act_words, busy, by_seat, nearby, orders_of, seat_layout, shown_pad, under_covers)
}
"""For templates, by name."""
