"""What has just changed on a page is lit for a moment, at next to no cost, and stays readable."""

from __future__ import annotations

import pytest

from tests.web import sample_pages
from tests.web.fake_server import FakeServer

pytestmark = pytest.mark.browser

SCRIBBLE = """() => {
    for (const node of document.querySelectorAll("#live [data-watch]")) node.append("x");
}"""
"""Whatever is washed when it changes is now another than the table says."""
LIT = "() => document.getAnimations().filter(({ animationName }) => animationName === 'wash').length > 20"
FADED = "() => !document.getAnimations().some(({ animationName }) => animationName === 'wash')"
ANIMATED = """() => document.getAnimations().filter(({ animationName }) => /wash/.test(animationName)).map(
    ({ effect }) => [effect.getKeyframes().map((frame) => Object.keys(frame)).flat().filter((key) =>
        !["offset", "computedOffset", "easing", "composite"].includes(key)).join(),
     Boolean(effect.pseudoElement) && effect.target instanceof SVGElement])"""
"""Of each highlight what is animated, and whether it is where nothing is painted: an ::after of an SVG element."""

WEAKEST = """() => {
    for (const lit of document.getAnimations()) { lit.pause(); lit.currentTime = 0; }
    const parts = (colour) => (colour.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    const over = ([r, g, b, a = 1], under, opacity = 1) =>
        [r, g, b].map((part, at) => part * a * opacity + under[at] * (1 - a * opacity));
    const linear = (part) => (part <= 10 ? part / 3295 : ((part / 255 + .055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
    const contrast = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (light + .05) / (dark + .05);
    };
    const behind = (node) => {
        const around = node.parentElement ? behind(node.parentElement) : [255, 255, 255];
        if (node.matches("g")) {
            return [...node.querySelectorAll(":scope > path")].reduce((under, path) => {
                const { fill, opacity } = getComputedStyle(path);
                return over(parts(fill), under, opacity);
            }, around);
        }
        const plain = over(parts(getComputedStyle(node).backgroundColor), around);
        const lit = getComputedStyle(node, "::after");
        return lit.animationName === "wash" ? over(parts(lit.backgroundColor), plain, lit.opacity) : plain;
    };
    const words = [...document.querySelectorAll(".changed, .changed *")].filter((node) =>
        node.getClientRects().length && !node.closest(".sr, .space-node, use, [aria-pressed]") &&
        [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()));
    return words.map((node) => {
        const { color, fill } = getComputedStyle(node), ink = parts(node.matches("text") ? fill : color);
        return [contrast(over(ink, behind(node)), behind(node)), node.textContent.trim(), node.closest(".changed").id];
    }).sort(([one], [other]) => one - other);
}"""
"""Words within what is lit, the hardest to read first: contrast at the brightest moment, words, and where."""


def open_wide(table: FakeServer) -> None:
    table.open("seat-everything")
    table.page.add_style_tag(content=".tab-panel { display: grid !important; }")


def light_up(table: FakeServer) -> None:
    table.page.evaluate(SCRIBBLE)
    table.show(sample_pages.seat())
    table.page.wait_for_function(LIT)


def test_only_the_opacity_of_a_highlight_changes(fake_server: FakeServer) -> None:
    """So that the compositor fades it: anything else takes a style pass for each picture."""
    open_wide(fake_server)
    light_up(fake_server)
    found = fake_server.page.evaluate(ANIMATED)
    assert len(found) > 20
    assert {(what, nowhere) for what, nowhere in found} == {("opacity,opacity,opacity", False)}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_what_is_lit_can_be_read(fake_server: FakeServer, scheme: str) -> None:
    fake_server.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_wide(fake_server)
    light_up(fake_server)
    words = fake_server.page.evaluate(WEAKEST)
    assert {"log-4", "sentence"} <= {where for _, _, where in words}
    assert any(where.startswith("w-rondel") for _, _, where in words)
    assert words[0][0] >= 3, words[:5]


STRAYS = """() => [...document.querySelectorAll(".changed:not(g), tr.changed > *")].filter((node) =>
    getComputedStyle(node, "::after").animationName === "wash" && getComputedStyle(node).position === "static"
).map(({ id, localName }) => id || localName)"""
"""What is lit by an overlay that covers something around it instead."""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_highlight_covers_nothing_but_what_changed(fake_server: FakeServer, width: int) -> None:
    fake_server.page.set_viewport_size({"width": width, "height": 844})
    open_wide(fake_server)
    light_up(fake_server)
    assert fake_server.page.evaluate(STRAYS) == []


def test_a_highlight_leaves_everything_in_its_place(fake_server: FakeServer) -> None:
    open_wide(fake_server)
    where = """() => [...document.querySelectorAll("#live *")].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.id || node.localName, x, y + scrollY, width, height].join();
    }).filter((place) => !place.startsWith("path"))"""
    before = fake_server.page.evaluate(where)
    light_up(fake_server)
    assert fake_server.page.evaluate(where) == before
    fake_server.page.wait_for_function(FADED, polling=500)
    assert fake_server.page.evaluate("document.querySelectorAll('path.wash').length") == 0
