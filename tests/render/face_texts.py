"""Faces with any words and numbers in them."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.core.widgets import (
    Bar,
    Card,
    Cell,
    Column,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import verbatim
from companion.render.faces import (
    ConfirmFace,
    CountFace,
    DiceFace,
    FitFace,
    FlashFace,
    FormFace,
    FormLine,
    FormOffer,
    HomeFace,
    JoinFace,
    MenuFace,
    MenuItem,
    NumberFace,
    PinFace,
    ProbeFace,
    ScoreFace,
    ScoreRow,
    SealedFace,
    SlipFace,
    WalkFace,
    WidgetFace,
    WifiFace,
)

SPANISH = (
    "Reconstrucción extraordinariamente lenta de los Propíleos según Íñigo y Ángeles: ¿cuántas piedras más, güelfo?"
)

printable = st.characters(min_codepoint=33, max_codepoint=126)
"""What addresses are made of, and the name and password of the own Wi-Fi."""

texts = st.one_of(
    st.text(st.sampled_from("aáeéiímñojgWM ÁÑ¿?.:-0123456789 "), max_size=70),
    st.text(max_size=30),
    st.integers(0, len(SPANISH)).map(lambda end: SPANISH[:end]),
)
"""Words of any length, in letters we have and letters we have not."""

wordings = texts.map(verbatim)
maybe = st.none() | wordings
icons = st.sampled_from(["", "sword", "temple", "sun", "no-such-icon"])
seats = st.integers(0, 9)
numbers = st.integers(-9, 60) | st.integers(-99_999_999, 99_999_999)
keys = st.sampled_from(["", *(f"k{n}" for n in range(20)), "0,0", "2,1", "11,11"])
shared = {"private": st.booleans(), "seat": seats}


def several(items: st.SearchStrategy[object], most: int, least: int = 0) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, max_size=most, min_size=least).map(tuple)


spaces = st.integers(0, 20).flatmap(
    lambda count: st.tuples(
        *(
            st.builds(Space, st.just(f"k{n}"), label=maybe, icon=icons, note=maybe, marked=st.booleans())
            for n in range(count)
        )
    )
)
tokens = several(st.builds(Token, keys, st.none() | st.integers(1, 8), icons, maybe, keys), 9)
named = {"key": st.just("w"), "title": wordings}
widgets = st.one_of(
    st.builds(Track, **named, spaces=spaces, tokens=tokens, loop=st.booleans()),
    st.builds(Rondel, **named, spaces=spaces, tokens=tokens, centre=maybe, centre_note=maybe),
    st.builds(
        Ledger,
        **named,
        columns=several(st.builds(Column, wordings, icons), 7),
        rows=several(
            st.builds(
                Row,
                several(st.none() | numbers | wordings, 7),
                st.none() | seats,
                maybe,
                st.booleans(),
                st.booleans(),
            ),
            9,
        ),
        total=st.booleans(),
    ),
    st.builds(
        Hand,
        **named,
        cards=several(st.builds(Card, keys, wordings, several(wordings, 4), icons, st.booleans()), 9),
        hidden=st.integers(0, 130),
        seat=st.none() | seats,
    ),
    st.builds(
        Grid,
        **named,
        width=st.integers(0, 40),
        height=st.integers(0, 40),
        cells=several(
            st.builds(
                Cell,
                st.integers(0, 12),
                st.integers(0, 12),
                st.sampled_from(["", "a", "b", "?"]),
                icons,
                maybe,
                st.none() | seats,
            ),
            30,
        ),
        legend=st.tuples(
            st.builds(LegendEntry, st.just("a"), wordings, icons), st.builds(LegendEntry, st.just("b"), wordings)
        ),
    ),
    st.builds(
        Meter,
        **named,
        bars=several(
            st.builds(Bar, st.none() | numbers, st.integers(-1, 2000), st.none() | seats, maybe, icons, st.booleans()),
            9,
        ),
        pips=st.booleans(),
    ),
    st.builds(
        Note,
        **named,
        lines=several(wordings, 5),
        tone=st.sampled_from(["plain", "good", "warning"]),
        icon=icons,
    ),
)

grids = st.builds(
    Grid, **named, width=st.integers(0, 40), height=st.integers(0, 40), cells=several(
        st.builds(Cell, st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "a"]), icons, maybe), 9
    ), legend=st.tuples(st.builds(LegendEntry, st.just("a"), wordings, icons))
)  # fmt: skip

items = st.builds(
    MenuItem, texts, texts, icons, seats, st.just("") | texts, st.just("") | texts, st.none() | st.booleans()
)

faces = st.one_of(
    st.builds(
        HomeFace,
        private=st.booleans(),
        seat=seats,
        name=texts,
        sentence=texts,
        points=texts,
        awaited=st.booleans(),
        hint=texts,
        lock=st.booleans(),
        whose=several(seats, 4),
    ),
    st.builds(
        SlipFace,
        **shared,
        actor=seats,
        title=texts,
        rows=several(texts, 3),
        ok=texts,
        page=st.integers(0, 3),
        held=st.booleans(),
    ),
    st.builds(
        MenuFace,
        **shared,
        prompt=texts,
        items=several(items, 12),
        cursor=st.integers(-1, 12),
        hint=texts,
        explanation=texts,
    ),
    st.builds(
        FormFace,
        **shared,
        prompt=texts,
        lines=several(
            st.builds(FormLine, label=texts, value=texts, icon=icons, seat=seats, reason=texts)
            | st.builds(FormOffer, label=texts),
            8,
        ),
        cursor=st.integers(0, 8),
        act=texts,
        ready=st.booleans(),
        reason=texts,
    ),
    st.builds(CountFace, **shared, prompt=texts, value=numbers, low=numbers, high=numbers, icon=icons, effect=texts),
    st.builds(
        DiceFace,
        **shared,
        prompt=texts,
        dice=several(st.integers(0, 20), 24),
        faces=st.sampled_from([2, 6, 12, 20, 100]),
        cursor=st.integers(0, 24),
    ),
    st.builds(
        ConfirmFace, **shared, prompt=texts, lines=several(texts, 4), yes=texts, no=texts, cursor=st.integers(0, 1)
    ),
    st.builds(FlashFace, **shared, text=texts, tone=st.sampled_from(["good", "plain", "warning"])),
    st.builds(
        SealedFace,
        **shared,
        title=texts,
        lines=several(texts, 8),
        page=st.integers(1, 12),
        pages=st.integers(1, 12),
    ),
    st.builds(
        ScoreFace,
        **shared,
        title=texts,
        rows=several(st.builds(ScoreRow, st.integers(1, 8), seats, texts, texts), 8),
        own=st.integers(-1, 8),
    ),
    st.builds(WidgetFace, **shared, widget=widgets, cursor=keys, top=st.integers(-1, 30)),
    st.builds(
        FitFace,
        **shared,
        prompt=texts,
        grid=grids,
        squares=several(st.sampled_from(["0,0", "1,0", "1,1", "39,39"]), 4),
        word=texts,
        out=st.booleans(),
        axis=st.integers(0, 2),
    ),
    st.builds(ProbeFace, **shared, title=texts, word=texts, pins=texts, full=st.booleans()),
    st.builds(WalkFace, **shared, title=texts, word=texts, yes=texts, no=texts),
    st.builds(NumberFace, **shared, title=texts, number=st.integers(0, 8)),
    st.builds(
        JoinFace,
        **shared,
        url=st.text(printable, min_size=1, max_size=300),
        address=texts,
    ),
    st.builds(PinFace, **shared, title=texts, pin=texts, word=texts),
    st.builds(
        WifiFace,
        **shared,
        title=texts,
        code=st.text(printable, min_size=1, max_size=300),
        ssid=st.text(printable, max_size=32),
        key=st.text(printable, max_size=63),
    ),
)
"""Any face at all."""

sizes = st.sampled_from([(128, 64), (128, 32), (64, 128)])
