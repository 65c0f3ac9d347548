"""A person who plays by screen reader: hears the accessibility tree, the focus and the live regions, and uses keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct, field
from playwright.sync_api import Page

CALM = 350
"""Milliseconds of the page's own time that somebody listens before a key: until then nothing new takes one."""
LOOKS = 20
"""Milliseconds between two looks at a page that waits for the table."""
TRIES = 400
"""Looks after which what is waited for does not come."""
FAR = 400
"""Presses of Tab after which a control counts as out of reach."""
STRIDE = 40
"""Presses of Tab after which somebody listens where they are."""
MARKS = ("\u00a0\u2026",)
"""What style sheets write behind words, which is no part of them."""
SHOWN = ("focused", "disabled", "expanded", "pressed", "checked")
LIVE = ("status", "alert", "log", "alertdialog")
FOCUSED = "document.activeElement ?? document.body"


class GoneMeanwhile(Exception):
    """A control that was heard is not on the page any more: a cover has closed, or the page was drawn anew."""


class Node(Struct, eq=False):
    """What a screen reader knows of one element. ``states``: what is true of it, such as ``checked``."""

    role: str
    name: str
    description: str
    states: dict[str, Any]
    backend: int
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """This one and everything in it, in the order in which it is read."""
        yield self
        for child in self.children:
            yield from child.all()

    def above(self) -> Iterator[Node]:
        """What it lies in, the nearest first."""
        at = self.parent
        while at is not None:
            yield at
            at = at.parent

    @property
    def root(self) -> Node:
        """The page on which it was found."""
        return self if self.parent is None else self.parent.root

    def text(self) -> str:
        """Its words as they are read one after the other."""
        return " ".join(node.name for node in self.all() if node.role == "StaticText" and node.name)

    @property
    def works(self) -> bool:
        """Whether a key does something to it now."""
        return bool(self.states.get("focusable")) and not self.states.get("disabled")

    @property
    def group(self) -> Node | None:
        """The named group that a radio button belongs to."""
        return next((node for node in self.above() if node.role in ("group", "radiogroup") and node.name), None)


def plain(words: str) -> str:
    """Words without the marks and line breaks around them."""
    for mark in MARKS:
        words = words.replace(mark, "")
    return " ".join(words.split())


class Ear:
    """Nothing of the page is known but what Chromium tells a screen reader. ``heard``: what was read out by itself, as
    words of live regions and what the focus was moved to.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.clock.install()
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Accessibility.enable")
        self._said: dict[int, str] = {}
        self._at = 0

    # -- hearing ---------------------------------------------------------------------------------------------------

    def listens(self) -> Node:
        """The page as it is now; what it says by itself is added to ``heard``."""
        root = _tree(self._cdp.send("Accessibility.getFullAXTree")["nodes"])
        said = {}
        for node in root.all():
            if node.role in LIVE or node.states.get("live") in ("polite", "assertive"):
                said[node.backend] = node.text()
            # Of a page that holds the focus somewhere the root counts as focused as well.
            if node.states.get("focused") and node is not root and node.backend != self._at:
                self._at = node.backend
                self.heard.append(node.name or node.text())
        self.heard += [words for region, words in said.items() if words and self._said.get(region) != words]
        self._said = said
        return root

    def hears(self, wanted: Callable[[Node], Any], what: str) -> Any:
        """What ``wanted`` finds on the page, as soon as it finds something."""
        for _ in range(TRIES):
            root = self.listens()
            found = wanted(root)
            if found:
                return found
            self.waits()
        raise AssertionError(f"never heard: {what}\n{_read(root)}\nheard: {self.heard[-8:]}")

    def waits(self) -> None:
        """For the table, no faster than it is."""
        self.passes(LOOKS)
        self.page.wait_for_timeout(LOOKS)

    def passes(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)

    # -- keys ------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def activates(self, node: Node, key: Literal["Enter", "Space"] = "Enter") -> None:
        """Go there by Tab and press."""
        self.goes_to(node)
        self.passes(CALM)
        self._presses(key)

    def _presses(self, key: str) -> None:
        """Press, and listen to what it does."""
        self.press(key)
        self.listens()

    def goes_to(self, node: Node) -> Node:
        """Tab to a control, forwards or backwards; of radio buttons to any one of their group. What was drawn anew
        meanwhile is gone to by its name. Raises ``GoneMeanwhile``.
        """
        for _ in range(FAR // STRIDE):
            root = self.listens()
            node = _found_again(root, node)
            if node.root is not root:
                raise GoneMeanwhile(f"{node.role} {node.name!r}")
            order = [each.backend for each in root.all()]
            those = _group(root, node) if node.role == "radio" else {node.backend}
            at = self._focus()
            is_before = at in order and node.backend in order and order.index(at) > order.index(node.backend)
            for _ in range(STRIDE):
                if at in those:
                    self._at = at  # it is read once more when the page moves the focus back from here
                    return node
                self.press("Shift+Tab" if is_before else "Tab")
                at = self._focus()
        raise AssertionError(f"not to be reached by Tab: {node.role} {node.name!r}\n{_read(root)}")

    def chooses(self, radio: Node) -> None:
        """Go to the group of a radio button, and by arrows to it."""
        radio = self.goes_to(radio)
        self.passes(CALM)
        root = radio.root
        those = [each for each in root.all() if each.role == "radio" and each.works]
        those = [each for each in those if each.backend in _group(root, radio)]
        order = [each.backend for each in those]
        if self._focus() == radio.backend:
            if those[order.index(radio.backend)].states.get("checked") != "true":
                self._presses("Space")
            return
        way = order.index(radio.backend) - order.index(self._focus())
        for _ in range(abs(way)):
            self.press("ArrowDown" if way > 0 else "ArrowUp")
        assert self._focus() == radio.backend, f"arrows do not lead to {radio.name!r}"

    def types(self, box: Node, text: str) -> None:
        """Into a field, in place of what it holds: Tab into it marks that."""
        self.goes_to(box)
        self.press("Control+a")
        self.page.keyboard.type(text)

    def selects(self, listed: Node, name: str) -> None:
        """Choose from a list that is closed, by arrows."""
        self.goes_to(listed)
        names = [plain(each.name) for each in listed.all() if each.role in ("option", "MenuListOption")]
        now = next(place for place, each in enumerate(_options(listed)) if each.states.get("selected"))
        way = names.index(name) - now
        for _ in range(abs(way)):
            self.press("ArrowDown" if way > 0 else "ArrowUp")

    def _focus(self) -> int:
        found = self._cdp.send("Runtime.evaluate", {"expression": FOCUSED})["result"]["objectId"]
        return int(self._cdp.send("DOM.describeNode", {"objectId": found})["node"]["backendNodeId"])


def _options(listed: Node) -> list[Node]:
    return [each for each in listed.all() if each.role in ("option", "MenuListOption")]


def _found_again(root: Node, node: Node) -> Node:
    """The same control on the page as it is now; one of the same name where it was drawn anew."""
    now = list(root.all())
    same = next((each for each in now if each.backend == node.backend), None)
    return same or next((each for each in now if (each.role, each.name) == (node.role, node.name)), node)


def _group(root: Node, radio: Node) -> set[int]:
    """The radio buttons among which arrows go from one to the next."""
    found = next((each for each in root.all() if each.backend == radio.backend), radio)
    group = found.group
    return {each.backend for each in (group.all() if group else ()) if each.role == "radio"} or {radio.backend}


def _tree(given: list[dict[str, Any]]) -> Node:
    """The elements that are not ignored; those within one that is lie in what that lies in."""
    by_id = {node["nodeId"]: node for node in given}

    def made(node: dict[str, Any], parent: Node | None) -> list[Node]:
        said = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        own = Node(
            node.get("role", {}).get("value", ""),
            plain(node.get("name", {}).get("value", "")),
            plain(node.get("description", {}).get("value", "")),
            said,
            node.get("backendDOMNodeId", 0),
            parent,
        )
        inner = own if not node["ignored"] else parent
        below = [by_id[child] for child in node.get("childIds", ()) if child in by_id]
        children = [each for child in below for each in made(child, inner)]
        if node["ignored"]:
            return children
        own.children = [] if own.role == "StaticText" else children
        return [own]

    (root,) = made(given[0], None)
    return root


def _read(root: Node) -> str:
    """The page as a screen reader goes through it, for who has to find what is wrong."""
    lines = []
    for node in root.all():
        if node.role in ("StaticText", "generic", "listitem") and node.parent and node.parent.name:
            continue
        states = {key: node.states[key] for key in SHOWN if node.states.get(key) not in (None, False)}
        lines.append(f"{'  ' * len(list(node.above()))}{node.role} {node.name!r} {states or ''}")
    return "\n".join(lines)
