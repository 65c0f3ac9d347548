"""What a device may see of what the table sends: to the room around it, and to a club."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.step import TABLE
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.session.sending.club_cards import CardView, ClubCards
from companion.service.session.sending.club_reporting import ClubReporting, ReportingView
from companion.service.session.sending.room_publishing import PublishingRules, PublishingView, RoomPublishing


@dataclass(frozen=True, eq=False, repr=False)
class SendingLooks(Looks):
    _publishing: RoomPublishing
    _reporting: ClubReporting
    _cards: ClubCards

    @may_look("admin")
    def publishing(self, _: FromDevice) -> tuple[PublishingRules, PublishingView] | None:
        """By which rules the table publishes, and how it goes; None where the settings name no broker."""
        return self._publishing.view

    @may_look("admin")
    def reporting(self, _: FromDevice) -> tuple[bool, ReportingView] | None:
        """Whether the table is to report, and how it goes; None where the settings name no club."""
        return self._reporting.view

    @may_look("anyone")
    def own_card(self, device: FromDevice) -> CardView | None:
        """How one's own card stands; None where the table reports to no club."""
        return self._cards.view(device.own or TABLE)

    @may_look("anyone")
    def cards_taken(self, _: FromDevice) -> bool:
        """Whether cards count at this table: its admin lets it report to a club."""
        return self._cards.taken
