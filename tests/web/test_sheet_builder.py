"""A sheet written on a page: fields to values and back, what the buttons do, where a problem is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest

from companion.games import score_sheet
from companion.games.score_sheet import sheet_form
from companion.games.score_sheet.fields import Field
from companion.games.score_sheet.sharing import code_of
from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.web import sample_pages
from tests.web.flask_site import Browser, Site, words_of
from web.pages.editors.sheet_builder import (
    SheetTable,
    apply_button,
    field_of,
    from_values,
    main_and_more,
    read_form,
    slug,
    values,
)
from web.pages.editors.sheet_fields import NOTHING, texts_of, value_of

FORM = sheet_form.describe()
TEXTS = score_sheet.shipped_texts()


def fields(part: SheetTable, path: str = "") -> Iterator[tuple[str, str]]:
    """The form's fields as a browser would send them."""
    for name, text in part.texts.items():
        yield path + name, text
    for table, listed in part.parts.items():
        for place, one in enumerate(listed):
            yield from fields(one, f"{path}{table}.{place}.")


@pytest.mark.parametrize("name", list(TEXTS))
def test_a_sheet_comes_back_from_the_page_as_it_went(name: str) -> None:
    sheet = score_sheet.parse(TEXTS[name], name)
    part = read_form(fields(from_values(sheet_form.values_of(sheet), FORM)))
    assert score_sheet.parse(sheet_form.write_values(values(part, FORM)), name) == sheet


@pytest.mark.parametrize(
    ("kind", "value", "texts"),
    [
        ("words", "Wood", {"": "Wood"}),
        ("words", {"en": "Wood", "es": "Madera"}, {":en": "Wood", ":es": "Madera"}),
        ("whole", -3, {"": "-3"}),
        ("flag", True, {"": "on"}),
        ("rounds", "open", {".how": "open"}),
        ("rounds", 3, {".how": "fixed", ".low": "3"}),
        ("rounds", [3, 9], {".how": "range", ".low": "3", ".high": "9"}),
        ("teams", [2, 2], {"": "2, 2"}),
        ("teams", 2, {"": "2"}),
        ("wholes", [1, 4, 9], {"": "1, 4, 9"}),
        ("rows", [[1, 2], [2, -5]], {"": "1: 2, 2: -5"}),
        ("above", "never", {".how": "never"}),
        ("above", 2, {".how": "each", ".low": "2"}),
        ("choice", "lowest", {"": "lowest"}),
    ],
)
def test_a_value_has_texts_and_texts_a_value(kind: str, value: object, texts: dict[str, str]) -> None:
    field = _field(kind)
    shown = texts_of(field, value)
    assert {suffix: text for suffix, text in shown.items() if suffix in texts} == texts
    assert value_of(field, shown) == value


def _field(kind: str) -> Field:
    return Field("x", kind, FORM.sheet.label)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("wholes", "[1, 4; 9]", [1, 4, 9]),
        ("wholes", "1, 4, x", "1, 4, x"),
        ("rows", "[[1, 2], [2, 5]]", [[1, 2], [2, 5]]),
        ("rows", "1 = 2\n2 = 5", [[1, 2], [2, 5]]),
        ("rows", "1: 2, 3", [1, 2, 3]),
        ("whole", "\u22124", -4),
        ("whole", " many ", "many"),
        ("whole", "  ", NOTHING),
        ("words", " Wood ", "Wood"),
    ],
)
def test_what_people_type_is_understood_or_kept_as_it_is(kind: str, text: str, value: object) -> None:
    assert value_of(_field(kind), {"": text}) == value


def test_half_a_span_is_no_span_and_stays_visible() -> None:
    assert value_of(_field("span"), {".low": "2", ".high": ""}) == [2, ""]
    assert value_of(_field("rounds"), {".how": "fixed", ".low": "few"}) == "few"
    assert value_of(_field("span"), {".low": "", ".high": ""}) is NOTHING


def test_tables_are_added_moved_and_removed() -> None:
    root = SheetTable()
    assert apply_button(root, "add.category.number") == "category"
    apply_button(root, "add.category.set")
    apply_button(root, "add.category.1.kinds")
    apply_button(root, "add.ladder")
    assert [one.text("form") for one in root.several("category")] == ["number", "set"]
    assert len(root.several("category")[1].several("kinds")) == 3
    keys = [part.text("key") for one in root.several("category") for part in (one, *one.several("kinds"))]
    assert len(set(keys)) == 5
    apply_button(root, "up.category.1")
    assert [one.text("form") for one in root.several("category")] == ["set", "number"]
    apply_button(root, "up.category.0")
    apply_button(root, "down.category.0")
    assert [one.text("form") for one in root.several("category")] == ["number", "set"]
    apply_button(root, "remove.category.1.kinds.0")
    assert len(root.several("category")[1].several("kinds")) == 2
    apply_button(root, "remove.category.0")
    assert [one.text("form") for one in root.several("category")] == ["set"]


@pytest.mark.parametrize("do", ["", "add", "remove.category.7", "up.category.x", "add.nothing", "burn.category.0"])
def test_a_button_nobody_drew_changes_nothing(do: str) -> None:
    root = SheetTable(parts={"category": [SheetTable({"form": "number", "key": "a"})]})
    apply_button(root, do)
    assert list(fields(root)) == [("category.0.form", "number"), ("category.0.key", "a")]


def test_a_page_does_not_grow_without_end() -> None:
    root = read_form([("category.9999.name", "x"), ("category.3.name", "y")])
    assert len(root.several("category")) == 4
    for _ in range(40):
        apply_button(root, "add.category.number")
    assert len(root.several("category")) == 30


def test_keys_come_from_names_and_tie_breaks_follow() -> None:
    root = read_form(
        {
            "name": "¡Olé! 3 en raya", "seats.low": "2", "seats.high": "4",
            "category.0.key": "new-1", "category.0.name": "Peñón", "category.0.form": "number",
            "category.1.key": "new-2", "category.1.name": "Peñón", "category.1.form": "number",
            "ladder.0.category": "new-2",
        }.items()
    )  # fmt: skip
    made = values(root, FORM, {"ole-3-en-raya"})
    assert made["id"] == "ole-3-en-raya-2"
    assert [one["key"] for one in made["category"]] == ["penon", "penon-2"]
    assert made["ladder"][0]["category"] == "penon-2"
    assert slug("木", (), "count") == "count"
    assert slug("7 Wonders", (), "sheet") == "7-wonders"


USING = {
    "name": "Academy", "seats.low": "2", "seats.high": "4",
    "category.0.key": "new-1", "category.0.name": "Symbols", "category.0.form": "set", "category.0.points": "1, 4",
    "category.0.of": "same", "category.0.kinds.0.key": "new-2", "category.0.kinds.0.name": "star",
    "category.1.key": "new-3", "category.1.name": "Pairs", "category.1.form": "set", "category.1.points": "3",
    "category.1.uses": "new-1", "category.1.kinds.0.key": "new-4", "category.1.kinds.0.name": "",
    "category.1.sealed": "on", "category.1.high": "4",
}  # fmt: skip


def test_a_category_that_uses_anothers_numbers_follows_it_and_writes_none_itself() -> None:
    made = values(read_form(USING.items()), FORM)
    assert made["category"][1] == {"key": "pairs", "name": "Pairs", "form": "set", "uses": "symbols", "points": [3]}
    assert score_sheet.check(sheet_form.write_values(made)) == ()
    assert [one.text("uses") for one in from_values(made, FORM).several("category")] == ["", "symbols"]


def test_the_page_offers_every_other_category_to_use() -> None:
    given = sample_pages.sheet(read_form(USING.items()))
    page = {**sample_pages.context("sheet", sample_pages.Words(), ""), **given}
    html = sample_pages.environment().get_template("sheet.html").render(page)
    assert re.findall(r'<select[^>]*name="category\.(\d)\.uses"', html) == ["0", "1"]
    own = re.search(r'name="category\.1\.uses".*?</select>', html)
    assert own
    assert '<option value="new-1" selected>1. Symbols' in own[0]
    assert "Pairs" not in own[0]


def test_every_problem_stands_at_a_field_of_the_page() -> None:
    given = sample_pages.sheet(read_form(sample_pages.WRONG.items()))
    where = set(given["draft"].where)
    assert where >= {"seats", "rounds", "category.0.name", "category.0.points", "category.1.points", "sudden.0.points"}
    html = sample_pages.drawn()["sheet-wrong"]
    assert html.count('class="field-problem"') == 2 * len(given["draft"].problems)
    assert "&lt;Bosque&gt;" in html
    assert "<Bosque>" not in html


def test_a_problem_of_a_kind_or_of_a_table_finds_its_place() -> None:
    made = {"category": [{"key": "a"}, {"key": "wood"}]}
    problem = score_sheet.SheetProblem
    message = FORM.sheet.label
    ways = {
        "category.wood.points": "category.1.points",
        "category.2.rows": "category.1.rows",
        "category.wood.kinds.2.name": "category.1.kinds.1.name",
        "category.wood": "category.1",
        "category": "category",
        "ladder.1.category": "ladder.0.category",
        "sudden.points": "sudden.0.points",
        "rounds": "rounds",
    }
    assert {key: field_of(problem(1, key, message), made) for key in ways} == ways


def test_what_one_must_look_at_comes_first() -> None:
    form = next(form for form in FORM.forms if form.key == "penalty")
    first, more = main_and_more(FORM.category.fields, form.fields)
    assert [one.key for one in first] == ["key", "name", "form", "sealed", "points", "rounding"]
    assert {one.key for one in more} >= {"short", "help", "each", "high", "start"}


# -- the pages -----------------------------------------------------------------------------------------------------


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Browser]:
    with Room(tmp_path / "log.sqlite", Torture(), sheets=True) as room:
        room.host()
        yield Site(room).browser("host")


GARDEN = {
    "name": "Garden", "seats.low": "2", "seats.high": "4", "rounds.how": "once", "wins": "highest",
    "category.0.key": "new-1", "category.0.form": "per-unit", "category.0.name": "Trees", "category.0.points": "3",
}  # fmt: skip


def test_a_sheet_is_kept_without_a_script_and_a_second_tap_keeps_no_second(host: Browser) -> None:
    for _ in range(2):
        reply = host.post("/host/sheet-build", {**GARDEN, "do": "keep"}, script=False)
        assert (reply.status_code, reply.location) == (303, "/host")
    page = words_of(host.get("/host").text)
    assert "The sheet is saved. It can be chosen like any game." in page
    assert len(re.findall("Garden yours", page)) == 1
    assert 'name="replaces" value="sheet:garden"' in host.get("/host/sheet/sheet:garden").text
    changed = {**GARDEN, "id": "garden", "replaces": "sheet:garden", "category.0.points": "4", "do": "keep"}
    host.post("/host/sheet-build", changed, script=False)
    assert "points = 4" in host.get("/host/sheet/sheet:garden/file").text
    other = {**GARDEN, "category.0.points": "5", "do": "keep"}
    host.post("/host/sheet-build", other, script=False)
    assert "points = 5" in host.get("/host/sheet/sheet:garden-2/file").text


def test_an_error_keeps_every_value_and_says_in_words_what_was_expected(host: Browser) -> None:
    wrong = {**GARDEN, "category.0.points": "three", "about": "<b>Green</b>", "do": "keep"}
    page = host.post("/host/sheet-build", wrong, script=False)
    assert page.status_code == 200
    assert 'value="three"' in page.text
    assert 'value="&lt;b&gt;Green&lt;/b&gt;"' in page.text
    assert "Expected: a whole number from -9999 to 9999." in words_of(page.text)
    assert "1 thing to mend." in words_of(page.text)


def test_a_game_of_all_together_is_written_by_its_fields(host: Browser) -> None:
    sheet = {"name": "The crew", "seats.low": "2", "seats.high": "5", "rounds.how": "once", "wins": "highest"}
    counted = {"category.0.form": "number", "category.0.key": "new-1", "category.0.name": "Attempts"}
    won = {"outcome.0.name": "Mission done", "outcome.0.won": "on"}
    lost = {"outcome.1.name": "Too late", "outcome.1.category": "new-1", "outcome.1.reaches": "9"}
    given = {**sheet, **counted, **won, **lost}
    page = host.post("/host/sheet-build", {**given, "do": "add.outcome"}, script=False).text
    assert 'name="outcome.2.name"' in page
    assert '<option value="new-1" selected>1. Attempts</option>' in page
    assert host.post("/host/sheet-build", {**given, "do": "keep"}, script=False).status_code == 303
    text = host.get("/host/sheet/sheet:the-crew/file").text
    assert 'key = "mission-done"' in text
    assert 'category = "attempts"\nreaches = 9' in text


def test_a_shipped_sheet_is_copied_and_never_replaced(host: Browser) -> None:
    page = host.get("/host/sheet/sheet:hearts").text
    assert 'name="id" value=""' in page
    text = host.get("/host/sheet/sheet:hearts/file").text
    refused = host.post("/host/sheet-save", {"text": text}, script=False)
    assert "Give yours another id" in words_of(refused.text)
    assert "id = &#34;hearts&#34;" in refused.text


def test_another_sheet_with_the_same_id_is_replaced_only_where_somebody_says_so(host: Browser) -> None:
    host.post("/host/sheet-build", {**GARDEN, "do": "keep"}, script=False)
    text = host.get("/host/sheet/sheet:garden/file").text
    other = text.replace("points = 3", "points = 7")
    for path, given in (
        ("/host/sheet-save", {"text": other}),
        ("/host/sheet-upload", {"file": (BytesIO(other.encode()), "garden.toml")}),
        ("/host/sheet-build", {**GARDEN, "id": "garden", "category.0.points": "7", "do": "keep"}),
    ):
        reply = host.post(path, given, script=False)
        assert "There is a sheet with this id already: Garden." in words_of(reply.text), path
        assert 'value="replace"' in reply.text
        assert host.get("/host/sheet/sheet:garden/file").text == text
    assert host.post("/host/sheet-save", {"text": other, "do": "replace"}, script=False).status_code == 303
    assert "points = 7" in host.get("/host/sheet/sheet:garden/file").text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_keeps_its_accents_whatever_editor_saved_it(host: Browser, encoding: str) -> None:
    text = 'id = "cards"\nname = "Cuarenta más"\nseats = [2, 4]\n[[category]]\nkey = "a"\nname="Año"\nform = "number"'
    sent = {"file": (BytesIO(text.encode(encoding)), "cards.toml")}
    assert host.post("/host/sheet-upload", sent, script=False).status_code == 303
    assert host.get("/host/sheet/sheet:cards/file").text == text


def test_text_that_cannot_be_read_stays_in_its_box(host: Browser) -> None:
    page = host.post("/host/sheet-check", {"text": 'id = "x'}, script=False)
    assert "Line 1, TOML" in words_of(page.text)
    assert "id = &#34;x</textarea>" in page.text


def test_a_sheet_goes_home_as_a_file_before_it_is_kept(host: Browser) -> None:
    reply = host.post("/host/sheet-build", {**GARDEN, "do": "file"}, script=False)
    assert reply.headers["Content-Disposition"] == 'attachment; filename="garden.toml"'
    assert score_sheet.check(reply.text) == ()


def test_a_whole_sheet_is_shown_as_the_table_will_show_it(host: Browser) -> None:
    page = host.post("/host/sheet-build", {**GARDEN, "do": "check"}, script=False).text
    assert "The sheet is complete." in words_of(page)
    assert 'class="ledger with-total' in page
    assert "Trees" in words_of(page[page.index('class="ledger') :])


def test_a_whole_sheet_is_tried_with_invented_numbers_that_stay_while_it_is_changed(host: Browser) -> None:
    whole = host.post("/host/sheet-build", {**GARDEN, "do": "check"}, script=False).text
    assert "Try it" in words_of(whole)
    assert 'class="account' not in whole
    first = host.post("/host/sheet-build", {**GARDEN, "do": "try"}, script=False).text
    assert 'name="seed" value="1"' in first
    trees = [int(n) for n in re.findall(r"Trees (\d+) . 3 = \d+", words_of(first))]
    assert len(trees) == 3, "nobody sits here yet, and three people show how it counts"
    five = {**GARDEN, "category.0.points": "5", "seed": "1", "do": "check"}
    changed = words_of(host.post("/host/sheet-build", five, script=False).text)
    assert [int(n) for n in re.findall(r"Trees (\d+) . 5 = \d+", changed)] == trees
    other = words_of(host.post("/host/sheet-build", {**GARDEN, "seed": "1", "do": "try"}, script=False).text)
    assert [int(n) for n in re.findall(r"Trees (\d+) . 3 = \d+", other)] != trees
    assert host.post("/host/sheet-build", {**GARDEN, "seed": "x", "do": "check"}, script=False).status_code == 200


def test_a_ledger_is_tried_too(host: Browser) -> None:
    text = score_sheet.ledger_texts()["score-track.toml"]
    page = host.post("/host/sheet-check", {"text": text, "do": "try"}, script=False).text
    assert 'class="account' in page
    assert 'form="sheet"' in page


def test_a_sheet_goes_to_another_table_by_its_code(host: Browser, tmp_path: Path) -> None:
    host.post("/host/sheet-build", {**GARDEN, "do": "keep"}, script=False)
    text = host.get("/host/sheet/sheet:garden/file").text
    page = host.get("/host/sheet/sheet:garden/share").text
    assert "<svg" in page[page.index("qr-sheet") :]
    assert 'href="/host/sheet/sheet:garden/file"' in page
    address = f"HTTP://192.0.2.7/S/{code_of(text)}"
    with Room(tmp_path / "other.sqlite", Torture(), sheets=True) as other:
        site = Site(other)
        stranger = site.browser("new").get(f"/S/{code_of(text)}").text
        assert "Garden" in words_of(stranger)
        assert "Take a seat to keep it at this table" in words_of(stranger)
        assert site.browser("new").get(f"/S/{code_of(text)}/file").text == text
        ana = site.browser(1)
        ana.post("/sit", {"seat": "1", "name": "Ana"})
        for seen in (ana.get(f"/S/{code_of(text)}"), ana.post("/host/sheet-code", {"code": address}, script=False)):
            assert 'value="Garden"' in seen.text
            assert "The sheet is complete." in words_of(seen.text)
        assert ana.post("/host/sheet-save", {"text": text}, script=False).status_code == 303
        assert other.opened.library.sheet("sheet:garden") == text
        wrong = words_of(ana.post("/host/sheet-code", {"code": address[:-1]}, script=False).text)
        assert "not a whole one" in wrong
        assert "not a whole one" in words_of(ana.get("/S/none").text)
        assert ana.get("/S/none/file").status_code == 404


def test_what_is_too_long_for_a_code_is_said_and_goes_as_a_file(host: Browser) -> None:
    text = score_sheet.shipped_texts()["agricola.toml"].replace('"agricola"', '"long"')
    text += "".join(f"# {crc32(bytes([n]))} {crc32(bytes([n, n]))}\n" for n in range(100))
    assert host.post("/host/sheet-save", {"text": text}, script=False).status_code == 303
    page = host.get("/host/sheet/sheet:long/share").text
    assert re.search(r"Too long for a code: 1\d\d % of what fits", words_of(page))
    assert "qr-sheet" not in page
    assert 'href="/host/sheet/sheet:long/file"' in page


@pytest.mark.parametrize("path", ["/host/sheets/new", "/host/sheet/sheet:hearts"])
def test_sheets_are_written_by_whoever_sits_here(tmp_path: Path, path: str) -> None:
    with Room(tmp_path / "log.sqlite", Torture(), sheets=True) as room:
        site = Site(room)
        stranger = site.browser("new")
        assert stranger.get(path).status_code == 403
        assert stranger.post("/host/sheet-build", {**GARDEN, "do": "keep"}, script=False).status_code == 403
        assert room.opened.library.own() == ()
        guest = site.browser(1)
        guest.post("/sit", {"seat": "1", "name": "Ana"})
        assert 'href="/host/sheets/new"' in guest.get("/game").text
        assert guest.get(path).status_code == 200
        reply = guest.post("/host/sheet-build", {**GARDEN, "do": "keep"}, script=False)
        assert (reply.status_code, reply.location) == (303, "/game")
        assert room.opened.library.own() == ("sheet:garden",)


def test_an_empty_field_is_no_mistake_until_somebody_keeps_the_sheet(host: Browser) -> None:
    empty = {**GARDEN, "name": "", "category.0.name": ""}
    page = host.post("/host/sheet-build", {**empty, "do": "check"}, script=False).text
    assert "field-problem" not in page[: page.index("sheet-errors")]
    assert "2 things are still missing." in words_of(page)
    wrong = host.post("/host/sheet-build", {**empty, "category.0.points": "x", "do": "check"}, script=False).text
    assert wrong[: wrong.index("sheet-errors")].count('class="field-problem"') == 1
    kept = host.post("/host/sheet-build", {**empty, "do": "keep"}, script=False).text
    assert kept.count("Still missing.") == 2
    again = host.post("/host/sheet-build", {**empty, "tried": "yes", "do": "check"}, script=False).text
    assert again.count("Still missing.") == 2


def test_a_long_name_is_shortened_for_small_displays(host: Browser) -> None:
    long = {**GARDEN, "category.0.name": "Trees that stand beside water", "do": "keep"}
    host.post("/host/sheet-build", long, script=False)
    text = host.get("/host/sheet/sheet:garden/file").text
    assert 'short = "Trees that stand"' in text
    by_language = {
        **long,
        "do": "file",
        "category.0.name:en": "Trees",
        "category.0.name:es": "Un nombre larguísimosinhuecos",
    }
    del by_language["category.0.name"]
    assert 'short = {en = "Trees", es = "Un nombre"}' in host.post("/host/sheet-build", by_language, script=False).text


def test_a_ticked_box_stays_ticked(host: Browser) -> None:
    """A box that is usually ticked comes after an empty field of its name, as a browser sends them."""
    ticked = {**GARDEN, "category.0.counts": ["", "on"], "do": "file"}
    assert "counts" not in host.post("/host/sheet-build", ticked, script=False).text
    assert "counts = false" in host.post("/host/sheet-build", {**ticked, "category.0.counts": ""}, script=False).text
