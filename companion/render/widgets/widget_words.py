"""Reading the words of a spoken widget, and the line that names a space."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.widgets import Space, Token
from companion.core.wording import Verbatim, Wording
from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import font
from companion.render.canvas.marks import apart


def words(wording: Wording | int | None) -> str:
    """The text of a wording of a spoken widget; TypeError for one that was not spoken."""
    match wording:
        case None:
            return ""
        case int():
            return str(wording).replace("-", "\N{MINUS SIGN}")
        case Verbatim(words={"": text}):
            return text
        case _:
            raise TypeError(f"{wording!r} was not spoken")


def focus(spaces: Sequence[Space], tokens: Sequence[Token], cursor: str, seat: int) -> Space | None:
    """The space to name: under the cursor, else where ``seat`` stands, else the first that is marked."""
    here = cursor or next((token.at for token in tokens if seat and token.seat == seat), "")
    by_key = {space.key: space for space in spaces}
    return by_key.get(here) or next((space for space in spaces if space.marked), None)


def caption(area: Area, space: Space) -> None:
    """One line: the label of a space, its note at the right."""
    small = font("small")
    taken = area.text(small, area.width // 2, 0, area.width // 2, words(space.note), align="right")
    area.text(small, 0, 0, area.width - (taken + 4 if taken else 0), words(space.label) or space.key)


def standing(tokens: Sequence[Token]) -> dict[str, list[Token]]:
    """The tokens by where they stand, the first on top."""
    stacks: dict[str, list[Token]] = {}
    for token in tokens:
        stacks.setdefault(token.at, []).append(token)
    return stacks


def token_mark(area: Area, token: Token, x: int, y: int) -> None:
    """The shape of the token's seat, its own icon, or a plain disc, 9 by 9."""
    apart(area, f"seat-{token.seat}" if token.seat else token.icon, x, y)
