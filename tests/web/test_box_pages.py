"""The pages of a box: what they show, forms that work without a script, lists by buttons, files with mistakes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.boxes import Component
from companion.core.wording import say
from companion.network.lent_boxes import LendingFault
from companion.service.session.box_editor import ImportBox
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room
from tests.service.boxed_game import BLOCK, FILE, Boxed
from tests.web.flask_site import Browser, Site, words_of
from tests.web.test_templates import Reader
from web.pages.editors.box_form import apply_button, read_component, texts_of

BOX = "/host/box/boxed"
GUARD = f"{BOX}/block/guard"


@pytest.fixture
def site(rooms: Callable[..., Room]) -> Iterator[Site]:
    room = rooms(Boxed(), Torture(), sheets=True)
    room.host()
    return Site(room)


@pytest.fixture
def host(site: Site) -> Browser:
    return site.browser("host")


def well_formed(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    ids = [attrs["id"] for _, attrs in reader.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    labelled = {attrs["for"] for tag, attrs in reader.elements if tag == "label" and "for" in attrs}
    assert labelled <= set(ids)
    assert "style" not in {name for _, attrs in reader.elements for name in attrs}
    return reader


def owners(site: Site) -> dict[str, dict[str, Component]]:
    return site.room.log.boxes.owners("boxed")


# -- reading a form ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "facts"),
    [
        ([], {}),
        ([("fact.name", " Ox "), ("fact.steps", " 3 "), ("fact.colour", "red")],
         {"name": "Ox", "steps": 3, "colour": "red"}),
        ([("fact.steps", "\u22122")], {"steps": -2}),
        ([("fact.steps", "many"), ("fact.colour", ""), ("fact.name", "7")], {"steps": "many", "name": "7"}),
        ([("known.costs", "1")], {"costs": []}),
        ([("fact.costs", "wine")], {}),
        ([("known.costs", "1"), ("fact.costs", "wine"), ("fact.costs", "wine")], {"costs": ["wine", "wine"]}),
        ([("known.track", "1"), ("fact.track", "4"), ("fact.track", "x")], {"track": [4, "x"]}),
        ([("fact.speed", "4")], {}),
    ],
)  # fmt: skip
def test_a_form_becomes_facts(form: list[tuple[str, str]], facts: Component) -> None:
    assert read_component(BLOCK, MultiDict(form)) == facts


@pytest.mark.parametrize(
    ("do", "new", "costs", "key"),
    [
        ("add.costs.stone", "", ["wine", "grain", "stone"], "costs"),
        ("add.costs", "stone", ["wine", "grain", "stone"], "costs"),
        ("add.costs", " ", ["wine", "grain"], "costs"),
        ("drop.costs.0", "", ["grain"], "costs"),
        ("drop.costs.2", "", ["wine", "grain"], "costs"),
        ("drop.costs.x", "", ["wine", "grain"], "costs"),
        ("none.costs", "", [], "costs"),
        ("unknown.costs", "", None, "costs"),
        ("burn.costs", "", ["wine", "grain"], "costs"),
        ("keep", "", ["wine", "grain"], ""),
        ("add.speed", "", ["wine", "grain"], ""),
        ("add.name.x", "", ["wine", "grain"], ""),
    ],
)
def test_a_button_changes_a_list(do: str, new: str, costs: list[str] | None, key: str) -> None:
    facts: Component = {"costs": ["wine", "grain"]}
    assert apply_button(BLOCK, facts, do, MultiDict({"new.costs": new})) == key
    assert facts.get("costs") == costs


def test_a_list_begins_with_its_first_thing() -> None:
    facts: Component = {}
    apply_button(BLOCK, facts, "add.track", MultiDict({"new.track": "3"}))
    assert facts == {"track": [3]}
    assert (texts_of([3, "x"]), texts_of("y"), texts_of(0), texts_of(None)) == (["3", "x"], ["y"], ["0"], [])


# -- the pages -----------------------------------------------------------------------------------------------------


def test_the_host_page_leads_to_the_boxes_there_are(host: Browser) -> None:
    page = host.get("/host").text
    assert f'href="{BOX}"' in page
    assert "Box of Boxed" in words_of(page)
    assert 'href="/host/box/torture"' in page
    assert 'href="/host/box/sheet' not in page


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", [BOX, GUARD, f"{BOX}/block", f"{BOX}/card/owl", "/host/box/torture"])
def test_every_page_is_well_formed_in_both_languages(site: Site, path: str, language: str) -> None:
    site.room.begin(3, "boxed")
    assert site.room.table.ask(HOST, ImportBox("boxed", FILE)).taken
    reply = site.browser("host", language).get(path)
    assert reply.status_code == 200
    well_formed(reply.text)
    assert not re.findall(r"\{[a-z_]+\}", words_of(reply.text))


def test_a_box_says_who_says_what(host: Browser) -> None:
    host.post("/host/box-file/boxed", {"text": FILE}, script=False)
    page = words_of(host.get(BOX).text)
    assert "The file is in the box." in page
    assert "9 of 11 facts are known." in page
    assert "Owl printed Worth: 1" in page
    assert re.search(r"The guard printed Name: The guard ; Colour: Blue entered Steps: 4 ; Costs: nothing", page)
    assert re.search(r"Archers added by you entered Name: Archers ; Colour: Red ; Home: City 3", page)
    assert re.search(r"Dolphin missing Worth", page)
    assert "Room for 2 more." in page
    assert "A play is on." not in page


def test_many_components_are_folded_until_one_of_them_was_changed(
    host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.editors.box.FOLDED", 2)
    folded = '<details class="far box-many"><summary>3 components</summary>'
    assert folded in host.get(BOX).text
    assert folded in host.get(f"{BOX}?open=block").text
    assert folded.replace('many"', 'many" open') in host.get(f"{BOX}?open=card").text
    monkeypatch.undo()
    assert "box-many" not in host.get(BOX).text


def test_a_play_that_is_on_is_named_and_warnings_are_shown(site: Site, host: Browser) -> None:
    site.room.begin(3, "boxed")
    assert "It goes on with the box it began with" in words_of(host.get(BOX).text)
    assert "It goes on with the box it began with" not in words_of(host.get("/host/box/torture").text)
    site.room.table.ask(HOST, ImportBox("boxed", FILE))
    host.post(f"{BOX}/block/archers", {"fact.steps": "4"}, script=False)
    assert "8 steps in all." in words_of(host.get(BOX).text)


def test_a_component_is_kept_without_a_script(site: Site, host: Browser) -> None:
    page = host.get(GUARD).text
    assert 'placeholder="?"' in page
    assert 'value="grain"' in page
    form = {"fact.name": "The guard", "fact.colour": "red", "fact.steps": "3", "known.costs": "1", "do": "keep"}
    reply = host.post(GUARD, form, script=False)
    assert (reply.status_code, reply.location) == (303, f"{BOX}?open=block#part-block-guard")
    assert owners(site) == {"block": {"guard": {"colour": "red", "steps": 3, "costs": []}}}
    page = host.get(GUARD).text
    assert re.search(r'value="red" checked', page)
    assert "printed : blue" in words_of(page).replace("printed:", "printed :")
    reply = host.post(GUARD, {"do": "remove"}, script=False)
    assert (reply.status_code, reply.location) == (303, f"{BOX}?open=block#kind-block")
    assert owners(site) == {}


def test_one_component_after_the_other_until_nothing_is_missing(host: Browser) -> None:
    assert f'href="{BOX}/card/bull"' in host.get(BOX).text
    for part, following in (("bull", "/card/dolphin"), ("dolphin", "/block/guard")):
        reply = host.post(f"{BOX}/card/{part}", {"fact.worth": "2", "do": "next"}, script=False)
        assert reply.location == BOX + following
    reply = host.post(GUARD, {"fact.steps": "2", "do": "next"}, script=False)
    assert reply.location == f"{BOX}?open=block#part-block-guard"
    assert "Everything is entered." in words_of(host.get(BOX).text)
    assert "Enter what is missing" not in words_of(host.get(BOX).text)


def test_a_list_is_filled_by_buttons_and_nothing_is_kept_before_keep(site: Site, host: Browser) -> None:
    typed = {"fact.name": "Typed", "do": "add.costs.wine"}
    page = host.post(f"{BOX}/block", typed, script=False).text
    assert 'value="Typed"' in page
    assert '<input type="hidden" name="fact.costs" value="wine">' in page
    assert '<input type="hidden" name="known.costs" value="1">' in page
    well_formed(page)
    assert owners(site) == {}
    reply = host.post(f"{BOX}/block", {**typed, "known.costs": "1", "fact.costs": ["wine", "wine"], "do": "keep"},
                      script=False)  # fmt: skip
    assert reply.location == f"{BOX}?open=block#part-block-typed"
    assert owners(site) == {"block": {"typed": {"name": "Typed", "costs": ["wine", "wine"]}}}


def test_one_more_like_it_until_there_are_enough(site: Site, host: Browser) -> None:
    host.post(f"{BOX}/block", {"fact.name": "Ox", "do": "keep"}, script=False)
    reply = host.post(f"{BOX}/block/ox", {"fact.name": "Ox", "fact.steps": "2", "do": "duplicate"}, script=False)
    assert reply.location == f"{BOX}/block/ox-2"
    assert "One more like it." in words_of(host.get(f"{BOX}/block/ox-2").text)
    host.post(f"{BOX}/block/ox", {"fact.name": "Ox", "do": "duplicate"}, script=False)
    assert set(owners(site)["block"]) == {"ox", "ox-2", "ox-3"}
    page = host.get(f"{BOX}/block/ox").text
    assert 'value="duplicate"' not in page
    reply = host.post(f"{BOX}/block/ox", {"fact.name": "Ox", "do": "duplicate"}, script=False)
    assert reply.location == f"{BOX}?open=block#part-block-ox"
    assert "No more components of this kind can be added." in words_of(host.get(BOX).text)
    assert host.get(f"{BOX}/block").status_code == 404
    assert 'href="/host/box/boxed/block"' not in host.get(BOX).text
    host.post(f"{BOX}/block/ox", {"do": "remove"}, script=False)
    assert set(owners(site)["block"]) == {"ox-2", "ox-3"}


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(site: Site, host: Browser) -> None:
    form = {"fact.name": "<b>Ox</b>", "fact.steps": "many", "known.track": "1", "fact.track": "77", "do": "next"}
    reply = host.post(f"{BOX}/block", form, script=False)
    assert reply.status_code == 200
    well_formed(reply.text)
    page = words_of(reply.text)
    assert "Something is still wrong here." in page
    assert "Expected: a whole number from 1 to 4." in page
    assert "Expected: a whole number from -2 to 9." in page
    assert 'value="&lt;b&gt;Ox&lt;/b&gt;"' in reply.text
    assert 'value="many"' in reply.text
    assert owners(site) == {}
    assert "Enter at least one thing" in words_of(host.post(f"{BOX}/block", {"do": "keep"}, script=False).text)


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_box_goes_home_as_a_file_and_comes_back(site: Site, host: Browser) -> None:
    sent = {"file": (io.BytesIO(FILE.encode()), "box.toml")}
    assert host.post("/host/box-file/boxed", sent, script=False).status_code == 303
    reply = host.get("/host/box-file/boxed")
    assert reply.headers["Content-Disposition"] == 'attachment; filename="box-boxed.toml"'
    assert (reply.mimetype, reply.text) == ("application/toml", FILE)


def test_a_file_with_mistakes_comes_back_with_all_of_them(site: Site, host: Browser) -> None:
    wrong = "[card.owl]\nworth = 9\n[crd.owl]\n[block.guard]\nnmae = '<script>'\n"
    for sent in ({"text": wrong}, {"file": (io.BytesIO(wrong.encode()), "box.toml")}):
        reply = host.post("/host/box-file/boxed", sent, script=False)
        assert reply.status_code == 200
        well_formed(reply.text)
        page = words_of(reply.text)
        assert "3 things are wrong in the file" in page
        assert "Line 2, card.owl.worth: 9 is impossible; expected a whole number from 0 to 5." in page
        assert "Line 3, crd: there is no such kind of component; expected one of card, block, space." in page
        assert "&lt;script&gt;" in reply.text
        assert owners(site) == {}


def test_bytes_that_are_no_text_are_refused_and_no_file_changes_nothing(site: Site, host: Browser) -> None:
    reply = host.post("/host/box-file/boxed", {"file": (io.BytesIO(b"\xff\xfe\x00"), "box.toml")}, script=False)
    assert "1 thing is wrong in the file" in words_of(reply.text)
    assert host.post("/host/box-file/boxed", {}, script=False).status_code == 303
    assert owners(site) == {}


def test_the_edition_is_noted(host: Browser) -> None:
    assert host.post("/host/box-edition/boxed", {"edition": 'the "blue" one'}, script=False).location == BOX
    assert 'value="the &#34;blue&#34; one"' in host.get(BOX).text
    page = host.post("/host/box-edition/boxed", {"edition": "x" * 61}, script=False)
    assert "At most 60 characters." in words_of(page.text)


# -- who may -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [BOX, GUARD, f"{BOX}/block", "/host/box-file/boxed"])
def test_boxes_are_the_hosts_to_open(site: Site, path: str) -> None:
    assert site.browser("stranger").get(path).status_code == 403
    assert site.browser("host").get(path).status_code == 200


@pytest.mark.parametrize("path", [GUARD, f"{BOX}/block", "/host/box-file/boxed", "/host/box-edition/boxed"])
def test_boxes_are_the_hosts_to_change(site: Site, path: str) -> None:
    form = {"text": FILE, "edition": "x", "fact.steps": "1", "do": "keep"}
    assert site.browser("stranger").post(path, form, script=False).status_code == 403
    assert owners(site) == {}
    assert site.room.log.boxes.edition("boxed") == ""


@pytest.mark.parametrize(
    "path", ["/host/box/none", f"{BOX}/dice", f"{BOX}/card", f"{BOX}/card/none", "/host/box/sheet:hearts", f"{BOX}/a/b"]
)
def test_what_is_not_there_leads_nowhere(host: Browser, path: str) -> None:
    assert host.get(path).status_code == 404


# -- another table -------------------------------------------------------------------------------------------------


def lent(host: Browser) -> str:
    """The path under which the page says that the box is lent."""
    assert host.post("/host/box-lend/boxed", {"lent": "1"}, script=False).location == f"{BOX}#to-another"
    page = host.get(BOX).text
    well_formed(page)
    assert "<svg" in page[page.index('class="box-qr"') :]
    found = re.search(r"192\.0\.2\.7:8000(/box/[a-z0-9]{8})<", page)
    assert found is not None
    return found[1]


def test_a_box_is_lent_under_a_code_to_whoever_has_it(site: Site, host: Browser) -> None:
    site.room.table.ask(HOST, ImportBox("boxed", FILE))
    path = lent(host)
    stranger = site.browser("stranger")
    page = stranger.get(path)
    well_formed(page.text)
    assert f"192.0.2.7:8000{path}" in page.text
    assert stranger.get(f"{path}/file").text == FILE
    assert stranger.get(f"{path}/file").mimetype == "application/toml"
    for other in ("/box/aaaaaaaa", "/box/aaaaaaaa/file", "/box/x"):
        assert stranger.get(other).status_code == 404
    assert stranger.post("/host/box-lend/boxed", {"lent": "0"}, script=False).status_code == 403
    assert host.post("/host/box-lend/boxed", {"lent": "0"}, script=False).status_code == 303
    assert stranger.get(path).status_code == 404


def test_another_tables_box_is_fetched_and_looked_through_like_a_file(
    site: Site, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"192.168.1.9/box/ab23cd45": FILE, "bad": "[card.owl]\nworth = 9\n"}

    def fetched(address: str) -> str:
        if address not in sent:
            raise LendingFault(say("{name} is not on this network.", name=address))
        return sent[address]

    monkeypatch.setattr("web.pages.editors.box_lending.fetch_lent_box", fetched)
    refused = host.post("/host/box-fetch/boxed", {"address": "8.8.8.8<b>"}, script=False)
    assert "8.8.8.8<b> is not on this network." in words_of(refused.text).replace("&lt;", "<").replace("&gt;", ">")
    assert 'value="8.8.8.8&lt;b&gt;"' in refused.text
    wrong = host.post("/host/box-fetch/boxed", {"address": "bad"}, script=False)
    assert "Line 2, card.owl.worth: 9 is impossible" in words_of(wrong.text)
    assert owners(site) == {}
    assert site.browser("stranger").post("/host/box-fetch/boxed", {"address": "bad"}, script=False).status_code == 403
    reply = host.post("/host/box-fetch/boxed", {"address": "192.168.1.9/box/ab23cd45"}, script=False)
    assert (reply.status_code, reply.location) == (303, BOX)
    assert site.room.view("host").boxes.export("boxed") == FILE
