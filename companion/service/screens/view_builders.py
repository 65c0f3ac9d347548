"""Views of a moment: what a page is given, computed from what its viewer may know and from nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct, structs

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import SEATS, Meta
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, Wording, listed, say, say_n
from companion.plays.reports.happened import just_done
from companion.plays.reports.slips import TableSlips
from companion.service.agreement.guided_setup import SERVICE as SET_UP
from companion.service.agreement.guided_setup import SetupTask, SetupView
from companion.service.agreement.votes import VOTE, WITHDRAW, Vote
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.audit.audit_views import AuditView, audit_view, counted_parts, own_rows, public_parts
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment, PutAwayPlay
from companion.service.screens.streams import Broadcast, OpenPage, PageStreams, StreamRoom
from companion.service.screens.views import (
    AskedOfAll,
    HostingView,
    LobbyView,
    OpenVote,
    ProposalView,
    ScribeView,
    SeatCode,
    SeatInfo,
    SeatView,
    TableView,
    Turn,
)
from companion.service.seats.seats_state import Gathering


def turn_of(moment: Moment) -> Turn | None:
    """Whose turn it is, as everybody may know it; None where no game is on."""
    if moment.phase != "playing":
        return None
    return moment.keep("turn", lambda: _turn(moment))


def own_turn(moment: Moment, seat: int) -> Turn | None:
    """The same for the page of ``seat``, which is spoken to: the words are as public as those of ``turn_of``."""
    turn = turn_of(moment)
    setting_up = _setting_up(moment)
    if turn is not None and setting_up is not None:
        if own := setting_up.of(seat):
            headline = say("Your part, {who}", N_("Your part, {who}"), who=SeatName(seat))
            return Turn((seat,), headline, _step_words(setting_up, own[0]))
        turn = turn if seat not in moment.awaited.must else _turn_in_play(moment)
    if turn is None or turn.seats != (seat,):
        return turn
    headline = say("Your turn, {who}", N_("Your turn, {who}"), who=SeatName(seat))
    return Turn(turn.seats, headline, turn.reason, turn.then)


def _setting_up(moment: Moment) -> SetupView | None:
    """What is still to be laid out before anybody moves."""
    view = moment.guided_setup()
    return view if view is not None and not view.begun and view.owed else None


def _step_words(setting_up: SetupView, task: SetupTask) -> Message:
    return say(
        "Step {n} of {all}: {what}",
        N_("Step {n} of {all}"),
        n=task.number,
        all=len(setting_up.tasks),
        what=task.title,
    )


def _turn(moment: Moment) -> Turn:
    setting_up = _setting_up(moment)
    if setting_up is None or setting_up.current is None:
        return _turn_in_play(moment)
    reason = _step_words(setting_up, setting_up.current)
    return Turn(setting_up.busy, say("Set up the table", N_("Set up the table")), reason)


def _turn_in_play(moment: Moment) -> Turn:
    awaited = moment.awaited
    # Whoever enters what the cardboard showed is waited for like whoever has to move.
    seats = tuple(dict.fromkeys((*awaited.must, *(move.by for move in moment.pending))))
    why = awaited.why
    entering = next((move for move in moment.pending if seats == (move.by,) and not move.question.secret), None)
    if entering is not None:
        # what is on the table now: dice that are thrown, a card that is turned over
        why = entering.question.prompt
    if len(seats) == 1 and seats != (TABLE,):
        headline = say("{who}'s turn", N_("{who}'s turn"), who=SeatName(seats[0]))
        return Turn(seats, headline, why, awaited.then if awaited.then not in seats else 0)
    if seats == (TABLE,) and (first := _first_question(moment)) is not None:
        return Turn(seats, first, say("All is laid out.", N_("All is laid out")))
    if isinstance(why, Message):
        return Turn(seats, why)
    if seats == (TABLE,):
        return Turn(seats, say("The table answers", N_("The table answers")))
    return Turn(seats, say("Everybody chooses", N_("Everybody chooses")))


def _first_question(moment: Moment) -> Message | None:
    """What the table is asked once all is laid out, before anybody moves; where nobody is guided, all lay there."""
    setting_up = moment.guided_setup()
    if setting_up is not None and (setting_up.begun or setting_up.owed):
        return None
    steps = moment.play.steps if moment.play is not None and setting_up is None else {}
    if any(n for seat, n in steps.items() if seat != TABLE):
        return None
    asked = moment.playing.dialogue(TABLE, PUBLIC)
    return asked.question.prompt if asked is not None else None


def missing(gathering: Gathering, chosen: Meta | None, host: int, *, put_away: bool, set_aside: bool) -> Message | None:
    """The sentence; None before anybody sits down. ``chosen`` is the game; ``host`` the seat of who chooses (0: nobody
    yet); ``put_away``: the last play is not over; ``set_aside``: and cannot be resumed at present.
    """
    seated = len(gathering.names)
    if not seated:
        return None
    if chosen is None:
        return _choosing(host, put_away=put_away, set_aside=set_aside)
    least, most = chosen.seats
    # which game it is stands below
    if seated < least:
        return say_n("{n} person more.", "{n} people more.", least - seated, N_("Missing: {n}"))
    if seated > most:
        return _who_plays(host, most, seated)
    return _beginning(host)


def _who_plays(host: int, most: int, seated: int) -> Message:
    """More people sit here than the game takes."""
    short = N_("Who plays? {n} of {m}")
    if host:
        return say("{who} says which {n} of you {m} play", short, who=SeatName(host), n=most, m=seated)
    return say("Which {n} of you {m} play?", short, n=most, m=seated)


def _choosing(host: int, *, put_away: bool, set_aside: bool) -> Message:
    short = N_("Who chooses the game?")
    if host:
        return say("{who} is choosing the game", N_("{who} is choosing"), who=SeatName(host))
    if set_aside:
        return say("The last play waits: who chooses another game?", short)
    if put_away:
        return say("Go on with the last play, or choose another?", N_("The last play waits"))
    return say("Who chooses the game?", short)


def _beginning(host: int) -> Message:
    short = N_("All here? Then begin")
    if host:
        return say("All here? Then {who} taps Begin.", short, who=SeatName(host))
    return say("All here? Then tap Begin.", short)


View = TypeVar("View", bound=Struct)


def table_view(moment: Moment) -> TableView:
    """What everybody sees."""
    return moment.keep("table", lambda: _versioned_table(moment))


def seat_view(moment: Moment, seat: int) -> SeatView:
    """A seat's own page."""
    return moment.keep(("seat", seat), lambda: _versioned_seat(moment, _seat(moment, seat)))


def scribe_view(moment: Moment) -> ScribeView:
    """What the scribe sees."""
    return moment.keep("scribe", lambda: _versioned(_scribe(moment)))


KEY = secrets.token_bytes(16)
"""Goes into every version, so that nobody can try out which hidden value gives the version that somebody's page has."""


def version_of(shown: object) -> str:
    """The digest of what a viewer sees is its version: where nothing changed for the viewer, nothing is sent."""
    return blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=10, key=KEY).hexdigest()


def _versioned(view: View) -> View:
    return structs.replace(view, version=version_of(view))


def _versioned_table(moment: Moment) -> TableView:
    """The table screen alone shows who has not ticked yet: no phone is drawn again because another seat ticks."""
    slips = moment.table_slips() if moment.phase == "playing" else TableSlips()
    version = _version_for_seats(moment)
    if slips != TableSlips():
        version = version_of((version, slips))
    return structs.replace(_table(moment), version=version, slips=slips)


def _version_for_seats(moment: Moment) -> str:
    """The version of what everybody sees, as part of the page of a seat."""
    return moment.keep("version for seats", lambda: version_of(_table(moment)))


def _versioned_seat(moment: Moment, view: SeatView) -> SeatView:
    """What everybody sees goes into the version of a seat's page by its own version, which is computed once for all."""
    public = {id(widget) for widget in view.table.widgets}
    widgets = [widget.key if id(widget) in public else widget for widget in view.widgets]
    own = {name: getattr(view, name) for name in view.__struct_fields__ if name not in ("table", "widgets")}
    return structs.replace(view, version=version_of((_version_for_seats(moment), widgets, own)))


def _table(moment: Moment) -> TableView:
    """What everybody sees, without its version: part of every seat's page too, so it is put together once."""
    return moment.keep("everybody", lambda: _everybody(moment))


def _everybody(moment: Moment) -> TableView:
    play = moment.play
    over = moment.phase == "over"
    return TableView(
        version="",
        phase=moment.phase,
        title=play.game.meta.title if play else say("Table companion", N_("Table companion")),
        sentence=public_sentence(moment),
        seats=tuple(_seat_info(moment, seat) for seat in (play.setup.numbers if play else SEATS)),
        widgets=moment.widgets(PUBLIC),
        log=play.tails.get(PUBLIC, ()) if play else (),
        score=moment.score(PUBLIC) if play and over else None,
        problem=moment.problem or moment.set_aside,
        clocks=moment.clocks,
        arriving=moment.arriving,
        newcomers=moment.newcomers,
        watching=moment.seats.watching,
        photo=moment.photo,
        audit=_audit(moment),
        sleepers=moment.sleepers() if play and not over else (),
        votes=tuple(map(open_vote, moment.votes)),
        play=play.id if play and over else "",
        reveal=play.reveal if play and not over else None,
        quiet=moment.quiet,
        missing=_missing(moment),
        hosting=_hosting(moment),
        proposal=_proposal(moment),
        told=moment.proposed.told,
        last=_last(moment),
        put_away=moment.put_away_before if moment.phase == "gathering" else (),
        lobby=_lobby(moment),
        pieces=play.pieces if play and not over else None,
        reminders=moment.reminders(TABLE),
        turn=turn_of(moment),
        secret_limit=moment.secret_time.limit,
        secret_timer=moment.secret_time.timer,
        game=play.game.meta.key if play else "",
        last_step=play.last_step if play and not over else None,
        moved=moment.seats.moved,
        setting_up=moment.guided_setup(),
        address_shown=play is not None and not over and moment.seats.address_until is not None,
    )


def _audit(moment: Moment) -> AuditView | None:
    if moment.audit is None:
        return None
    return audit_view(moment.audit, moment.audited(), moment.asked_of_audit(), open_to_all=moment.audit_open)


def open_vote(vote: Vote) -> OpenVote:
    """A vote as everybody may see it. That somebody waits for a seat is one too, since the person who holds the seat
    may be away, and nobody but the host would learn of it.
    """
    return OpenVote(
        kind=vote.kind,
        asker=vote.asker.seat,
        target=vote.target if vote.kind in ("skip", "leave", "swap") else 0,
        prompt=vote.announced(),
        waiting=tuple(sorted(vote.silent)),
        effects=vote.effects(),
        agreed=tuple(sorted(vote.needed.seats & vote.yes)),
        soon=vote.soon,
        every=vote.needed.every,
        id=vote.id,
        host=vote.needed.host,
        beside=tuple(sorted(vote.needed.beside)),
        changes=vote.changes,
    )


def _seat_info(moment: Moment, seat: int) -> SeatInfo:
    return SeatInfo(
        seat=seat,
        name=moment.gathering.names.get(seat, ""),
        taken=seat in moment.gathering.names,
        claimed=seat in moment.seats.claimed,
        awake=seat in moment.awake,
        awaited=seat in moment.awaited_seats(),
        may=seat in moment.awaited.may,
        phone=seat in moment.seats.phones,
        gone=seat in moment.gone,
        open=seat in moment.seats.comings.open,
        colour=moment.colours().get(seat, ""),
        away=moment.absent.get(seat) == "long",
        keys=seat in moment.seats.keys,
        lost=seat in moment.lost,
    )


def _seat(moment: Moment, seat: int) -> SeatView:
    viewer = Viewer(seat)
    play = moment.play
    dialogues = moment.dialogues(seat)
    # Votes stand in a band of their own above the sentence, which says what is to do in the game meanwhile.
    asked = [ask for ask in dialogues if ask.service or ask.seat in moment.awaited.must]
    apart = (VOTE, WITHDRAW, SET_UP)
    asked = [ask for ask in asked if not ask.service.startswith(apart) and ask.question.given is None]
    return SeatView(
        version="",
        seat=seat,
        table=_table(moment),
        sentence=_sentence(moment, seat, asked),
        dialogues=dialogues,
        widgets=moment.widgets(viewer),
        strip=moment.strip(seat),
        forecast=moment.forecast(seat) if moment.phase == "playing" else (),
        log=play.tails.get(viewer, ()) if play else (),
        undo=play.undo.get(seat) if play else None,
        redo=play.redo.get(seat) if play else None,
        notices=moment.notices(seat),
        score=moment.score(viewer) if play and moment.phase == "over" else None,
        counting=counted_parts(moment.audit, moment.audited(), seat) if moment.audit is not None else (),
        differing=own_rows(moment.audit, moment.audited(), seat) if moment.audit is not None else (),
        looked_up=moment.rests_on_print(seat),
        table_may=TABLE in moment.awaited.may,
        slips=moment.slips(seat),
        happened=moment.happenings(seat),
        did=just_done(play.recent.get(viewer, ()), seat) if play else None,
        numbers_only=play is not None and play.sees_numbers_only,
        reminders=moment.reminders(seat),
        turn=own_turn(moment, seat),
        code=_code_of(moment, seat),
        setting_up=moment.guided_setup(seat),
        pad=moment.score_pad(seat),
    )


def _code_of(moment: Moment, seat: int) -> SeatCode | None:
    offers = moment.seats.offers.items()
    return next((SeatCode(code, offer.until) for code, offer in offers if offer.seat == seat and offer.own), None)


def _sentence(moment: Moment, seat: int, asked: Sequence[Dialogue]) -> Message:
    """What to do now. It stands open on the page, so the words of a secret question stay under its cover."""
    if not asked:
        return public_sentence(moment)
    if asked[0].question.secret:
        turn = own_turn(moment, seat)
        return turn.headline if turn is not None else public_sentence(moment)
    return asked[0].heading


def _scribe(moment: Moment) -> ScribeView:
    dialogues, closed = moment.public_dialogues()
    play = moment.play
    return ScribeView(
        version="",
        table=_table(moment),
        dialogues=dialogues,
        closed=closed,
        undo=play.undo.get(TABLE) if play else None,
        redo=play.redo.get(TABLE) if play else None,
        notices=moment.notices(TABLE),
        counting=public_parts(moment.audit, moment.audited()) if moment.audit is not None else (),
        looked_up=moment.may_be_misprinted() and TABLE not in moment.facts.choosing,
        pad=moment.score_pad(TABLE),
    )


def public_sentence(moment: Moment) -> Message:
    """What the table waits for, in one sentence fit for everybody."""
    if moment.phase == "gathering":
        return _gathering_sentence(moment) or say("Sit down: scan the code with your phone.", N_("Scan and sit down"))
    if moment.phase == "over":
        return _winner_sentence(moment)
    turn = turn_of(moment)
    return turn.headline if turn is not None else say("The table answers", N_("The table answers"))


def _gathering_sentence(moment: Moment) -> Message | None:
    proposal = moment.proposed.now
    # What somebody may stop stands in the largest letters, for as long as they may.
    return proposal.words if proposal is not None else moment.proposed.told or _missing(moment)


def _missing(moment: Moment) -> Message | None:
    if moment.phase != "gathering":
        return None
    hosting, set_aside = moment.seats.hosting, moment.set_aside is not None
    host = hosting.seat if hosting is not None else 0
    return missing(moment.gathering, moment.chosen, host, put_away=moment.put_away, set_aside=set_aside)


def _hosting(moment: Moment) -> HostingView | None:
    hosting = moment.seats.hosting
    # In a play pages are not drawn anew for it.
    if hosting is None or moment.phase == "playing":
        return None
    return HostingView(hosting.seat, say("{who} hosts.", N_("{who} hosts"), who=SeatName(hosting.seat)))


def _proposal(moment: Moment) -> ProposalView | None:
    now = moment.proposed.now
    if now is None:
        return None
    return ProposalView(
        now.kind, now.by, now.words, now.title, now.until, now.silent, tuple(sorted(now.fine)), now.level, now.players
    )


def _lobby(moment: Moment) -> LobbyView | None:
    meta, gathering = moment.chosen, moment.gathering
    if meta is None or moment.phase != "gathering":
        return None
    choices: list[tuple[Wording, Wording]] = []
    if meta.levels:
        proposal = moment.proposed.now
        levels = dict(meta.levels)
        level = proposal.level if proposal is not None and proposal.level in levels else meta.levels[0][0]
        choices.append((say("The companion"), levels[level]))
    options = {option.key: gathering.options.get(option.key, option.default) for option in meta.options}
    for option in meta.options:
        chosen = options[option.key]
        if option.basic or (chosen != option.default and option.counts(options)):
            choices += [(option.label, words) for value, words in option.values if value == chosen]
    by = {gathering.chance.get(kind.key, kind.default) for kind in meta.chance}
    if by:
        who = (
            say("the companion and we")
            if len(by) > 1
            else say("the companion")
            if "companion" in by
            else say("we, at the table")
        )
        choices.append((say("Who rolls and draws?"), who))
    return LobbyView(meta.key, meta.title, meta.unpack, tuple(choices))


def _last(moment: Moment) -> PutAwayPlay | None:
    if not moment.put_away or moment.last_title is None:
        return None
    return PutAwayPlay(moment.seats.last.play, moment.last_title)


def _winner_sentence(moment: Moment) -> Message:
    score = moment.score(PUBLIC)
    winners = score.winners()
    if not winners:
        words = score.nobody_won
        return words if isinstance(words, Message) else say("Nobody has won.", N_("Nobody has won"))
    if len(winners) == 1:
        winner = winners[0]
        who, people = winner.called, len(winner.seats)
        if winner.won is not None:
            return say_n("{who} wins: {why}.", "{who} win: {why}.", people, N_("{who} wins"), who=who, why=winner.won)
        points = say_n("{n} point", "{n} points", winner.total, N_("{n} p."))
        short = N_("{who}: {points}")
        return say_n("{who} wins with {points}.", "{who} win with {points}.", people, short, who=who, points=points)
    shared = listed([winner.called for winner in winners])
    return say("{who} share the victory.", N_("Shared victory"), who=shared)


@dataclass(frozen=True, eq=False, repr=False)
class ScreenLooks(Looks):
    _broadcast: Broadcast
    _streams: PageStreams

    @may_look("anyone")
    def table(self, _: FromDevice) -> TableView:
        """What everybody sees."""
        return table_view(self._broadcast.moment)

    @may_look("seat")
    def seat(self, device: FromDevice) -> SeatView:
        """The page of the seat this device may act for."""
        return seat_view(self._broadcast.moment, device.actor("seat").seat)

    @may_look("admin")
    def scribe(self, _: FromDevice) -> ScribeView:
        """What an admin sees who writes for everybody."""
        return scribe_view(self._broadcast.moment)

    @may_look("anyone")
    def names(self, _: FromDevice) -> Mapping[int, str]:
        """The names of those at the table, by seat."""
        return self._broadcast.moment.gathering.names

    @may_look("anyone")
    def warning(self, _: FromDevice) -> Message | None:
        """What every page says while plays are at risk: a full disk, a damaged file."""
        return self._broadcast.moment.told.warning

    @may_look("anyone")
    def asked_of_all(self, _: FromDevice) -> AskedOfAll:
        """What everybody who sits here is asked, on whatever page they are."""
        moment = self._broadcast.moment
        votes = tuple((vote.announced(), tuple(sorted(vote.silent))) for vote in moment.votes)
        return AskedOfAll(_proposal(moment), moment.proposed.told, votes)

    @may_look("anyone")
    def stream_room(self, device: FromDevice, page: OpenPage) -> StreamRoom:
        """Whether a page of this device could have a stream now."""
        return self._streams.room_for(device.token, page)

    @may_look("admin")
    def paired_screens(self, _: FromDevice) -> int:
        """How many table screens have a place of their own."""
        return self._streams.paired_screens
