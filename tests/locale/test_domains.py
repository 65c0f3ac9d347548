"""Each text stands in the file of one domain, and bringing the files up to date loses no translation."""

from __future__ import annotations

import runpy
import shutil
import sys
from collections import Counter
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from babel.messages import mofile
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.games import shipped
from companion.locale import LANGUAGES
from companion.render.canvas.layout import LINE
from tests import messages
from tests.locale.completeness import LEADING
from tests.messages import DOMAINS, FORMER, domain_of, read_files, update, wanted, wanted_in, write

OTHERS = [language for language in LANGUAGES if language != "en"]


def keys(catalogue: Catalog) -> set[Any]:
    return {message.id for message in messages.messages(catalogue)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The Spanish files of a small product, up to date."""
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    monkeypatch.setattr(messages, "wanted", lambda: TEMPLATES)
    made = tmp_path / "es" / "LC_MESSAGES"
    made.mkdir(parents=True)
    (made / "antike.po").write_text(START, "utf-8")
    assert update("es") == []
    return made


def template(*texts: tuple[str, str] | tuple[tuple[str, str], str]) -> Catalog:
    made = Catalog(charset="utf-8")
    for text, file in texts:
        made.add(text, locations=[(file, 0)])
    return made


TEMPLATES = {
    "pages": template(("Yes", "web/templates/ask.html")),
    "displays": template(("Press OK", "companion/service/panel/keyboard.py")),
    "antike": template((("{n} city", "{n} cities"), "companion/games/antike/words.py")),
}
START = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Yes"
msgstr "Sí"

msgid "Press OK"
msgstr "Pulsa OK"

msgid "{n} city"
msgid_plural "{n} cities"
msgstr[0] "{n} ciudad"
msgstr[1] "{n} ciudades"
"""


def change(path: Path, add: dict[Any, Any], delete: tuple[str, ...] = ()) -> None:
    with path.open("rb") as source:
        catalogue = read_po(source, locale="es")
    for text in delete:
        catalogue.delete(text)
    for text, string in add.items():
        catalogue.delete(text)
        catalogue.add(text, string)
    write(path, catalogue)


def in_files(text: str) -> dict[str, str]:
    """The translations of a text by file."""
    return {domain: catalogue[text].string for domain, catalogue in read_files("es").items() if text in catalogue}


def test_every_game_has_a_domain() -> None:
    assert {game.meta.key.replace("-", "_") for game in shipped() if ":" not in game.meta.key} <= DOMAINS.keys()


@pytest.mark.parametrize(
    ("file", "domain"),
    [
        ("companion/games/antike/words.py", "antike"),
        ("companion/games/score_sheet/words.py", "score_sheet"),
        ("companion/service/panel/keyboard.py", "displays"),
        ("companion/service/panel/wiring/new_pod.py", "hardware"),
        ("companion/service/seats/seating.py", "pages"),
        ("companion/commands/doctor/machine_checks.py", "tools"),
        ("web/club/templates/club.html", "club"),
        ("web/templates/seat.html", "pages"),
    ],
)
def test_a_source_has_the_domain_of_the_longest_path_that_begins_it(file: str, domain: str) -> None:
    assert domain_of(file) == domain


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_stands_in_the_file_of_its_domain_and_in_no_other(language: str) -> None:
    held = read_files(language)
    assert held.keys() == {*wanted_in(language), FORMER}
    found = Counter(key for catalogue in held.values() for key in keys(catalogue))
    assert [key for key, times in found.items() if times > 1] == []
    for domain, template in wanted_in(language).items() if language in LEADING else ():
        assert keys(held[domain]) == keys(template), f"{domain}: run make messages"


def test_what_is_up_to_date_stays_as_it_is(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.glob("*.po")}
    assert update("es") == []
    assert {path.name: path.read_bytes() for path in folder.glob("*.po")} == before


def test_a_translation_is_kept_wherever_it_was_put(folder: Path) -> None:
    """One in a file where it does not belong was put there last, by hand or by a merge of branches."""
    change(folder / "pages.po", {"Press OK": "Pulsa el OK"}, ("Yes",))
    shutil.copy2(folder / "antike.po", folder / "found.po")
    change(folder / "found.po", {"Yes": "Que sí"}, ("{n} city",))
    assert update("es") == []
    assert in_files("Press OK") == {"displays": "Pulsa el OK"}
    assert in_files("Yes") == {"pages": "Que sí"}
    assert not (folder / "found.po").exists()


def test_what_no_source_says_any_more_goes_to_the_former_texts_and_comes_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "wanted", lambda: {**TEMPLATES, "displays": template()})
    assert update("es") == []
    assert in_files("Press OK") == {FORMER: "Pulsa OK"}
    assert "Press OK" in compiled(folder / "former.mo")
    monkeypatch.setattr(messages, "wanted", lambda: TEMPLATES)
    assert update("es") == []
    assert in_files("Press OK") == {"displays": "Pulsa OK"}


def test_a_text_that_gets_a_plural_or_loses_it_keeps_its_former_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = template((("Yes", "Yes {n}"), "web/templates/ask.html"), ("{n} city", "companion/games/antike/words.py"))
    monkeypatch.setattr(messages, "wanted", lambda: {**TEMPLATES, "pages": other, "antike": template()})
    assert update("es") == ["Yes", "{n} city"]
    assert in_files("Yes")[FORMER] == "Sí"
    assert in_files("{n} city")[FORMER] == ("{n} ciudad", "{n} ciudades")


def test_a_translator_s_own_notes_stay(folder: Path) -> None:
    path = folder / "displays.po"
    text = path.read_text("utf-8")
    path.write_text(text.replace("#: companion", "# ¿Mejor «dale»?\n#: gone.py\n#, fuzzy\n#: companion"), "utf-8")
    update("es")
    with path.open("rb") as source:
        message = read_po(source)["Press OK"]
    assert message is not None
    assert message.user_comments == ["¿Mejor «dale»?"]
    assert message.fuzzy
    assert [file for file, _line in message.locations] == ["companion/service/panel/keyboard.py"]


def test_a_language_is_a_folder(folder: Path) -> None:
    added = folder.parent.parent / "pt_BR" / "LC_MESSAGES"
    added.mkdir(parents=True)
    assert update("pt_BR") == ["Yes", "Press OK", "{n} city"]
    assert {path.stem for path in added.glob("*.po")} == {*TEMPLATES, FORMER}
    assert {path.stem for path in added.glob("*.mo")} == {"companion", "former"}
    assert "Language: pt_BR\\n" in (added / "pages.po").read_text("utf-8")


def without_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for the interfaces of the builder, which is only there where something is built."""
    for name, interface in (("builders.hooks", "BuildHookInterface"), ("metadata", "MetadataHookInterface")):
        module: Any = ModuleType(f"hatchling.{name}.plugin.interface")
        setattr(module, interface, SimpleNamespace)
        monkeypatch.setitem(sys.modules, module.__name__, module)


def test_the_wheel_gets_what_make_messages_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_builder(monkeypatch)
    locale = tmp_path / "companion" / "locale"
    shutil.copytree(messages.LOCALE, locale, ignore=shutil.ignore_patterns("*.mo", "*.py"))
    monkeypatch.setattr(messages, "LOCALE", locale)
    folder = locale / "es" / "LC_MESSAGES"
    plural = ("{n} territory is crossed out.", "{n} territories are crossed out.")
    change(folder / "displays.po", {"Ask the table": "", plural: ("{n} territorio", "")})
    hooks = runpy.run_path(str(messages.ROOT / "hatch_build.py"))
    hooks["CatalogueHook"](root=str(tmp_path)).initialize("editable", {})
    built = {path.name: compiled(path) for path in folder.glob("*.mo")}
    messages.compile_files("es")
    assert built == {path.name: compiled(path) for path in folder.glob("*.mo")}
    assert built.keys() == {"companion.mo", "former.mo"}
    assert not {"Ask the table", (plural[0], 0), (plural[0], 1)} & built["companion.mo"].keys()
    assert len(built["companion.mo"]) > 6_000


@pytest.mark.parametrize("compiling", ["hatch_build", "messages"])
def test_a_companion_that_starts_meanwhile_reads_the_former_catalogue(
    compiling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not an empty file, with which each of its pages is an error."""
    without_builder(monkeypatch)
    shutil.copytree(messages.LOCALE, tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo", "*.py"))
    monkeypatch.setattr(messages, "LOCALE", tmp_path / "locale")
    folder = tmp_path / "locale" / "es" / "LC_MESSAGES"
    (folder / "companion.mo").write_bytes(b"before")
    read: list[bytes] = []

    def written(file: Any, catalogue: Catalog) -> None:
        read.append((folder / "companion.mo").read_bytes())
        write_mo(file, catalogue)

    monkeypatch.setattr(mofile, "write_mo", written)
    monkeypatch.setattr(messages, "write_mo", written)
    if compiling == "hatch_build":
        runpy.run_path(str(messages.ROOT / "hatch_build.py"))["compile_language"](folder)
    else:
        messages.compile_files("es")
    assert read[0] == b"before"
    assert compiled(folder / "companion.mo")


def compiled(path: Path) -> dict[Any, str]:
    with path.open("rb") as source:
        found: dict[Any, str] = vars(GNUTranslations(source))["_catalog"]
    return {key: text for key, text in found.items() if key}


@pytest.mark.parametrize("language", OTHERS)
def test_every_place_and_every_short_form_has_a_comment_for_translators(language: str) -> None:
    held = read_files(language)
    short = {text for _where, text in messages.texts("N_")}
    for domain in held.keys() - {FORMER}:
        for message in messages.messages(held[domain]):
            said = message.auto_comments
            ids = (message.id,) if isinstance(message.id, str) else message.id
            explained = {line.split("}:")[0].removeprefix("{") for line in said if line.startswith("{")}
            assert explained >= {name for text in ids for _, name, _, _ in Formatter().parse(text) if name}, message.id
            assert ids[0] not in short or any(f"at most {LINE} pixels" in line for line in said), message.id
            assert message.locations, message.id


CODE = '''"""Words of a sample."""

def end_reason(state):
    return say("Not yet.")

SETS = {"one": say("One set", short=N_("1 set"))}
"""What sets are called."""

def play(step, n):
    step.tell(
        # Translators: told when a set is laid
        # {who}: name of the person who laid it
        say_n("{who} lays {n} {odd}.", "{who} lay {n} {odd}.", n, who=named(1), odd=ODD[n])
    )
    ask(prompt=say("Which set?"))
    raise CommandError(say("Gone."))
'''
TEMPLATE = """<h1>{{ _("Sets of {who}", who=who) }}</h1>
<p>{% if n > 1 %}<b>{{ _("Lay one") }}</b>{% endif %}<input placeholder="{{ _('blue') }}"></p>
{# Translators: beside a picture #}
{{ _("Side by side") }}<button>{{ icon("x") }} {{ _("Lay it") }}</button>
"""


def test_comments_come_from_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("companion/games/antike/sets.py", CODE), ("web/templates/sets.html", TEMPLATE)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "web" / "club" / "templates").mkdir(parents=True)
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    made = wanted.__wrapped__()
    path = tmp_path / "antike.pot"
    write(path, made["antike"])
    assert path.read_text("utf-8").split("\n\n", 1)[1].strip() == ANTIKE
    said = {message.id: message.auto_comments for message in messages.messages(made["pages"])}
    assert said == {
        "Sets of {who}": ["Heading.", "{who}: name of a person, or of several"],
        "Lay one": ["Text on a page."],
        "blue": ["Example in an empty field."],
        "Side by side": ["beside a picture", "Text on a page."],
        "Lay it": ["Button."],
    }


ANTIKE = """
#. Short form of "One set" on a small display: at most 127 pixels, which 21 letters are.
#: companion/games/antike/sets.py
msgid "1 set"
msgstr ""

#. Error message in a terminal.
#: companion/games/antike/sets.py
msgid "Gone."
msgstr ""

#. Says why something is not possible.
#: companion/games/antike/sets.py
msgid "Not yet."
msgstr ""

#. Context: What sets are called.
#: companion/games/antike/sets.py
msgid "One set"
msgstr ""

#. Question to a player.
#: companion/games/antike/sets.py
msgid "Which set?"
msgstr ""

#. told when a set is laid
#. {who}: name of the person who laid it
#. Line of the log.
#. {n}: a number; the form depends on it
#. {odd}: what the code calls `ODD[n]`
#: companion/games/antike/sets.py
#, python-brace-format
msgid "{who} lays {n} {odd}."
msgid_plural "{who} lay {n} {odd}."
msgstr[0] ""
msgstr[1] ""
""".strip()
