"""A thumb on a page: it taps as a person does, and counts."""

from __future__ import annotations

from collections import deque

from playwright.sync_api import Locator, Page, Position, expect

from companion.core.questions import Fit
from tests.chromium import TRIES, tap_once

CALM = 350
"""Milliseconds after which what has just appeared takes a tap."""

BESIDE = """(board, spots) => {
    const { left, top } = board.getBoundingClientRect(), svg = board.querySelector("svg");
    return spots.map(([x, y]) => new DOMPoint(40 * x, 40 * y).matrixTransform(svg.getScreenCTM()))
        .filter(({ x, y }) => !document.elementFromPoint(x, y)?.closest("[data-lay-piece]"))
        .map(({ x, y }) => [x - left, y - top])[0];
}"""
"""The first of some spots of a board where no piece lies."""


class Thumb:
    """Taps on a page, counted. It waits as long as people who read what has just appeared; what the page ignores
    nevertheless has to be tapped again, and counts each time.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator, at: Position | None = None) -> None:
        """Tap in the middle, or at a position within it, until the page takes it."""
        tapped = ""
        while tapped != "taken":
            self.readies(what)
            self.taps += 1
            tapped = tap_once(what, at)

    def readies(self, what: Locator) -> None:
        """Wait until a tap is taken: the form is filled with what was tapped before, and nothing has just moved."""
        expect(what).to_be_enabled()
        self.page.wait_for_timeout(50)
        self.page.wait_for_function("() => !document.querySelector('[data-filling], [data-fresh], .in-flight')")

    def waits(self) -> None:
        """A moment, for what the page is about to do."""
        self.page.wait_for_timeout(20)

    def types(self, field: Locator, text: str) -> None:
        """One tap into the field, one for every character that goes and comes."""
        self.taps += len(field.input_value()) + len(text)
        self.tap(field)
        field.fill(text)

    def dials(self, within: Locator, number: int) -> None:
        """The buttons beside a number, or its field: whatever takes fewer taps."""
        field = within.locator("input[type=number]")
        shown = field.input_value()
        ways = [button for button in within.locator("[data-step]").all() if button.is_visible()]
        steps = {int(str(button.get_attribute("data-step"))): button for button in ways}
        low, high = int(str(field.get_attribute("min"))), int(str(field.get_attribute("max")))
        path = shortest(int(shown), number, low, high, list(steps)) if shown else None
        if path is None or len(path) > 1 + len(shown) + len(str(number)):
            self.types(field, str(number))
            return
        for step in path:
            self.tap(steps[step])

    def uncovers(self) -> None:
        """Open the cover of what is asked."""
        cover = self.page.locator("[data-cover]:has(form.ask):not(.open)").first
        for _ in range(TRIES):
            if not cover.count():
                return
            self.tap(cover.locator("[data-keep-open]"))


def shortest(start: int, goal: int, low: int, high: int, steps: list[int]) -> list[int] | None:
    """The fewest steps from one number to another."""
    seen, queue = {start}, deque([(start, list[int]())])
    while queue:
        number, path = queue.popleft()
        if number == goal:
            return path
        for step in steps:
            reached = max(low, min(high, number + step))
            if reached not in seen:
                seen.add(reached)
                queue.append((reached, [*path, step]))
    return None


def spots(question: Fit, way: str) -> list[list[float]]:
    """Where people tap to lay a piece, in squares of the board: in its middle, or near it in one of its squares."""
    x, y, turn = map(int, way.split(","))
    squares = [(x + right + 0.5, y + down + 0.5) for right, down in question.turns[turn]]
    middle = [sum(side) / len(squares) for side in zip(*squares, strict=True)]
    near = [[0.2 * edge + 0.8 * mean for edge, mean in zip(square, middle, strict=True)] for square in squares]
    return [middle, *near]


def beside_the_piece(board: Locator, at: list[list[float]]) -> Position:
    """The first of these spots where the piece does not lie already: a tap on the piece lifts it."""
    x, y = board.evaluate(BESIDE, at)
    return {"x": x, "y": y}
