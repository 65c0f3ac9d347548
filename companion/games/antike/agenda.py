"""What a play waits for: the parts of set-up and of a turn. Sections 3 and 4."""

from __future__ import annotations

from msgspec import Struct

from companion.games.antike.tables import Where


class OfNation(Struct, frozen=True):
    """What the play waits for a nation to do."""

    nation: str


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who begins."""


class Naming(OfNation, frozen=True, tag="naming"):
    """A nation names its start cities, on a board side whose lists of start cities nobody knows."""


class Keeping(OfNation, frozen=True, tag="keeping"):
    """A nation keeps one of its three start cities (the longer game)."""


class CoinDue(OfNation, frozen=True, tag="coin"):
    """The bank is out of coins: the nation takes a good of its choice. Section 4.1."""


class Turn(OfNation, frozen=True, tag="turn"):
    """A nation moves on the rondel."""


class Acting(OfNation, frozen=True, tag="acting"):
    """A nation carries out its space. ``done``: something was bought, built or fought; ``conquered``: a city fell."""

    space: Where
    done: bool = False
    conquered: bool = False


class Founding(OfNation, frozen=True, tag="founding"):
    """A nation may found cities. Section 6."""


class Seas(OfNation, frozen=True, tag="seas"):
    """A nation says in how many provinces it has galleys, when that can win a navigator."""


class Award(OfNation, frozen=True, tag="award"):
    """A nation is paid its personalities. Settles itself."""


class Extra(OfNation, frozen=True, tag="extra"):
    """A nation with all eight know-hows chooses among the fullest stacks (2006)."""


class Next(OfNation, frozen=True, tag="next"):
    """The turn of a nation is over. Settles itself."""


class GoingOn(Struct, frozen=True, tag="going-on"):
    """After very many rounds the table says whether it plays on."""


Due = SettingUp | Naming | Keeping | CoinDue | Turn | Acting | Founding | Seas | Award | Extra | Next | GoingOn
