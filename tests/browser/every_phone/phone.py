"""A phone in somebody's hand, the same in every browser: what is on its page is found by what people read there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from tests.browser.every_phone.network import Network
from tests.chromium import NAME

PATIENCE = 15.0
"""Seconds after which somebody gives up."""
GLANCE = 0.03
"""Seconds between two looks at a page that changes."""
TRIES = 5
"""How often somebody taps again whose tap did not count, since the page moved under it."""
SIZE = (390, 844)

KINDS = {
    "act": "button.act",
    "button": "button, summary, input[type=submit]",
    "choice": "label, button.option",
    "field": "input, textarea",
    "link": "a[href]",
    "place": "[data-pick]",
}
"""What people tell apart on a page."""

FIND = """(selector, words, near) => {
    // between two pages there is no body, nor anything else
    if (!document.body || "fresh" in document.documentElement.dataset) return null;
    // before its scripts have run a page is not laid out for what is asked, and its pictures take no tap
    if (!document.documentElement.matches(".js")) return null;
    if (document.querySelector(".in-flight, [data-filling]")) return null;
    // nobody taps on what has not been painted: the tap would be lost
    if (!performance.getEntriesByName("first-contentful-paint").length) return null;
    const hasBox = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
    const isSeen = (node) => (node.checkVisibility ? node.checkVisibility({ visibilityProperty: true }) : hasBox(node));
    const seen = (within) => [...document.querySelectorAll(within)].filter(isSeen);
    const said = (node) => ("innerText" in node ? node.innerText : node.textContent); // a drawing has no innerText
    const labels = (node) => (node.labels && node.labels.length ? [...node.labels] : [node]).map(said).join(" ");
    const name = (node) => (node.getAttribute("aria-label") || labels(node)).replace(/\\s+/g, " ").trim();
    const top = (node) => node.getBoundingClientRect().top;
    const from = near && seen("#live *").filter((node) => name(node).includes(near)).pop();
    const away = (node) => (name(node) === words ? 0 : 10000) + (from ? Math.abs(top(node) - top(from)) : 0);
    const [node] = seen(selector).filter((node) => !node.disabled && name(node).includes(words))
        .sort((one, other) => away(one) - away(other));
    if (!node || (near && !from)) return null;
    // the box of a drawn shape may be larger than the shape: people tap on its word
    const mark = node.querySelector("text") || node;
    const middle = () => {
        const { left, top, width, height } = mark.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
        const hit = document.elementFromPoint(x, y);
        return node.contains(hit) ? [x, y] : null;
    };
    if (!middle()) mark.scrollIntoView({ block: "center" });
    return middle();
}"""
"""Where somebody taps who looks for these words, nearest to others, on a page that stands still; nothing while they are
not in sight.
"""
TAPPED = "() => { const how = window.heldBack; window.heldBack = ''; return how; }"
LISTEN = """() => {
    window.heldBack = "";
    document.addEventListener("held-back", () => { window.heldBack = "held back"; }, { once: true });
    return true;
}"""
READ = "() => (document.body ? document.body.innerText : '').replace(/\\s+/g, ' ')"

RESTS = "() => !document.querySelector('.in-flight, [data-filling], [aria-busy=true]')"


class Gone(Exception):
    """The page was left while something in it was looked at."""


class Phone(ABC):
    """What a browser has to be able to do is in the methods with an underscore; the rest is what people do."""

    def __init__(self, network: Network, port: int) -> None:
        self.network = network
        self._base = f"http://{NAME}:{port}"

    # -- what people do ------------------------------------------------------------------------------------------------

    def opens(self, path: str) -> None:
        self._goes(self._base + path)

    def holds(self, secret: str) -> None:
        """The secret of a device that is known at the table already."""
        self.opens("/")
        self._keeps("device", secret)

    def reads(self) -> str:
        """All that can be seen on the page, in one line."""
        return str(self._runs(READ))

    def sees(self, *words: str, patience: float = PATIENCE) -> None:
        """Wait until all these can be read."""
        self._waits(lambda: all(each in self.reads() for each in words), f"{words} cannot be read", patience)

    def sees_no(self, words: str) -> None:
        self._waits(lambda: words not in self.reads(), f"{words!r} can be read")

    def taps(self, words: str, kind: str = "button", *, near: str = "") -> None:
        """On what says these words, once it takes a tap; of several, on the one nearest to other words."""
        for _ in range(TRIES):
            x, y = self._waits(lambda: self._runs(FIND, KINDS[kind], words, near), f"no {kind} says {words!r}")
            self._runs(LISTEN)
            self._taps_at(x, y)
            try:
                if not self._runs(TAPPED):
                    return
            except Gone:
                return
        raise AssertionError(f"no tap on {words!r} counts")

    def types(self, text: str, field: str) -> None:
        """Into the field of that name, in place of what it holds."""
        self.taps(field, "field")
        self._runs("() => { document.activeElement.select(); return true; }")
        self._types(text)

    def waits_for(self, look: Callable[[], bool]) -> None:
        """For the table."""
        self._waits(look, "it does not come about")

    def rests(self) -> None:
        """Wait until nothing is on its way, and a little longer."""
        self._waits(lambda: self._runs(RESTS), "something is still on its way")
        sleep(0.3)

    def _waits(self, look: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        ends = monotonic() + patience
        while monotonic() < ends:
            try:
                if found := look():
                    return found
            except Gone:
                pass
            sleep(GLANCE)
        raise AssertionError(f"{what} on {self.reads()}")

    # -- what browsers do ----------------------------------------------------------------------------------------------

    @abstractmethod
    def complaints(self) -> list[str]:
        """What scripts stumbled over on the pages so far."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _goes(self, url: str) -> None:
        """Open an address, until the page is loaded."""

    @abstractmethod
    def _keeps(self, name: str, value: str) -> None:
        """A cookie of the table, instead of its own one."""

    @abstractmethod
    def _runs(self, function: str, *given: Any) -> Any:
        """What a function says in the page; raises ``Gone`` where another page came meanwhile."""

    @abstractmethod
    def _taps_at(self, x: float, y: float) -> None:
        """One finger, or a mouse where the browser knows no other."""

    @abstractmethod
    def _types(self, text: str) -> None:
        """Key by key, into what has the focus."""
