"""What only the shape of a seat tells apart is named for whoever does not see shapes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.options import Option
from companion.core.questions import Form, Pick
from companion.core.wording import SeatName, say
from tests.service.at_table import Room
from tests.service.test_only_answers import SeveralQuestions
from tests.web.flask_site import Site, words_of

OPTIONS = (
    Option("one", say("Titan"), seat=1),
    Option("two", say("Titan"), seat=2),
    Option("named", say("{who}", who=SeatName(2)), seat=2),
)


@pytest.mark.parametrize("form", [None, Form("one", say("One"))], ids=["question", "form"])
def test_whose_an_option_is_stands_in_its_words(rooms: Callable[..., Room], form: Form | None) -> None:
    asked = Pick(key="what", prompt=say("Which titan?"), options=OPTIONS, form=form)
    room = rooms(SeveralQuestions(asked))
    room.begin(2, "asking")
    words = words_of(Site(room).browser(1).get("/seat").text)
    asked_words = words[words.rindex("Titan Ana") :]
    assert asked_words.startswith("Titan Ana Titan Berta Berta ")
    assert "Berta Berta Berta" not in asked_words
