"""Titans: an attack with its sum, and appeasing or rolling at the end of a round."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Wording, in_a_row, listed, say, say_n
from companion.games.titans.state import (
    DECK,
    HIGHEST_DEFENCE,
    MOST_AMBROSIA,
    MOST_BANNERS,
    SWORD,
    Attack,
    Confront,
    Confronting,
    Player,
    State,
    Titan,
)

# -- words -----------------------------------------------------------------------------------------------------------


def titan_words(titan: Titan, ambrosia: int = 0) -> Wording | None:
    """What is known of a titan with so much ambrosia on it; None for nothing."""
    parts: list[Message] = []
    if titan.defence:
        parts.append(say("defence {n}", n=titan.defence))
    if titan.banners:
        parts.append(say_n("{n} banner", "{n} banners", titan.banners))
    if ambrosia:
        parts.append(say_n("{n} ambrosia", "{n} ambrosia", ambrosia))
    return listed(parts) if parts else None


def appease_price(player: Player, banners: int) -> int:
    """What appeasing costs: the banners, or one more than the ambrosia on it once it was appeased."""
    return player.ambrosia + 1 if player.ambrosia else banners


def appease_reason(player: Player, banners: int) -> Message | None:
    """Why a titan cannot be appeased once more, or None: each time the price doubles."""
    if player.ambrosia + appease_price(player, banners) <= MOST_AMBROSIA:
        return None
    return say("The box has less ambrosia.", short=N_("Too little ambrosia"))


def ambrosia_key(seat: int) -> str:
    """The key of the number of ambrosia on the titan of a seat."""
    return f"{seat}.titan.ambrosia"


def _tell_dice(step: Step[State], seat: int, banners: int) -> None:
    step.instruct(
        seat,
        say_n(
            "Roll {n} damage die. Titan: turn an empire card face down. Coin: what stands below on the titan.",
            "Roll {n} damage dice. Titan: turn an empire card face down. Coin: what stands below on the titan.",
            banners,
            N_("Damage dice: {n}"),
        ),
    )


# -- an attack -------------------------------------------------------------------------------------------------------


def target_reason(state: State, target: int) -> Message | None:
    """Why this titan cannot be attacked, or None."""
    if target != DECK and (target not in state.seats or state.player(target).titan is None):
        return say("No titan lies there.")
    return None


def missing(defence: int, swords: int, arrows: int) -> int:
    """How many swords an attack lacks."""
    return max(0, defence - swords - arrows)


def missing_reason(move: Attack) -> Message | None:
    """Why the attack does not reach the defence, or None."""
    lacks = missing(move.defence, move.swords, move.arrows) - move.bought
    return say_n("{n} sword is missing.", "{n} swords are missing.", lacks) if lacks > 0 else None


def defeat(step: Step[State], seat: int, move: Attack) -> None:
    """Take a titan whose defence is reached, with the ambrosia of another's; then the dice are rolled."""
    state = step.state
    step.require(target_reason(state, move.target), "no-titan")
    step.require(missing_reason(move), "too-weak")
    step.instruct(
        seat,
        say("Coins on the name of each army you used: one more than lay on it.", short=N_("Coins on the armies")),
    )
    if move.bought:
        step.instruct(seat, say("Put back {n} ambrosia.", short=N_("-{n} ambrosia"), n=SWORD * move.bought))
    gained = _take(step, seat, move)
    _tell_dice(step, seat, move.banners)
    who, with_what = SeatName(seat), in_a_row(_parts(move))
    short = N_("{who}: titan defeated")
    if move.target in (DECK, seat):
        words = say(
            "{who} defeats a titan of defence {defence} with {parts}.",
            short,
            who=who,
            defence=move.defence,
            parts=with_what,
        )
    else:
        words = say(
            "{who} defeats the titan of {owner}, defence {defence}, with {parts}.",
            short,
            who=who,
            owner=SeatName(move.target),
            defence=move.defence,
            parts=with_what,
        )
    step.announce(words)
    if gained is not None:
        step.tell(gained)


def _parts(move: Attack) -> list[Message]:
    parts = (
        (move.swords, say_n("{n} sword", "{n} swords", move.swords)),
        (move.arrows, say_n("{n} arrow", "{n} arrows", move.arrows)),
        (move.bought, say("{n} for ambrosia", n=move.bought)),
    )
    return [words for n, words in parts if n]


def _take(step: Step[State], seat: int, move: Attack) -> Message | None:
    """The titan goes to the row of its victor. Returns the log line of the ambrosia won, if any."""
    state = step.state
    if move.target == DECK:
        words = say("Put the titan in your row and turn up the next one of its deck.", short=N_("Titan to your row"))
        step.instruct(seat, words)
        return None
    owner = state.player(move.target)
    ambrosia, owner.titan, owner.ambrosia = owner.ambrosia, None, 0
    covers = ((ambrosia_key(owner.seat), -ambrosia),)
    if owner.seat == seat:
        step.instruct(seat, say("Put the titan from your board in your row.", short=N_("Titan to your row")))
        if ambrosia:
            words = say("Put back the {n} ambrosia on it.", n=ambrosia)
            step.instruct(seat, words, short=(say("-{n} ambrosia", n=ambrosia),), covers=covers)
        return None
    words = say(
        "Take the titan off {who}'s board and put it in your row.",
        short=N_("Titan to your row"),
        who=SeatName(owner.seat),
    )
    step.instruct(seat, words)
    lost = say("{who} takes the titan off your board: no titan until the next round.", who=SeatName(seat))
    step.instruct(owner.seat, lost, short=(say("Your titan is gone"),))
    if not ambrosia:
        return None
    won = min(ambrosia, move.banners)
    left = ambrosia - won
    if left:
        words = say("Of the ambrosia on it, take {n} and put back {left}.", n=won, left=left)
    else:
        words = say("Take the {n} ambrosia on it.", n=won)
    step.instruct(seat, words, short=(say("+{n} ambrosia", n=won),), covers=covers)
    return say(
        "{who} gains {n} ambrosia: {there} lie on the titan, at most its banners ({banners}) count.",
        short=N_("{who}: +{n} ambrosia"),
        who=SeatName(seat),
        n=won,
        there=ambrosia,
        banners=move.banners,
    )


def ask_attack(state: State, seat: int) -> Asking[Attack]:
    """Which titan, with what."""
    return together("attack", say("Attack a titan"), _ask_attack(state, seat), say("Defeat the titan"), again=False)


def _ask_attack(state: State, seat: int) -> Asking[Attack]:
    boards = [player for player in state.players if player.titan is not None]
    options = [
        Option(
            player.seat,
            say("on your board") if player.seat == seat else say("on {who}'s board", who=SeatName(player.seat)),
            hint=titan_words(player.titan or Titan(), player.ambrosia),
            seat=player.seat,
        )
        for player in boards
    ]
    options.append(Option(DECK, say("open on a deck"), icon="cards"))
    target = yield from Pick[int](key="target", prompt=say("Which titan?"), options=tuple(options))
    titan = (state.player(target).titan if target != DECK else None) or Titan()
    defence = titan.defence or (
        yield from Count(
            key="defence", prompt=say("Its defence?"), low=1, high=HIGHEST_DEFENCE, start=5, default=5, icon="shield"
        )
    )
    banners = titan.banners or (yield from _ask_banners())
    swords = yield from Count(
        key="swords",
        prompt=say("Your swords?"),
        hint=say("Armies you pay for, cards, districts, titans", short=N_("Armies and cards")),
        high=HIGHEST_DEFENCE,
        usual=0,
        icon="sword",
        meaning=say("At least one army fights: it costs one coin more than lies on it. All else is free."),
    )
    arrows = yield from Count(
        key="arrows",
        prompt=say("Your arrows?"),
        hint=say("0 if the titan shows only swords", short=N_("0: only swords")),
        high=HIGHEST_DEFENCE,
        usual=0,
        icon="spear",
    )
    lacks = missing(defence, swords, arrows)
    bought = yield from Count(
        key="bought",
        prompt=say("Swords for 3 ambrosia each?", short=N_("Swords: 3 ambrosia")),
        hint=say_n("{n} sword is missing.", "{n} swords are missing.", lacks) if lacks else say("Nothing is missing."),
        low=lacks,
        high=HIGHEST_DEFENCE,
        start=lacks,
        usual=None if lacks else 0,
        icon="amphora",
    )
    return Attack(target, defence, banners, swords, arrows, bought)


def _ask_banners() -> Asking[int]:
    return (
        yield from Count(
            key="banners",
            prompt=say("Its banners?"),
            low=1,
            high=MOST_BANNERS,
            start=1,
            default=1,
            icon="flag",
            likely=True,
        )
    )


# -- the end of a round ----------------------------------------------------------------------------------------------


def confront(step: Step[State], move: Confront) -> None:
    """Appease the titan, or roll. ``rounds`` goes on once all have."""
    step.owed(Confronting)
    player = step.state.player(step.seat)
    if player.titan is None:
        step.not_now()
    who, titan = SeatName(step.seat), player.titan
    titan.banners, player.asked = move.banners, False
    if not move.appease:
        step.tell(say_n("{who} rolls {n} damage die.", "{who} rolls {n} damage dice.", move.banners, who=who))
        _tell_dice(step, step.seat, move.banners)
        return
    step.require(appease_reason(player, move.banners))
    price = appease_price(player, move.banners)
    player.ambrosia += price
    step.instruct(
        step.seat,
        say("Put {n} ambrosia on your titan.", n=price),
        back=say("Take {n} ambrosia off your titan.", short=N_("{n} ambrosia off titan"), n=price),
        short=(say("{n} ambrosia on titan", n=price),),
        covers=((ambrosia_key(player.seat), price),),
    )
    step.tell(
        say(
            "{who} appeases the titan for {n} ambrosia. Next time it costs {next}.",
            short=N_("{who}: {n} ambrosia"),
            who=who,
            n=price,
            next=player.ambrosia + 1,
        )
    )


def ask_confront(player: Player) -> Asking[Confront]:
    """Appease, or roll."""
    return together("confront", say("What do you do with your titan?"), _ask_confront(player), again=False)


def _ask_confront(player: Player) -> Asking[Confront]:
    banners = (player.titan or Titan()).banners or (yield from _ask_banners())
    price = appease_price(player, banners)
    why = (
        say("{n} on it, and one more", n=player.ambrosia)
        if player.ambrosia
        else say("one for each banner", short=N_("one a banner"))
    )
    way = yield from Pick[str](
        key="confront",
        prompt=say("Appease it or roll?"),
        options=(
            Option(
                "appease",
                say("Appease it"),
                price=(Amount(price, "amphora", say("Ambrosia")),),
                hint=why,
                reason=appease_reason(player, banners),
                icon="amphora",
                act=say("Appease the titan", short=N_("Appease the titan")),
            ),
            Option(
                "roll",
                say("Roll the dice"),
                hint=say_n("{n} damage die", "{n} damage dice", banners),
                icon="dice",
                act=say("Roll the dice"),
            ),
        ),
        default="roll",
        sends=True,
        meaning=say("Appeasing is paid in full and stays on the titan. Otherwise one die a banner is rolled."),
    )
    return Confront(banners, way == "appease")
