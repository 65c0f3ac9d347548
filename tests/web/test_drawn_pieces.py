"""Pieces are drawn once: those that everybody may see for all phones, all others for their viewer alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest
from markupsafe import Markup

from tests.service.at_table import Room
from tests.web import sample_pages
from tests.web.flask_site import Site
from tests.web.test_macros import TEMPLATES
from web.templating import drawn_pieces
from web.templating.drawn_pieces import VIEWERS, OwnCaches, PagePieces, PublicValues, RenderCache, encoded
from web.templating.fragment_parts import DrawnFragment

Rooms = Callable[..., Room]


@pytest.fixture
def public() -> Iterator[RenderCache]:
    """What is drawn for all, of this test alone."""
    with patch.object(drawn_pieces, "PUBLIC", RenderCache()) as cache:
        yield cache


def test_a_piece_is_drawn_once_and_never_stands_for_another() -> None:
    memory = RenderCache(most=2)
    drawn: list[str] = []

    def ask(lang: str, name: str, title: str) -> str:
        def draw() -> DrawnFragment:
            drawn.append(f"{lang} {name} {title}")
            return DrawnFragment(drawn[-1])

        return str(memory.remembered((lang, name, encoded(sample_pages.WORDS(title))), draw))

    assert ask("en", "Ana", "x") == ask("en", "Ana", "x") == "en Ana x"
    assert len(drawn) == 1
    assert [ask("es", "Ana", "x"), ask("en", "Eva", "x"), ask("en", "Ana", "y")] == ["es Ana x", "en Eva x", "en Ana y"]
    assert ask("en", "Ana", "x") == "en Ana x"
    assert len(drawn) == 5, "the oldest piece was let go"


@dataclass(frozen=True)
class Drawing:
    """Stands for a macro."""

    draw: Callable[..., Any]
    name: str = "drawn"

    def __call__(self, *values: Any) -> Any:
        return self.draw(*values)


def drawn_by(pieces: PagePieces, *values: Any) -> list[Any]:
    """The values that had to be drawn."""
    drawn: list[Any] = []

    def draw(*given: Any) -> str:
        drawn.append(given)
        return ""

    pieces.remembered(Drawing(draw), *values)
    return drawn


def test_a_public_value_is_drawn_once_for_all_pages(public: RenderCache) -> None:
    rondel = sample_pages.rondel()
    one, other = PagePieces(RenderCache()), PagePieces(RenderCache())
    for page in (one, other):
        page.show(PublicValues([rondel]), b"en")
    assert drawn_by(one, rondel, {}, 2)
    assert not drawn_by(other, rondel, {}, 2)
    assert public.count == 1


def test_what_is_not_known_to_be_public_stays_with_its_viewer(public: RenderCache) -> None:
    """Also an equal value, and a public one together with something else, such as what can be pressed."""
    rondel, equal = sample_pages.rondel(), sample_pages.rondel()
    for values in ((equal, {}, 2), (rondel, {"r0": ("id", None)}, 2), (rondel, ("own",), 2), ("word", 2)):
        one, other = PagePieces(RenderCache()), PagePieces(RenderCache())
        for page in (one, other):
            page.show(PublicValues([rondel]), b"en")
            assert drawn_by(page, *values)
            assert not drawn_by(page, *values)
    assert not public.count


def test_pieces_of_a_public_piece_are_public(public: RenderCache) -> None:
    rondel, page = sample_pages.rondel(), PagePieces(RenderCache())
    page.show(PublicValues([rondel]), b"en")
    page.remembered(Drawing(lambda *_: str(drawn_by(page, "sector", ["any"])), "around"), rondel, {}, 2)
    assert public.count == 2
    with pytest.raises(ZeroDivisionError):
        page.remembered(Drawing(lambda *_: 1 // 0, "broken"), rondel, {}, 2)
    drawn_by(page, "sector", ["own"])
    assert public.count == 2, "what is drawn after a mistake is nobody else's"


def test_a_piece_is_that_of_its_macro_in_its_language_and_with_its_names(public: RenderCache) -> None:
    rondel = sample_pages.rondel()
    page, values = PagePieces(RenderCache()), PublicValues([rondel])
    for words in (b"en Ana", b"en Eva", b"es Eva"):
        page.show(values, words)
        for name in ("one", "other"):
            assert str(page.remembered(Drawing(lambda _, told=(words, name): Markup(str(told)), name), rondel)) == str(
                (words, name)
            )
    assert public.count == 6


def test_what_several_public_values_make_together_is_public_too(public: RenderCache) -> None:
    rondel, ledger = sample_pages.rondel(), sample_pages.ledger()
    one, other = PagePieces(RenderCache()), PagePieces(RenderCache())
    for page in (one, other):
        page.show(PublicValues([rondel, ledger]), b"en")
    assert drawn_by(one, (rondel, ledger))
    assert not drawn_by(other, (rondel, ledger))
    assert drawn_by(other, (ledger, rondel))
    assert drawn_by(other, (ledger,))
    assert public.count == 3
    for values in (((rondel, sample_pages.ledger()),), ((),), ((rondel, "word"),)):
        assert drawn_by(one, *values)
        assert drawn_by(other, *values)
    assert public.count == 3


def test_a_piece_within_another_is_found_again_without_it(public: RenderCache) -> None:
    """A page is drawn with all of it, whether it is drawn apart or not; what did not change are the same parts."""
    rondel, page = sample_pages.rondel(), PagePieces(RenderCache())
    page.show(PublicValues([rondel]), b"en")

    def inner(word: str) -> str:
        return f'<!--[{word}--><p id="{word}">{word}</p><!--]-->'

    def outer(*words: str) -> str:
        within = "".join(str(page.remembered(Drawing(inner, "inner"), word)) for word in words)
        return f'<!--[all--><div id="all">{within}</div><!--]-->'

    whole = '<!--[all--><div id="all">' + inner("a") + inner("b") + "</div><!--]-->"
    assert page.remembered(Drawing(outer, "outer"), "a", "b") == whole
    first, second = (page.draw_apart(page.remembered, Drawing(outer, "outer"), *words) for words in ("ab", "ba"))
    assert "<p" not in first.frame
    assert first.html == whole
    assert second.html == whole.replace(inner("a") + inner("b"), inner("b") + inner("a"))
    assert all(first.parts[word] is second.parts[word] for word in "ab")
    assert first.parts["all"].within == ("a", "b")


def test_macros_that_are_remembered_have_names_of_their_own() -> None:
    """A piece is found again by the name of its macro."""
    sources = [page.read_text("utf-8") for page in TEMPLATES.glob("*.html")]
    kept = [
        name
        for source in sources
        for name in {*re.findall(r"remembered\((\w+)", source)} & {*re.findall(r"{% macro (\w+)", source)}
    ]
    assert len(kept) == len(set(kept))
    assert set(kept) == {name for source in sources for name in re.findall(r"remembered\((\w+)", source)}


def test_own_pieces_stay_with_their_device() -> None:
    caches = OwnCaches(lambda _device: False)
    assert caches.of("a") is caches.of("a")
    assert caches.of("a") is not caches.of("b")
    assert caches.of("") is not caches.of("")
    first = caches.of("a")
    for n in range(VIEWERS):
        caches.of(f"new-{n}")
    assert caches.of("a") is not first


def test_nothing_own_is_kept_for_all(rooms: Rooms, public: RenderCache) -> None:
    """Of a play with secrets, its pages, streams' fragments and forms."""
    room = rooms()
    site = Site(room)
    room.begin(2)
    room.set_up()
    browsers = [site.browser(who) for who in (1, 2, "host", "guest")]
    for browser in browsers:
        for page in ("/", "/seat", "/table", "/watch", "/scribe", "/log", "/host"):
            browser.get(page)
    shared = "".join(map(str, public._drawn._kept.values()))
    assert "w-rondel" in shared
    assert "log-1" in shared
    for own in ("<form", "nonce", "csrf", "Your quest", "end with", *(browser.csrf for browser in browsers)):
        assert own not in shared, own
    assert "end with" in browsers[0].get("/seat").text
