"""Guided set-up: who does what, ticks, dealing again, a restart; what the lobby answers."""

from __future__ import annotations

from pathlib import Path

from companion.core.boxes import Fact
from companion.core.setup import OptionValue
from companion.games import shipped
from companion.service.agreement.guided_setup import DealAgain, SetupTask, SetupView, SkipSetup, TickSetup
from companion.service.agreement.printed_values import EnterPrinted, PrintedReply
from companion.service.agreement.proposals import COUNTS
from companion.service.seats.seating import BecomeHost
from companion.service.session.session import BeginPlay, ChooseGame, UseDemoNumbers
from tests.service.at_table import HOST, PIN, Room, token

ANA, BEN, CLEO, DORA = 1, 2, 3, 4


def begun(room: Room, game: str, seats: int, level: str = "", *, set_up: bool = True, **options: OptionValue) -> None:
    room.host()
    room.sit(*range(1, seats + 1))
    assert room.table.ask(HOST, ChooseGame(game, options, {})).taken
    assert room.table.ask(HOST, BeginPlay(None, level, set_up=set_up)).taken


def opened(path: Path) -> Room:
    return Room(path / "log.sqlite", *shipped())


def shown(room: Room, seat: int = 0) -> SetupView:
    view = room.page(seat).setting_up if seat else room.view().screens.table().setting_up
    assert view is not None
    return view


def task(room: Room, key: str, seat: int = 0) -> SetupTask:
    return next(each for each in shown(room, seat).tasks if each.key == key)


def ticks(room: Room, seat: int, key: str, *, done: bool = True) -> None:
    reply = room.table.ask(token(seat), TickSetup(key, done))
    assert reply.taken, reply.notice


def test_several_people_have_a_part_at_the_same_time(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 4)
        assert task(room, "boards").who == (ANA,)
        assert task(room, "row-1").who == (BEN, CLEO)
        assert task(room, "settlers").who == (ANA, BEN, CLEO, DORA)
        assert {seat for seat in (ANA, BEN, CLEO, DORA) if shown(room).of(seat)} == {ANA, BEN, CLEO, DORA}
        turns = [room.page(seat).turn for seat in (ANA, DORA)]
        assert [room.say(turn.reason) for turn in turns if turn is not None] == [
            "Step 1 of 19: Both boards",
            "Step 9 of 19: Tokens and cubes",
        ]
        ticks(room, CLEO, "row-1")
        assert task(room, "row-1").owe == ()
        ticks(room, DORA, "settlers")
        assert task(room, "settlers").owe == (ANA, BEN, CLEO)


def test_the_host_has_the_part_of_the_host_and_neighbours_follow(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        room.sit(*range(1, 5))
        assert room.table.ask(token(CLEO), BecomeHost(PIN)).taken
        for request in (ChooseGame("olympos", {}, {}), BeginPlay(set_up=True)):
            assert room.table.ask(token(CLEO), request).taken
        room.past(COUNTS)
        assert task(room, "boards").who == (CLEO,)
        assert task(room, "row-1").who == (ANA, DORA)
        assert task(room, "printed").who == (BEN,)


def test_what_people_lay_out_is_not_said_to_have_happened_to_them(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        assert [entry.actor for entry in room.table.rooms.running.playing().effective][-1] == "lobby"
        assert [room.page(seat).happened.cards for seat in (ANA, BEN, CLEO)] == [(), (), ()]


def test_a_tick_is_taken_back_and_survives_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "antike", 3)
        ticks(room, ANA, "board")
        ticks(room, BEN, "pieces")
        ticks(room, ANA, "pieces")
        ticks(room, ANA, "pieces", done=False)
        assert task(room, "pieces").ticked == (BEN,)
    with opened(tmp_path) as room:
        assert task(room, "board").owe == ()
        assert task(room, "pieces").owe == (ANA, CLEO)
        ticks(room, CLEO, "board", done=False)
        assert task(room, "board").owe == (ANA,)


def test_anybody_ends_it_and_the_others_are_told(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "antiquity", 2)
        assert room.table.ask(token(BEN), SkipSetup()).taken
        assert shown(room).owed == ()
        assert [room.say(notice.text) for notice in room.page(ANA).notices] == ["Berta says that all is laid out."]
        assert room.page(BEN).notices == ()


def test_once_all_is_laid_out_the_headline_is_the_first_question(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "ancient-world", 3)
        assert room.say(room.page(ANA).turn.headline) == "Your part, Ana"  # type: ignore[union-attr]
        assert room.table.ask(token(BEN), SkipSetup()).taken
        turn = room.view().screens.table().turn
        assert turn is not None
        assert (turn.seats, room.say(turn.headline), room.say(turn.reason)) == (
            (0,),
            "Who begins?",
            "All is laid out.",
        )


def test_where_the_pieces_lay_already_the_headline_is_the_first_question(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "ancient-world", 3, set_up=False)
        turn = room.view().screens.table().turn
        assert turn is not None
        assert (turn.seats, room.say(turn.headline)) == ((0,), "Who begins?")
    with opened(tmp_path / "antike") as room:
        begun(room, "antike", 3, set_up=False)
        turn = room.view().screens.table().turn
        assert turn is not None
        assert room.say(turn.headline) != "Set the table up."


def test_the_lobby_answers_where_a_new_play_begins(tmp_path: Path) -> None:
    for game, key in (("olympos", "start"), ("antiquity", "turn"), ("antike", "first")):
        with opened(tmp_path / game) as room:
            begun(room, game, 4)
            assert key not in room.asks(ANA), game
            assert room.entries == 2, game


def test_a_city_that_a_step_lays_is_not_asked_for_again(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "antiquity", 3)
        names = [room.say(each.title) for each in shown(room).tasks]
        assert {"Starting city: Ana", "Starting city: Berta", "Starting city: Carla"} <= set(names), names
        assert [each.key for each in room.view().screens.table().widgets if each.key == "starting-cities"] == []
        for seat in (ANA, BEN, CLEO):
            question = room.page(seat).dialogues[-1].question
            assert question.hint is None, seat
            assert "lay" not in {option.value for option in question.options}, seat  # type: ignore[union-attr]
            assert room.page(seat).slips.open == (), seat


def test_a_slip_does_not_say_again_what_a_step_says(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "antike", 4)
        assert [room.page(seat).slips.open for seat in (ANA, BEN, CLEO, DORA)] == [()] * 4
        assert room.view().screens.table().pieces is None
        assert any("1 coin" in room.say(each.words) for each in shown(room).tasks)


def test_pieces_that_lie_there_already_are_asked_about(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        room.begin(3, "olympos")
        assert "start" in room.asks(ANA)
        assert room.page(ANA).setting_up is None


def test_the_companion_deals_again_until_somebody_moves(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        before = [task(room, f"row-{row}").lies for row in range(1, 6)]
        ticks(room, BEN, "boards")
        ticks(room, BEN, "row-1")
        assert room.table.ask(HOST, DealAgain()).taken
        assert [task(room, f"row-{row}").lies for row in range(1, 6)] != before
        assert task(room, "boards").owe == ()
        assert task(room, "row-1").owe == (BEN, CLEO)
        told = "The admin deals again: look at what was drawn."
        assert [[room.say(each.text) for each in room.page(seat).notices] for seat in (ANA, BEN)] == [[told], [told]]
        lowest = next(seat for seat in (ANA, BEN, CLEO) if "stars" in room.asks(seat, seat))
        room.answer(lowest, 0)
        assert room.table.ask(HOST, DealAgain()).code == "no-deal"
        assert shown(room).begun


def test_a_step_waits_while_the_game_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        lowest = next(seat for seat in (ANA, BEN, CLEO) if "stars" in room.asks(seat, seat))
        rows = task(room, "row-1").lies
        room.answer(lowest, 0)
        assert task(room, "row-1").lies == rows
        turn = room.view().screens.table().turn
        assert turn is not None
        assert len(turn.seats) == 1
        assert room.table.ask(token(BEN), SkipSetup()).taken
        assert room.page(ANA).setting_up is None


def test_only_its_own_side_sees_where_blocks_begin(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "athens-sparta", 2, "full", box="practice")
        for answers in range(8):
            if len(task(room, "blocks-athens").who) == 1:  # the sides are chosen
                break
            asked = next(ask for ask in room.asked(ANA) if ask.seat == 0)
            answer = asked.question.preset if asked.question.preset is not None else asked.question.default
            assert room.give(ANA, asked, answer).taken, answers
        assert [bool(task(room, "blocks-athens", seat).lies) for seat in (0, ANA, BEN)] == [False, True, False]


TRACK: dict[str, Fact] = {"zeus1": 11, "zeus2": 23, "zeus3": 35, "zeus4": 47, "zeus5": 59, "zeus6": 71, "cross": 81}


def enters(room: Room, seat: int, kind: str, **components: dict[str, Fact]) -> PrintedReply:
    reply = room.table.ask(token(seat), EnterPrinted(kind, dict(components)))
    assert isinstance(reply, PrintedReply), reply
    return reply


def missing(room: Room) -> dict[str, int]:
    return {each.kind: each.missing for each in shown(room).printed}


def test_printed_values_are_entered_by_two_people_before_anybody_moves(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        assert [each.kind for each in shown(room).printed if each.now] == ["track"]
        assert missing(room) == {"track": 7, "space": 150, "tile": 2, "wonder": 8}
        assert task(room, "printed").owe != ()
        assert enters(room, ANA, "track", track=TRACK).entered == 7
        assert enters(room, BEN, "tile", money={"resources": ["grain", "stone"]}).entered == 1
        assert missing(room)["track"] == 0
        assert enters(room, BEN, "track", track={**TRACK, "cross": 90}).entered == 0, "known already"
        assert room.log.boxes.owners("olympos")["track"]["track"] == TRACK
        assert not shown(room).begun
    with opened(tmp_path) as room:
        assert missing(room)["track"] == 0


def test_what_cannot_be_printed_is_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        reply = enters(room, ANA, "track", track={**TRACK, "cross": 3})
        assert [each.key for each in reply.wrong] == ["track"]
        assert reply.entered == 0
        assert missing(room)["track"] == 7


def test_values_entered_stay_when_the_companion_deals_again(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        enters(room, ANA, "track", track=TRACK)
        assert room.table.ask(HOST, DealAgain()).taken
        assert missing(room)["track"] == 0
        assert room.log.boxes.owners("olympos")["track"]["track"] == TRACK


def test_demo_numbers_begin_the_play_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        assert room.table.ask(token("stranger"), UseDemoNumbers()).code == "no-seat"
        assert room.table.ask(HOST, UseDemoNumbers()).taken
        assert room.state.practice
        assert [each.key for each in shown(room).tasks if each.key == "printed"] == []
        assert room.page(BEN).setting_up is not None


def test_asking_when_needed_ends_the_step(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        begun(room, "olympos", 3)
        ticks(room, CLEO, "printed")
        assert task(room, "printed").owe == ()
        lowest = next(seat for seat in (ANA, BEN, CLEO) if "stars" in room.asks(seat, seat))
        room.answer(lowest, 0)
        assert room.table.ask(token(ANA), EnterPrinted("track", {"track": TRACK})).code == "begun"


def test_keys_tick_a_step_and_the_display_names_it(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite", *shipped(), profile="simulated") as room:
        begun(room, "olympos", 4)
        lowest = next(seat for seat in (ANA, BEN, CLEO, DORA) if "stars" in room.asks(seat, seat))
        seat = BEN if lowest != BEN else CLEO
        first = room.face(seat)
        assert (first.prompt, [item.label for item in first.items]) == ("Sort the tiles", ["Done", "All is laid out"])
        room.press(seat, "ok")
        assert task(room, "tiles").owe == ()
        assert room.face(seat).prompt == "Tiles: red"


def test_nations_are_dealt_before_anybody_takes_a_card(tmp_path: Path) -> None:
    for seats in (2, 3, 4, 5, 6):
        with opened(tmp_path / str(seats)) as room:
            begun(room, "antike", seats)
            dealt = {room.say(place): room.say(things) for place, things in task(room, "nations").lies}
            assert len(dealt) == seats
            assert room.say(task(room, "nations").words).startswith("Take the card")
            assert room.moment.awaited.must == ((0,) if seats != 4 else room.moment.awaited.must)


def test_nations_that_were_chosen_at_the_table_are_asked_for(tmp_path: Path) -> None:
    with opened(tmp_path) as room:
        room.host()
        room.sit(ANA, BEN, CLEO)
        assert room.table.ask(HOST, ChooseGame("antike", {}, {"nation": "cardboard"})).taken
        assert room.table.ask(HOST, BeginPlay(None, set_up=True)).taken
        words = task(room, "nations")
        assert (words.lies, "Greece, Persia and Arabia" in room.say(words.words)) == ((), True)
