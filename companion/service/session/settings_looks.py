"""What a device may see of the settings of the table, and of what goes wrong with them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.first_contact.setup_record import SetupMistake
from companion.keeping.keeping_views import KeepingView
from companion.network.own_wifi.network_thread import TableNetwork
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.session.setup_mistakes import SetupMistakes
from companion.service.session.table_identity import IdentityView, TableIdentity
from companion.service.session.table_settings import TableSettings
from companion.service.session.wifi_joining import WifiJoining


@dataclass(frozen=True, eq=False, repr=False)
class SettingsLooks(Looks):
    _settings: TableSettings
    _wifi: WifiJoining
    _mistakes: SetupMistakes
    _identity: TableIdentity

    @may_look("anyone")
    def language(self, _: FromDevice) -> str:
        """The language of the table screen and the small displays."""
        return self._settings.language.now

    @may_look("anyone")
    def setup_mistakes(self, _: FromDevice) -> tuple[SetupMistake, ...]:
        """The mistakes of the owner's file that are still shown. They quote no secret."""
        return self._mistakes.shown

    @may_look("admin")
    def keeping(self, _: FromDevice) -> KeepingView:
        """How plays are kept, as it was when that was last checked."""
        return self._settings.keeping

    @may_look("admin")
    def home_wifi(self, _: FromDevice) -> TableNetwork | None:
        """The network the table is in, and those in sight; None where the table does not look after it."""
        return self._wifi.network

    @may_look("admin")
    def identity(self, _: FromDevice) -> IdentityView:
        """What the table is known by."""
        return self._identity.view()
