"""A seat that looks at its form again and again at one of two tables: on its page, by the API, by keys while only it
looks. Others may not notice, nor how often.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.forms import Field
from companion.service.play.play_views import Dialogue
from tests.web.flask_site import Site
from tests.web.paired_tables import PairedTables, answers_to, sent_field

MORE = 3
"""How many times oftener the seat looks at the second table."""


def ask_again(paired_tables: PairedTables, asker: int, chance: Random) -> int:
    """``asker``, who is not the viewer, changes a field of each of its forms once at the first table, and ``MORE``
    times more at the second. Time passes alike. Returns how many forms there were.
    """
    assert asker != paired_tables.viewer
    forms = len(_with_form(paired_tables.sites[1], asker))
    draws = [chance.random() for _ in range(2 * (1 + MORE))]

    def again(site: Site, hide: Any) -> None:
        times = hide(asker, 1, 1 + MORE)
        for number in range(1 + MORE):
            if number < times:
                for dialogue in _with_form(site, asker):
                    _change(site, asker, dialogue, draws[2 * number : 2 * number + 2])
        _turn_the_knob(site, asker, times)

    paired_tables.do(again)
    return forms


def _with_form(site: Site, seat: int) -> list[Dialogue]:
    return [dialogue for dialogue in site.room.asked(seat) if dialogue.form is not None]


def _change(site: Site, seat: int, dialogue: Dialogue, draws: list[float]) -> None:
    assert dialogue.form is not None
    browser = site.browser(seat)
    field: Field = _drawn(dialogue.form.fields, draws[0])
    answer = _drawn(list(answers_to(field.question)), draws[1])
    form = sent_field(dialogue, field, answer)
    assert browser.post("/seat/form/fill", form).status_code == 200
    assert browser.post("/seat/form/filled", form, script=False).status_code == 200
    browser.call("POST", "/forms/filled", {"seat": dialogue.seat, "answers": {field.key: answer}})


def _drawn(things: Any, draw: float) -> Any:
    return things[int(draw * len(things))]


def _turn_the_knob(site: Site, seat: int, times: int) -> None:
    """Change the line under the cursor so often, where what is asked there is secret: of an open form everybody may
    see what stands on the display.
    """
    secret = any(
        field.question.secret
        for dialogue in _with_form(site, seat)
        for field in (dialogue.form.fields if dialogue.form else ())
    )
    if not secret:
        return
    site.room.tell(f"hold {seat} peek")
    for number in range(1 + MORE):
        if number < times:
            site.room.tell(f"press {seat} down")
        site.room.past(0.2)
    site.room.tell(f"release {seat} peek")
    site.room.past(1)
