"""A form on a page, filled as a person does: field after field, and sent when the last one has its answer."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from companion.core.questions import Answer
from tests.browser.people import Person

YES_NO = {"True": "yes", "False": "no"}


class FilledForm:
    """The form of one seat on a page; ``at`` is the field that is answered next."""

    def __init__(self, person: Person, selector: str) -> None:
        self._person = person
        self.form = person.page.locator(f"{selector}[data-form]")
        self.at = 0

    @property
    def fields(self) -> Locator:
        return self.form.locator("fieldset.form-field")

    @property
    def ways(self) -> Locator:
        """The buttons of a last field that sends: one for each of its answers."""
        return self.form.locator(".send-choices button")

    def answers(self, answer: Answer) -> bool:
        """Answer the next field; with the last one the form is sent. Whether it was."""
        if self.at == self.fields.count() and self.ways.count():
            self.sends(answer)
            return True
        if self.at == 0 and self.fields.count() == 0:
            # What leaves no choice is not drawn: there is only the button.
            self.sends()
            return True
        expect(self.fields.nth(self.at)).to_be_attached()
        self.chooses(self.fields.nth(self.at), answer)
        self.at += 1
        if self.fields.count() > self.at or self.ways.count():
            return False
        self.sends()
        return True

    def fills(self, wish: dict[str, Answer]) -> None:
        """Give each field the answer that ``wish`` takes out for its key, and send; without one it keeps what is
        proposed, or takes the first option.
        """
        while self.at < self.fields.count():
            field = self.fields.nth(self.at)
            key = field.get_attribute("data-field") or ""
            if key in wish:
                self.chooses(field, wish.pop(key))
            elif "missing" in (field.get_attribute("class") or "").split():
                first = field.locator("input:not([disabled])").first
                self.chooses(field, first.get_attribute("value") or "")
            self.at += 1
        way = self.ways.first
        key = (way.get_attribute("name") or "").removeprefix("one.") if way.count() else ""
        self.sends(wish.pop(key, None))

    def chooses(self, field: Locator, answer: Answer) -> None:
        """What has the answer already is left alone."""
        row = field.locator("xpath=ancestor::details[1]")
        if not field.is_visible():
            row.locator("> summary").click()
            if not field.is_visible():
                # the page had an update on its way, which came between
                row.locator("> summary").click()
            expect(field).to_be_visible()
        if field.locator("input[type=number]").count():
            field.locator("input[type=number]").fill(str(answer))
        wanted = set(map(str, answer)) if isinstance(answer, list) else {YES_NO.get(str(answer), str(answer))}
        for box in field.locator("input[type=radio], input[type=checkbox]").all():
            value, kind = box.get_attribute("value"), box.get_attribute("type")
            if (value in wanted) != box.is_checked() and (value in wanted or kind == "checkbox"):
                label = field.locator(f"label:has(input[value='{value}'])")
                for fold in ("details.form-fold", "details.apart"):
                    closed = field.locator(f"{fold}:not([open]):has(input[value='{value}']) > summary")
                    if closed.count() and not label.is_visible():
                        closed.click()
                in_picture = self._person.page.locator(f"[data-pick='{box.get_attribute('id')}']")
                (label if label.is_visible() else in_picture).click()
        expect(self.form).not_to_have_attribute("data-filling", "")

    def sends(self, answer: Answer | None = None) -> None:
        """Tap the button, of several that of ``answer`` or the first, and wait until the page has gone on."""
        digest = self.form.locator("input[name=digest]").input_value()
        said = YES_NO.get(str(answer), str(answer))
        way = self.ways.first if answer is None else self.form.locator(f".send-choices button[value='{said}']")
        (way if self.ways.count() else self.form.locator("[data-ready]")).click()
        expect(self.form.locator(f"input[name=digest][value='{digest}']")).to_have_count(0)
