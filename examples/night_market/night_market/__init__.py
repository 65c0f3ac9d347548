"""Night Market: a few lots, one after the other, and hidden bids for each."""

from __future__ import annotations

from companion.core.game_package import GamePackage
from night_market.game import NightMarket

PACKAGE = GamePackage(game=NightMarket(), contract=1)
