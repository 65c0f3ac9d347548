"""What people do with a browser at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import BrowserContext, Locator, Page, expect

PIN = "2718"
ANSWERED = """([digest, value]) => {
    const asked = document.querySelector(`form[data-digest="${digest}"]`);
    return !asked || asked.querySelector("[data-chosen]")?.value === value;
}"""
"""Whether the table has taken a step from the question with this digest, or stands ready for its button."""
SETTLED = """() => document.fonts.status === "loaded" && [...document.images].every((image) => image.complete)
    && !document.querySelector(".in-flight, [aria-busy=true]")"""


class Person:
    """Somebody with one browser; ``page`` is the tab in front."""

    def __init__(self, context: BrowserContext, base: str, watch: Callable[[Page], None], pictures: Path) -> None:
        self.context = context
        self.base = base
        self._watch = watch
        self._pictures = pictures
        self.page = self.tab()

    def tab(self) -> Page:
        """One more tab, which comes to the front."""
        self.page = self.context.new_page()
        self._watch(self.page)
        return self.page

    def holds(self, secret: str, *, light: str = "") -> None:
        """The secret of a device that is known at the table already; ``light`` as chosen on it."""
        cookies = {"device": secret, **({"light": light} if light else {})}
        self.context.add_cookies([{"name": name, "value": value, "url": self.base} for name, value in cookies.items()])

    @property
    def secret(self) -> str:
        """The secret of this browser's device."""
        return next(str(cookie.get("value")) for cookie in self.context.cookies() if cookie.get("name") == "device")

    def opens(self, path: str) -> Page:
        self.page.goto(self.base + path)
        return self.page

    def sits_down(self, seat: int, name: str) -> None:
        """By the front door: take a shape, type a name."""
        self.opens("/")
        self.page.locator(f"label[for=sit-{seat}]").click()
        self.page.fill("#sit-name", name)
        self.page.click("#join button[type=submit]")
        self.page.wait_for_url("**/seat")

    def becomes_host(self) -> None:
        self.opens("/host")
        self.page.fill("#pin", PIN)
        self.page.click("#pin-form button[type=submit]")
        expect(self.page.locator(".wizard")).to_be_visible()

    def begins(self, title: str) -> None:
        """As host: choose a game and begin with everybody who sits here."""
        self.page.locator("button.game", has_text=title).click()
        self.page.locator("#begin button.act").click()
        expect(self.page.locator("#host-sentence")).to_be_visible()

    def sets(self, name: str, value: str) -> None:
        """As host: choose how a switch of the game stands, or who draws; what is folded is unfolded with it."""
        choice = self.page.locator(f"#begin input[name={name}][value='{value}']")
        choice.evaluate(
            "input => { const fold = input.closest('details'); if (fold) fold.open = true;"
            " input.checked = true; input.dispatchEvent(new Event('input', { bubbles: true })); }"
        )

    def form(self, key: str = "") -> str:
        """The selector of the first question on the page, or of the one for ``key`` (an id). A pad on which nothing is
        to be written now asks nothing.
        """
        if key:
            return f"form#{key}"
        asks_nothing = self.page.locator("#pad[data-digest='']:not(:has(#pad-done))").count()
        return "form[data-ask]" if asks_nothing else "form:is([data-ask], [data-pad])"

    def digest(self, form: str) -> str:
        found = self.page.locator(form)
        return found.first.get_attribute("data-digest") or "" if found.count() else ""

    def answers(self, form: str, number: int = 1) -> None:
        """Give a plausible answer to the question in ``form`` and wait until the table has taken it."""
        before = self.digest(form)
        self.opens_cover(form)
        self.gives(form, number)
        self.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, before]
        )

    def gives(self, form: str, number: int = 1) -> None:
        """Give a plausible answer to the question in ``form``, whatever the page shows then."""
        asked = self.page.locator(form).first
        if asked.get_attribute("data-pad") is not None:
            self._writes(asked, number)
            return
        kind = asked.get_attribute("data-kind")
        if kind == "count":
            asked.locator("input[name=answer]").fill(str(number))
        elif kind in ("pick", "place"):
            options = asked.locator("button.option:not([disabled])")
            taps(asked, options.nth(number % options.count()))
        elif kind == "confirm":
            taps(asked, asked.locator("button.option[value=yes]"))
        if kind not in ("pick", "place", "confirm"):
            expect(asked.locator("button[data-act]")).to_be_enabled()
            asked.locator("button[data-act]").click()

    @staticmethod
    def _writes(pad: Locator, number: int) -> None:
        """Write the cell of a score pad that is next, or say that all is written."""
        if pad.locator("#pad-number").is_enabled():
            pad.locator("#pad-number").fill(str(number))
        for button in ("#pad-yes button[value=yes]", "#pad-act", "#pad-done"):
            if pad.locator(button).count() and pad.locator(button).is_visible():
                pad.locator(button).click()
                return

    def opens_cover(self, form: str) -> None:
        """Keep the cover over a secret question open, if there is one, once the question is there; one that lies
        folded is unfolded.
        """
        self.page.locator(form).first.wait_for(state="attached")
        fold = self.page.locator(f"details.aside:not([open]):has({form})").first
        if fold.count():
            fold.locator("summary").first.click()
        cover = self.page.locator(f"[data-cover]:has({form})").first
        if cover.count() and "open" not in (cover.get_attribute("class") or "").split():
            cover.locator("[data-keep-open]").click()

    def opens_tab(self, key: str) -> None:
        """Open a tab of the seat's page, where it is not open: mine, table, all or log."""
        panel = self.page.locator(f"#panel-{key}")
        panel.wait_for(state="attached")
        if not panel.is_visible():
            self.page.locator(f"label[for=tab-{key}]").click()

    def undoes(self) -> None:
        """Take the last move back, or ask for it: what it would be is said first."""
        self.page.locator("#undo > summary").click()
        self.page.locator("button[form=undo-form]").click()

    def settles(self) -> None:
        """Wait until nothing is under way on the page: no letter, picture, answer or word of what will happen."""
        self.page.wait_for_function(SETTLED)

    def picture(self, name: str, *, whole: bool = False, small: bool = False) -> Path:
        """A screenshot to look at; ``small`` ones have few colours, to be kept in the repository."""
        path = self._pictures / f"{name}.png"
        self.settles()
        self.page.screenshot(path=path, full_page=whole, animations="disabled")
        if small:
            with Image.open(path) as taken:
                few = taken.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            few.save(path, optimize=True)
        return path


def taps(form: Locator, option: Locator) -> int:
    """Tap an option of a question; where that only marks it, send it with the button. How many taps it took."""
    page, digest, value = form.page, form.first.get_attribute("data-digest"), option.get_attribute("value")
    option.click()
    page.wait_for_function(ANSWERED, arg=[digest, value])
    stands = page.locator(f"form[data-digest='{digest}']")
    if not stands.count():
        return 1
    stands.first.locator("button[data-act]").click()
    return 2


def agrees(ballot: Locator, answer: str = "yes") -> None:
    """Vote in a ballot of the table by one tap, and wait until it counts."""
    ballot.locator(f"button[value={answer}]").click()
    expect(ballot).to_have_count(0, timeout=20_000)
