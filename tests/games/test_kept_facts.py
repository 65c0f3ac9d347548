"""What a table enters for a seat that sleeps is not kept for other evenings: nobody has looked at the board."""

from __future__ import annotations

from companion.core.questions import Confirm
from companion.core.setup import Seated, Setup, checked_setup
from companion.games.ancient_world import entries
from companion.games.antike import Antike
from companion.games.antike.cities import ask_new


def test_no_entry_of_the_ancient_world_is_kept_for_a_sleeper() -> None:
    asked = next(entries.ask_keep())
    assert isinstance(asked, Confirm)
    assert asked.default is False


def test_no_province_of_antike_is_kept_for_a_sleeper() -> None:
    game = Antike()
    setup = Setup((Seated(1, "Ann"), Seated(2, "Ben")))
    asking = ask_new(game.new(checked_setup(game.meta, setup)), "iron")
    asked = next(asking)
    while not isinstance(asked, Confirm):
        assert asked.default is not None
        asked = asking.send(asked.default)
    assert (asked.key, asked.default) == ("keep", False)
