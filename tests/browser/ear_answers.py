"""Moves of a playthrough made by ear: each question is found by its words, and each answer by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.core.forms import usual_answer
from companion.core.options import Option
from companion.core.questions import Answer, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Question, Text
from companion.core.wording import Speaker
from companion.playthroughs.moves_made import MoveMade
from companion.service.play.dialogues import only_answer
from tests.browser.ear import Ear, GoneMeanwhile, Node, plain
from tests.browser.test_pace_by_taps import numbered, parts, picked

ALONE = "Your secret"
"""How the names of secret questions begin that do not stand open."""
COVERED = "keep open"
AGAIN = 3
"""How often something is looked for again."""
PATIENT = 2
"""Looks before something is opened: what was asked last may still be there."""


class Answering:
    """Somebody at one seat, with the words of the game in their language."""

    def __init__(self, ear: Ear, speaker: Speaker) -> None:
        self.ear = ear
        self._words = speaker

    def say(self, wording: object) -> str:
        return plain(self._words.say(wording))  # type: ignore[arg-type]

    def makes(self, together: Sequence[MoveMade]) -> None:
        """Answer what makes these moves."""
        questions = [question for made in together for question, _ in made.dialogue]
        entered = list(together[-1].entered)
        at_once = bool(entered) and together[-1].throws() and isinstance(entered[0][0], Dice)
        for part in parts(tuple(together)):
            sends_dice = at_once and part[-1][0] is questions[-1]
            if part[0][0].form is not None:
                self._fills(numbered(part), entered.pop(0) if sends_dice else None)
                continue
            ((question, answer),) = part
            last = question is questions[-1]
            if (
                sends_dice
                and question.preset is not None
                and question.format(question.preset) == question.format(answer)
            ):
                self._throws(self._asked(question, self.say(question.prompt)), *entered.pop(0))
            elif last or only_answer(question) is None:
                self._answers(question, answer, last=last)
        for question, answer in entered:
            self._answers(question, answer, last=True)

    def _throws(self, asked: Callable[[Node], Node | None], question: Question, answer: Answer) -> None:
        """Say how many of the dice hit."""
        assert isinstance(question, Dice)
        hits = question.hits_of(answer)

        def named(node: Node) -> Node | None:
            names = (f"{hits} hit", f"{hits} hits") if hits else ("0, all miss", "0 hits")
            return next((each for each in node.all() if each.role == "button" and each.name in names), None)

        self._activates(asked, named, f"the button of {hits} hits")

    # -- one question at a time ------------------------------------------------------------------------------------

    def _answers(self, question: Question, answer: Answer, *, last: bool) -> None:
        asked = self._asked(question, self.say(question.prompt))
        usual = question.preset
        is_usual = usual is not None and question.format(usual) == question.format(answer)
        is_usual = is_usual or (isinstance(question, Pick) and question.done == str(answer))
        match question:
            case Dice(hits=hits) if hits:
                self._throws(asked, question, answer)
                return
            case Fit():
                listed = self._within(asked, lambda node: _first(node, "combobox"), "the list")
                self.ear.selects(listed, self.say(question.option(answer).label))
            case Pick() | Confirm() if not last or not is_usual:
                option = self._activates(asked, self._named(question, answer, "button"), f"the option {answer}")
                if not last:
                    self.ear.hears(lambda root: self._moved(root, option), f"what comes after {option.name!r}")
                    return
            case _:
                self._enters(asked, question, answer)
        self._activates(asked, _act_beside, "the button of the whole move")

    def _activates(self, part: Callable[[Node], Node | None], wanted: Callable[[Node], Node | None], what: str) -> Node:
        """Find it and press it; where it is gone meanwhile, look for it again as anybody would."""
        for _ in range(AGAIN):
            found = self._within(part, wanted, what)
            try:
                self.ear.activates(found)
            except GoneMeanwhile:
                continue
            return found
        raise AssertionError(f"always gone before it is reached: {what}")

    def _moved(self, root: Node, option: Node) -> bool:
        """Whether the focus was moved to other words."""
        focus = next((node for node in root.all() if node is not root and node.states.get("focused")), None)
        return focus is not None and focus.backend != option.backend and focus.role in ("heading", "Legend")

    def _asked(self, question: Question, prompt: str) -> Callable[[Node], Node | None]:

        def region(root: Node) -> Node | None:
            return next(
                (
                    each
                    for each in root.all()
                    if each.role == "region"
                    and (each.name.endswith(prompt) or (question.secret and ALONE in each.name))
                ),
                None,
            )

        return region

    # -- forms -----------------------------------------------------------------------------------------------------

    def _fills(self, fields: list[tuple[str, Question, Answer]], thrown: tuple[Question, Answer] | None = None) -> None:
        first = fields[0][1]
        assert first.form is not None
        asked = self._asked(first, self.say(first.form.prompt))
        before: list[str] = []
        for _, question, answer in fields:
            prompt, place = self.say(question.prompt), before.count(self.say(question.prompt))
            if not (isinstance(question, Pick) and len(question.options) == 1):
                before.append(prompt)
            usual = usual_answer(question)
            if usual is not None and question.format(usual) == question.format(answer):
                continue
            self._fills_in(asked, question, answer, prompt, place)
        if thrown is not None:
            self._throws(asked, *thrown)
            return
        self._activates(asked, _act_below, "the button of the form")

    def _fills_in(
        self, asked: Callable[[Node], Node | None], question: Question, answer: Answer, prompt: str, place: int
    ) -> None:
        def field(root: Node) -> Node | None:
            region = asked(root)
            named = [node for node in region.all() if node.role == "group" and node.name == prompt] if region else []
            return named[place] if len(named) > place else None

        self._within(asked, field, f"the field {prompt!r}, number {place + 1}")
        match question:
            case Confirm():
                words = self.say(question.yes if answer else question.no)
                self._chooses(field, lambda node: node.role == "radio" and node.name == words, words)
            case Pick():
                self._chooses(field, self._is(question, answer, "radio"), str(answer))
            case _:
                self._enters(field, question, answer)
        self.ear.passes(200)
        self._within(asked, _act_below, "the form filled anew")

    def _chooses(self, field: Callable[[Node], Node | None], wanted: Callable[[Node], object], what: str) -> None:
        radio = self._within(field, lambda node: next((each for each in node.all() if wanted(each)), None), what)
        if radio.states.get("checked") != "true":
            self.ear.chooses(radio)

    # -- what both have --------------------------------------------------------------------------------------------

    def _enters(self, asked: Callable[[Node], Node | None], question: Question, answer: Answer) -> None:
        match question:
            case PickMany():
                for value in picked(question, answer):
                    self.ear.activates(
                        self._within(asked, self._named(question, value, "checkbox"), f"the box {value}"), "Space"
                    )
            case Count():
                self._counts(asked, str(answer))
            case Dice():
                for die, face in enumerate(answer if isinstance(answer, list) else ()):
                    self._rolls(asked, f"Die {die + 1}", str(face))
            case Text():
                box = self._within(asked, lambda node: _first(node, "textbox"), "the field for the text")
                self.ear.types(box, str(answer))

    def _counts(self, asked: Callable[[Node], Node | None], number: str) -> None:
        """Numbers that are offered side by side are chosen, any other is typed."""

        def offered(node: Node) -> Node | None:
            return next((each for each in node.all() if each.role == "radio" and each.name == number), None)

        found = self._within(asked, lambda node: _first(node, "spinbutton") or offered(node), f"the number {number}")
        if found.role == "spinbutton":
            self.ear.types(found, number)
        elif found.states.get("checked") != "true":
            self.ear.chooses(found)

    def _rolls(self, asked: Callable[[Node], Node | None], die: str, face: str) -> None:
        def shown(node: Node) -> Node | None:
            for each in node.all():
                if each.role == "radiogroup" and each.name == die:
                    return next((one for one in each.all() if one.role == "radio" and one.name == face), None)
                if each.role == "spinbutton" and each.name == die:
                    return each
            return None

        found = self._within(asked, shown, f"{die}: {face}")
        if found.role == "spinbutton":
            self.ear.types(found, face)
        else:
            self.ear.chooses(found)

    # -- finding ---------------------------------------------------------------------------------------------------

    def _within(self, part: Callable[[Node], Node | None], wanted: Callable[[Node], Node | None], what: str) -> Node:
        """What is wanted in a part of the page; what is covered or folded there is opened until it is heard."""
        opened: set[int] = set()
        looks = 0

        def look(root: Node) -> Node | None:
            nonlocal looks
            within = part(root)
            if within is None:
                return None
            if found := wanted(within):
                return found
            looks += 1
            if looks < PATIENT:
                return None
            for node in within.all():
                if _is_closed(node) and node.backend not in opened:
                    with suppress(GoneMeanwhile):
                        self.ear.activates(node)
                        opened.add(node.backend)
                    break
            return None

        found: Node = self.ear.hears(look, what)
        return found

    def _named(self, question: Question, answer: Answer, role: str) -> Callable[[Node], Node | None]:
        wanted = self._is(question, answer, role)
        return lambda node: next((each for each in node.all() if wanted(each)), None)

    def _is(self, question: Question, answer: Answer, role: str) -> Callable[[Node], bool]:
        """Whether a control is the one of an answer: its name begins with the label, and holds whatever else tells the
        option from others of that label. More of a name would be another option's.
        """
        if isinstance(question, Confirm):
            words = self.say(question.yes if answer else question.no)
            return lambda node: node.role == role and node.works and node.name == words
        assert isinstance(question, (Pick, PickMany))
        option = next(each for each in question.options if str(each.value) == str(answer))
        labels = {words for each in question.options for words in self._labels(each)}
        mine = self._labels(option)
        longer = [words for words in labels - set(mine) if any(words.startswith(f"{label} ") for label in mine)]
        alike = [
            each for each in question.options if self.say(each.label) == self.say(option.label) and not each.reason
        ]
        details = self._details(option)
        if not isinstance(question, Place):
            told = [self._details(each) for each in alike]
            assert len(told) == len(set(map(tuple, told))), f"options of one name: {self.say(option.label)!r}"

        def matches(node: Node) -> bool:
            if node.role != role or not node.works:
                return False
            name = node.name
            return (
                any(name == label or name.startswith(f"{label} ") for label in mine)
                and not any(name == words or name.startswith(f"{words} ") for words in longer)
                and (len(alike) == 1 or all(detail in name for detail in details))
            )

        return matches

    def _labels(self, option: Option[str | int]) -> tuple[str, ...]:
        return self.say(option.label), plain(self._words.short(option.label))

    def _details(self, option: Option[str | int]) -> list[str]:
        told = [self.say(option.hint)] if option.hint else []
        told += [self._words.name(option.seat)] if option.seat else []
        return told + [
            f"{amount.n} {self.say(amount.label)}" if amount.label else str(amount.n) for amount in option.price
        ]


def _is_closed(node: Node) -> bool:
    if node.role == "DisclosureTriangle":
        return node.states.get("expanded") is False
    return node.name.startswith(COVERED) and node.states.get("pressed") == "false"


def _first(node: Node, role: str) -> Node | None:
    return next((each for each in node.all() if each.role == role and each.works), None)


def _act_beside(region: Node) -> Node | None:
    """The button that is read out with what will happen."""
    for live in region.all():
        if live.states.get("live") == "polite":
            buttons = [each for each in live.all() if each.role == "button" and not _is_closed(each)]
            ready = [each for each in buttons if each.works]
            if ready:
                return ready[-1]
    return None


def _act_below(region: Node) -> Node | None:
    """The first button below all fields of a form and what they would do, once it is filled anew."""
    after = None
    for node in region.all():
        if node.states.get("live") == "polite":
            after = node
        elif after is not None and node.role == "button" and after not in list(node.above()):
            return node if node.states.get("focusable") else None
    return None
