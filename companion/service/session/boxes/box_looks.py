"""What a device may see of the owners' boxes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.session.boxes.box_editor import BoxEditor
from companion.service.session.boxes.box_views import BoxView, LentBox


@dataclass(frozen=True, eq=False, repr=False)
class BoxLooks(Looks):
    _boxes: BoxEditor

    @may_look("admin")
    def box(self, _: FromDevice, game: str) -> BoxView:
        """The box of a game: every fact, who says so, and what nobody knows yet. Raises ``Refused``."""
        return self._boxes.view(game)

    @may_look("admin")
    def export(self, _: FromDevice, game: str) -> str:
        """What the owners entered, as a file (TOML). Raises ``Refused``."""
        return self._boxes.export(game)

    @may_look("admin")
    def loan_code(self, _: FromDevice, game: str) -> str:
        """The code under which the box of a game is lent; empty if it is not. Raises ``Refused``."""
        return self._boxes.loan_code(game)

    @may_look("anyone")
    def lent_box(self, _: FromDevice, code: str) -> LentBox | None:
        """The box that is lent under a code; None when there is none."""
        return self._boxes.lent_box(code)
