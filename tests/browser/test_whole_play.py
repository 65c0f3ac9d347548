"""An evening as people have it: three phones, a scribe for a fourth seat, the table screen, up to the score."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.service.agreement.agreement_requests import GoOnWithout
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.view_builders import scribe_view, seat_view
from tests.browser.conftest import Crowd
from tests.browser.fast_play import possible
from tests.browser.people import Person

STEPS = 200
"""More answers than any evening of these needs; a table that asks on and on fails here."""

HURRIED = 40
"""Answers in the middle of the evening that are not pressed on the pages: they would show the same again."""


def play_on(crowd: Crowd, phones: dict[int, Person], scribe: Person, *, until: int = STEPS) -> int:
    """Let whoever is awaited answer, at most ``until`` times; how many answers that took."""
    for step in range(until):
        awaited = crowd.companion.moment.awaited
        if awaited.over:
            return step
        seat = awaited.must[step % len(awaited.must)] if awaited.must else 0
        who = phones.get(seat, scribe)
        if seat in scribe_view(crowd.companion.moment).closed and who is scribe:
            takes_the_page(scribe, seat, step % 5)
        elif who is scribe:
            writes_for(crowd, scribe, seat, step % 5)
        else:
            answers_what_is_asked(crowd, who, seat, step % 5)
    return until


def writes_for(crowd: Crowd, scribe: Person, seat: int, number: int) -> None:
    """What is asked of ``seat`` is answered by the scribe: below the pad, or in a cell of its column."""
    asked = next(ask for ask in scribe_view(crowd.companion.moment).dialogues if ask.seat == seat)
    form, stands = (
        f"form#ask-{seat}[data-digest='{asked.digest}']",
        f"[data-seat='{seat}'][data-digest='{asked.digest}']",
    )
    cells, done = scribe.page.locator(f".pad-cell{stands}"), f"#pad:has([name=done-digest][value='{asked.digest}'])"
    shown = scribe.page.locator(form)
    expect(shown.or_(cells).or_(scribe.page.locator(done)).first).to_be_visible()
    if shown.count():
        scribe.answers(f"form#ask-{seat}", number)
        return
    missing = scribe.page.locator(f"td.empty > .pad-cell{stands}")
    if missing.count():
        missing.first.click()
    scribe.gives("form#pad", number)
    expect(cells).to_have_count(0)
    expect(scribe.page.locator(done)).to_have_count(0)


def answers_what_is_asked(crowd: Crowd, who: Person, seat: int, number: int) -> None:
    """The phone has caught up with the table, and what the seat is asked now is answered: on the pad or below it."""
    asked = next(ask for ask in seat_view(crowd.companion.moment, seat).dialogues if ask.seat == seat)
    form, done = f"form[data-digest~='{asked.digest}']", f"#pad:has([name=done-digest][value='{asked.digest}'])"
    expect(who.page.locator(form).or_(who.page.locator(done))).not_to_have_count(0)
    if who.page.locator(form).count():
        who.answers(form, number)
        return
    who.gives("form#pad")
    expect(who.page.locator(done)).to_have_count(0)


def hurry(crowd: Crowd, phones: dict[int, Person], scribe: Person, *, until: int) -> None:
    """So many answers by the functions that the pages call, for the same devices: the pages only look on."""
    table = crowd.companion.table
    for step in range(until):
        moment = crowd.companion.moment
        awaited = moment.awaited
        seat = awaited.must[step % len(awaited.must)] if awaited.must else 0
        secret = phones.get(seat, scribe).secret
        asked = seat_view(moment, seat).dialogues if seat in phones else scribe_view(moment).dialogues
        found = [ask for ask in asked if ask.seat == seat]
        if found:
            answer = possible(found[0].question, step)
            assert table.ask(
                secret, AnswerQuestion(seat, found[0].digest, answer, f"hurry-{step}", found[0].service)
            ).taken
        else:
            assert table.ask(scribe.secret, GoOnWithout(seat, f"hurry-{step}")).taken
            agrees, phone = next(iter(phones.items()))
            now = crowd.companion.moment
            ask = next(ask for ask in seat_view(now, agrees).dialogues if ask.question.key == "vote-skip")
            assert table.ask(phone.secret, AnswerQuestion(agrees, ask.digest, True, f"agree-{step}", ask.service)).taken


def takes_the_page(scribe: Person, seat: int, number: int) -> None:
    """A sealed question is for the seat alone: the scribe hands the device over, and gets it back with the answer."""
    scribe.page.locator(f"#closed-{seat} button").click()
    scribe.page.locator(f"form:has(input[name=seat][value='{seat}']) button.act").click()
    expect(scribe.page.locator("form[action$='/hand-on'] button")).to_have_text("Back to the scribe")
    form = scribe.form(f"ask-{seat}")
    scribe.opens_cover(form)
    scribe.gives(form, number)
    expect(scribe.page.locator(".scribe-page")).to_be_visible()
    expect(scribe.page.locator(f"#closed-{seat}")).to_have_count(0)


def test_an_evening_with_phones_scribe_and_table_screen(crowd: Crowd) -> None:
    marco, lucia, nuria = crowd.person(), crowd.person(language="es-ES"), crowd.person(scheme="light")
    marco.opens("/")
    marco.picture("evening-join")
    for seat, (phone, name) in enumerate(((marco, "Marco"), (lucia, "Lucía"), (nuria, "Nuria")), 1):
        phone.sits_down(seat, name)
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    screen.picture("evening-table-gathering")
    host = crowd.person(size=(820, 1180), scale=1)
    host.becomes_host()
    host.picture("evening-host-games", whole=True)
    host.page.fill("#add-name", "Pau")
    host.page.locator("#add-seat").select_option("4")
    host.page.click("#add button[type=submit]")
    expect(host.page.locator("#host-seat-4")).to_contain_text("Pau")
    host.page.locator("button.game", has_text="Harbour market").click()
    expect(host.page.locator("#begin")).to_be_visible()
    host.picture("evening-host-options", whole=True)
    host.page.locator("#begin button.act").click()
    expect(host.page.locator("#host-sentence")).to_be_visible()
    host.opens("/scribe")
    phones = {1: marco, 2: lucia, 3: nuria}
    play_on(crowd, phones, host, until=5)
    expect(marco.page.locator(".top-sub")).to_have_text("Harbour market")
    marco.picture("evening-seat")
    lucia.picture("evening-seat-es")
    nuria.picture("evening-seat-light")
    host.picture("evening-scribe", whole=True)
    screen.picture("evening-table")
    hurry(crowd, phones, host, until=HURRIED)
    play_on(crowd, phones, host)
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator("#final")).to_be_visible()
    screen.picture("evening-table-over")
    lucia.page.locator(".seat-score a").click()
    expect(lucia.page.locator(".score-page .standing")).to_be_visible()
    lucia.picture("evening-score-es", whole=True)
    marco.opens("/score")
    marco.picture("evening-score", whole=True)
    marco.opens("/log")
    marco.picture("evening-log")
    marco.opens("/history")
    marco.picture("evening-history")
