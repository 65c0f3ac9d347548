"""The table agrees, or does not: asked, answered, withdrawn; somebody sleeps, leaves and comes back. On real pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from companion.service.session.table_settings import SetLanguage
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST, Quick, silent
from tests.browser.people import Person, agrees
from tests.core.torture import Torture


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A table with the torture game among its games."""
    made = Companion(tmp_path / "data", (Torture(),))
    yield made
    made.app.close()


@pytest.fixture
def drawn(crowd: Crowd) -> Quick:
    """Marco has drawn a card: that is not taken back freely any more."""
    play = crowd.begun_play("torture", "Marco", "Lucía", "Nuria")
    for seat, answer in ((0, "1"), (0, 2), (1, "ready"), (2, "ready"), (3, "ready"), (1, "sail"), (1, "library")):
        play.answers(seat, answer)
    assert play.table.ask(HOST, SetLanguage("es")).taken
    return play


def ballot_of(person: Person) -> Locator:
    return person.page.locator("form.ballot")


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_vote_is_one_tap_and_may_be_changed_until_it_counts(crowd: Crowd, drawn: Quick, script: bool) -> None:
    marco, lucia = crowd.phone(1), crowd.phone(2, language="es-ES", script=script)
    marco.undoes()
    lucia.opens("/seat")
    ballot = ballot_of(lucia)
    yes, no = (ballot.locator(f"button[value={value}]") for value in ("yes", "no"))
    expect(lucia.page.locator("#band-undo-words")).to_have_text(re.compile("^Marco quiere deshacer: Marco"))
    for button in (yes, no):
        expect(button).not_to_have_attribute("aria-current", "true")
    sizes = [button.bounding_box() for button in (yes, no)]
    assert len({(size["width"], size["height"]) for size in sizes if size is not None}) == 1
    lucia.picture(f"agree-asked-{script}-es", whole=True)
    yes.click()
    expect(yes).to_have_attribute("aria-current", "true")
    expect(ballot.locator(".vote-bar")).to_have_count(1)
    lucia.picture(f"agree-said-{script}-es", whole=True)
    assert [vote.yes for vote in crowd.companion.moment.votes] == [frozenset()], "it does not count yet"
    no.click()
    expect(lucia.page.locator("#band-undo")).to_have_count(0)
    assert crowd.companion.moment.votes == (), "a No counts at once"


def test_whoever_is_asked_is_told_on_another_page(crowd: Crowd, drawn: Quick) -> None:
    marco, lucia = crowd.phone(1), crowd.phone(2, language="es-ES")
    lucia.opens("/log")
    marco.undoes()
    band = lucia.page.locator("#vote-band-1")
    expect(band).to_contain_text("Marco quiere deshacer: Marco")
    lucia.picture("agree-elsewhere-es")
    band.get_by_role("link", name="Responder en mi sitio").click()
    expect(ballot_of(lucia)).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", pytest.param("es-ES", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_a_vote_shows_what_would_change_beside_its_two_buttons(
    crowd: Crowd, language: str, size: tuple[int, int]
) -> None:
    play = crowd.begun_play("torture", "Marco", "Lucía", "Nuria")
    for seat, answer in ((0, "1"), (0, 2), (1, "ready"), (2, "ready"), (3, "ready"), (1, "sail"), (1, "arsenal")):
        play.answers(seat, answer)
    lucia, nuria = (crowd.phone(seat, language=language, size=size) for seat in (2, 3))
    screen = crowd.person(size=(1920, 1080))
    screen.opens("/table")
    lucia.undoes()
    changes = nuria.page.locator("#band-undo .vote-changes li")
    expect(changes).to_have_count(4)
    for part in (
        nuria.page.locator("#band-undo-words"),
        *nuria.page.locator("#band-undo .vote-key").all(),
        changes.first,
    ):
        expect(part).to_be_in_viewport(ratio=1)
    expect(screen.page.locator("#band-undo .vote-changes li").first).to_be_visible()
    tag = f"{language[:2]}-{size[0]}"
    nuria.picture(f"vote-{tag}")
    lucia.picture(f"vote-asker-{tag}")
    screen.picture(f"vote-screen-{tag}")
    nuria.page.locator("#band-undo .vote-key[value=yes]").click()
    nuria.picture(f"vote-said-{tag}")


@pytest.mark.long
def test_a_ballot_comes_before_everything_else(crowd: Crowd, drawn: Quick) -> None:
    """Also on the phone of somebody who is asked something else, and has scrolled down to it."""
    marco, lucia = crowd.phone(1), crowd.phone(2, language="es-ES")
    expect(lucia.page.locator("form#ask-2")).to_be_visible()
    lucia.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    marco.undoes()
    band = lucia.page.locator("#band-undo")
    expect(band.locator(".band-words")).to_be_focused()
    expect(band.locator(".commits")).to_contain_text("Quedará visible en el registro")
    expect(band.locator(".band-waiting")).to_have_text(re.compile("Lucía.*Nuria"))
    for part in (band.locator(".band-words"), *band.locator(".vote-key").all()):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
    first = lucia.page.locator("form.ask").first
    expect(first).to_have_class(re.compile("ballot"))
    lucia.picture("agree-first-es")
    small = crowd.phone(3, language="es-ES", size=(360, 640))
    small.picture("agree-first-360-es")
    box = small.page.locator("#band-undo .vote-key").last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640, "on a small phone too"
    lucia.page.locator("#ask-2 button.option").first.click()
    expect(lucia.page.locator("#band-undo")).to_be_visible()


@pytest.mark.long
def test_a_draw_is_taken_back_when_both_others_agree(crowd: Crowd, drawn: Quick) -> None:
    marco = crowd.phone(1)
    lucia = crowd.phone(2, language="es-ES")
    nuria = crowd.phone(3, language="es-ES", script=False)
    screen = crowd.person(size=(1920, 1080), scale=1, language="es-ES")
    screen.opens("/table")
    small = crowd.person(size=(1024, 600), scale=1, language="es-ES")
    small.opens("/table")
    marco.undoes()
    mine, shown = marco.page.locator("#band-undo"), screen.page.locator("#band-undo")
    expect(mine.locator(".band-own button")).to_be_visible()
    expect(shown).to_contain_text("quiere deshacer: ")
    expect(shown.locator(".commits")).to_contain_text("La partida queda como antes de ese paso.")
    expect(shown.locator(".band-rule")).to_have_text("Todos deben decir que sí; un no basta para pararlo.")
    expect(shown.locator(".band-agreed")).to_have_count(0)
    marco.picture("agree-waiting", whole=True)
    lucia.picture("agree-ballot-es", whole=True)
    screen.picture("agree-table-es")
    small.picture("agree-table-1024-es")
    agrees(ballot_of(lucia))
    expect(lucia.page.locator("form.ask button[value=yes]")).to_have_count(0)
    for band in (shown, mine, lucia.page.locator("#band-undo")):
        expect(band.locator(".band-agreed")).to_contain_text("Lucía")
        expect(band.locator(".band-waiting")).to_contain_text("Nuria")
    screen.picture("agree-table-half-es")
    nuria.opens("/seat")
    nuria.picture("agree-ballot-plain-es", whole=True)
    ballot_of(nuria).locator("button[value=yes]").click()
    expect(ballot_of(nuria).locator("button[value=yes]")).to_have_attribute("aria-current", "true")
    expect(mine).to_have_count(0, timeout=20_000)
    expect(shown).to_have_count(0)
    nuria.opens("/seat")
    expect(nuria.page.locator(".log")).to_contain_text("Marco deshace")


@pytest.mark.long
def test_a_no_is_said_to_whoever_asked_again(crowd: Crowd, drawn: Quick) -> None:
    marco, lucia = crowd.phone(1, language="es-ES"), crowd.phone(2)
    marco.undoes()
    agrees(ballot_of(lucia), "no")
    expect(marco.page.locator(".notice", has_text="Lucía no está de acuerdo")).to_be_visible()
    marco.undoes()
    expect(marco.page.get_by_text("Vale hasta que la partida avance")).to_be_visible()
    marco.picture("agree-no-es", whole=True)


@pytest.mark.long
def test_it_is_withdrawn(crowd: Crowd, drawn: Quick) -> None:
    marco, lucia = crowd.phone(1), crowd.phone(2)
    marco.undoes()
    expect(ballot_of(lucia)).to_be_visible()
    marco.page.locator("#band-undo .band-own button").click()
    expect(marco.page.locator("#band-undo")).to_have_count(0)
    expect(lucia.page.locator("form.ask button[value=yes]")).to_have_count(0)


@pytest.mark.long
def test_somebody_leaves_large_and_comes_back(crowd: Crowd, drawn: Quick) -> None:
    marco, nuria = crowd.phone(1, language="es-ES"), crowd.phone(3)
    screen = crowd.person(size=(1920, 1080), scale=1, language="es-ES")
    screen.opens("/table")
    silent(drawn.table, 2)
    marco.page.locator("#without-2 > summary").click()
    marco.picture("agree-without-es", whole=True)
    marco.page.locator("#left-2 > summary").click()
    marco.picture("agree-left-es", whole=True)
    marco.page.locator("#left-2 form button").click()
    expect(screen.page.locator("#band-leave.large")).to_contain_text("¿Se ha ido Lucía")
    screen.picture("agree-table-left-es")
    agrees(ballot_of(nuria))
    expect(screen.page.locator("#band-gone-2")).to_be_visible()
    screen.picture("agree-table-gone-es")
    marco.undoes()
    agrees(ballot_of(nuria))
    expect(nuria.page.locator("form.ask button[value=yes]")).to_have_count(0)
    lucia = crowd.phone(2, language="es-ES")
    lucia.page.locator("form[action='/seat/here'] button").click()
    expect(lucia.page.get_by_text("Mientras no estabas").first).to_be_visible()
    lucia.picture("agree-missed-es", whole=True)
    form = lucia.page.locator("form.ask", has_text="Recuperarlo")
    form.locator("button.option", has_text="Recuperarlo").click()
    form.locator("button.act").click()
    expect(form).to_have_count(0)
    expect(lucia.page.locator(".log").first).to_contain_text("rehace")
