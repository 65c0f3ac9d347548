"""Text equivalent of a face, for screen readers."""

from __future__ import annotations

from companion.core.widgets import Grid, Hand, Ledger, Meter, Note, Rondel, Track
from companion.core.wording import Verbatim, Wording
from companion.render import faces


def said(face: faces.AnyFace) -> str:
    """Heading and cursor position of a face, in its language."""
    match face:
        case faces.MenuFace() | faces.CountFace() | faces.DiceFace() | faces.ConfirmFace() | faces.FormFace():
            parts = _asked(face)
        case faces.JoinFace() | faces.WifiFace() | faces.PinFace():
            parts = _offered(face)
        case faces.HomeFace(name=name, sentence=sentence, points=points, hint=hint):
            parts = [name, points, sentence, hint]
        case faces.FlashFace() | faces.SlipFace():
            parts = _told(face)
        case faces.SealedFace(title=title, lines=lines):
            parts = [title, *lines]
        case faces.ScoreFace(title=title, rows=rows):
            parts = [title, *(f"{row.place} {row.name} {row.points}" for row in rows)]
        case faces.WidgetFace():
            parts = _pictured(face)
        case faces.FitFace(prompt=prompt, word=word):
            parts = [prompt, word]
        case faces.ProbeFace() | faces.WalkFace() | faces.NumberFace():
            parts = _tested(face)
    return ". ".join(part for part in parts if part)


def _told(face: faces.FlashFace | faces.SlipFace) -> list[str]:
    """What is said once, or is to be done with the pieces."""
    match face:
        case faces.FlashFace(text=text):
            return [text]
        case faces.SlipFace(title=title, rows=rows, ok=ok):
            return [title, *rows, ok]


def _offered(face: faces.JoinFace | faces.WifiFace | faces.PinFace) -> list[str]:
    """What people are to type."""
    match face:
        case faces.JoinFace(address=address):
            return [address]
        case faces.WifiFace(title=title, ssid=ssid, key=key):
            return [title, ssid, key]
        case faces.PinFace(title=title, pin=pin, word=word):
            return [title, pin, word]


def _tested(face: faces.ProbeFace | faces.WalkFace | faces.NumberFace) -> list[str]:
    """What a display shows while its table is tested."""
    match face:
        case faces.ProbeFace(title=title, word=word, pins=pins):
            return [title, word, pins]
        case faces.WalkFace(title=title, word=word, yes=yes, no=no):
            return [title, word, yes, no]
        case faces.NumberFace(title=title, number=number):
            return [title, str(number)]


def _pictured(face: faces.WidgetFace) -> list[str]:
    """Title of a widget, and what is at its cursor."""
    found: list[Wording | None] = [face.widget.title]
    match face.widget:
        case Track(spaces=spaces) | Rondel(spaces=spaces):
            found += [word for space in spaces if space.key == face.cursor for word in (space.label, space.note)]
        case Hand(cards=cards):
            found += [card.title for card in cards if card.key == face.cursor]
        case Ledger() | Grid() | Meter() | Note():
            pass
    return [word.words.get("", "") for word in found if isinstance(word, Verbatim)]


def _asked(
    face: faces.MenuFace | faces.CountFace | faces.DiceFace | faces.ConfirmFace | faces.FormFace,
) -> list[str]:
    """Question and present value; of a form the line at the cursor, and why its value is not possible."""
    match face:
        case faces.FormFace(prompt=prompt, lines=lines, cursor=cursor, act=act, reason=reason):
            match lines[cursor] if cursor < len(lines) else None:
                case faces.FormLine(label=label, value=value, reason=why):
                    return [prompt, label, value, why]
                case faces.FormOffer(label=label):
                    return [prompt, label]
                case None:
                    return [prompt, act, reason]
        case faces.MenuFace(prompt=prompt, cursor=-1, explanation=explanation) if explanation:
            return [prompt, explanation]
        case faces.MenuFace(prompt=prompt, items=items, cursor=cursor):
            item = items[cursor] if cursor < len(items) else None
            return [prompt, item.label, item.price, item.reason or item.hint] if item else [prompt]
        case faces.CountFace(prompt=prompt, value=value, effect=effect):
            return [prompt, str(value), effect]
        case faces.DiceFace(prompt=prompt, dice=dice):
            return [prompt, " ".join(str(die) for die in dice)]
        case faces.ConfirmFace(prompt=prompt, lines=lines, yes=yes, no=no, cursor=cursor):
            return [prompt, *lines, no if cursor else yes]
