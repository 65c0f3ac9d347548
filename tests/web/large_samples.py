"""Widgets as large as real games make them: what the pages must carry without becoming small, wide or endless."""

from __future__ import annotations

from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Meter,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import verbatim as words

TIME = 90
"""Spaces of the longest track."""


def time_track() -> Track:
    """Ninety spaces, a few with a sign, tokens in stacks, arrows to where they may go."""
    marked = {12: "temple", 30: "crown", 31: "sea", 60: "crown", 89: "medal"}
    spaces = tuple(
        Space(str(n), words(str(n)) if n % 5 == 0 or n in marked else None, marked.get(n, ""), marked=n in (30, 60))
        for n in range(TIME)
    )
    tokens = (
        Token("41", 3), Token("41", 1), Token("41", 7), Token("41", 4, label=words("encima de todos")),
        Token("44", 2, to="52"), Token("47", 5), Token("47", 6, to="49"), Token("58", 8),
    )  # fmt: skip
    return Track(key="time", title=words("Tiempo"), big=True, spaces=spaces, tokens=tokens)


def rondel() -> Rondel:
    """Eight actions, each with what it costs and what it yields, all tokens on it."""
    actions = (
        ("Hierro", "iron", "3 hierro"), ("Templo", "temple", "hasta 2 templos"), ("Oro", "gold", "4 oro"),
        ("Maniobra", "ship", "gratis · 5 pasos"), ("Armamento", "sword", "1 hierro cada una"),
        ("Mármol", "marble", "+2 · 6 mármol"), ("Conocimiento", "scroll", "+4 · 7 oro"), ("Maniobra", "ship", "+5"),
    )  # fmt: skip
    spaces = tuple(
        Space(f"r{n}", words(name), icon, words(note), n == 1) for n, (name, icon, note) in enumerate(actions)
    )
    tokens = (*(Token("r1", n) for n in (2, 4, 5, 1, 8)), Token("r3", 3), Token("r3", 6), Token("r6", 7))
    return Rondel(
        key="rondel", title=words("Rondel"), big=True, spaces=spaces, tokens=tokens, centre=words("11 %"),
        centre_note=words("precio por paso más allá del tercero"),
    )  # fmt: skip


def large_rondel() -> Rondel:
    """Twelve spaces, as of months, with long words."""
    months = (
        "Enero", "Febrero", "Marzo", "Abril", "Mayo", "Junio", "Julio", "Agosto", "Septiembre", "Octubre",
        "Noviembre", "Diciembre",
    )  # fmt: skip
    spaces = tuple(
        Space(f"m{n}", words(name), "sun" if n in (5, 6) else "", words(f"{n + 2}") if n % 2 else None)
        for n, name in enumerate(months)
    )
    tokens = tuple(Token(f"m{n * 5 % 12}", n) for n in range(1, 9))
    return Rondel(key="months", title=words("El año"), spaces=spaces, tokens=tokens, centre=words("Año 4"))


def city() -> Grid:
    """Seven by seven and nearly full, seven kinds of squares, names on some."""
    legend = (
        LegendEntry("house", words("Casa"), "home"), LegendEntry("store", words("Almacén"), "amphora"),
        LegendEntry("temple", words("Catedral"), "temple"), LegendEntry("market", words("Mercado"), "coin"),
        LegendEntry("grave", words("Tumba"), "mountain"), LegendEntry("stable", words("Establo"), "horse"),
        LegendEntry("water", words("Agua"), "sea"), LegendEntry("field", words("Campo"), "wheat"),
    )  # fmt: skip
    rows = ("hhs.ttw", "hss.ttw", "...mm.w", "gg.mmkw", ".g..kk.", "ff.fh..", "f.ffhhg")
    kinds = {"h": "house", "s": "store", "t": "temple", "m": "market", "g": "grave", "k": "stable", "w": "water"}
    cells = tuple(
        Cell(x, y, kinds.get(sign, "field"), "", words("3") if sign == "s" else None, 2 if (x, y) == (4, 3) else None)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign != "."
    )
    return Grid(key="city", title=words("Tu ciudad"), width=7, height=7, cells=cells, legend=legend, big=True)


def province() -> Grid:
    """A map wider than a phone."""
    kinds = ("wheat", "wood", "stone", "sea", "mountain")
    legend = tuple(LegendEntry(kind, words(word), kind) for kind, word in zip(
        kinds, ("Trigo", "Bosque", "Piedra", "Mar", "Monte"), strict=True
    ))  # fmt: skip
    cells = tuple(
        Cell(x, y, kinds[(x * 7 + y * 5) % 5], seat=1 + (x + y) % 8 if (x * y) % 11 == 3 else None)
        for x in range(18)
        for y in range(12)
        if (x * 3 + y * 5) % 4
    )
    return Grid(key="province", title=words("El campo"), width=18, height=12, cells=cells, legend=legend)


def ledger() -> Ledger:
    """Ten columns of eight seats, with words in one of them and a sum at the end."""
    columns = (
        ("Oro", "gold"), ("Mármol", "marble"), ("Hierro", "iron"), ("Trigo", "wheat"), ("Legiones", "sword"),
        ("Galeras", "ship"), ("Ciudades", "city"), ("Conocimientos", "scroll"), ("Dios", "temple"), ("Puntos", ""),
    )  # fmt: skip
    gods = ("Zeus", "Atenea", "Poseidón", "—", "Hefesto", "Deméter", "Afrodita", "Apolo")
    rows = tuple(
        Row(
            (
                n * 3, n, 12 - n, n * 2 % 5, n + 1, n % 4, n + 2, None if n == 6 else n % 3, words(gods[n - 1]),
                40 + n * 9,
            ),
            n,
            marked=n == 2,
            out=n == 7,
        )
        for n in range(1, 9)
    )  # fmt: skip
    labelled = tuple(Column(words(label), icon) for label, icon in columns)
    return Ledger(key="holdings", title=words("La mesa"), big=True, columns=labelled, rows=rows, total=True)


def stock() -> Ledger:
    """Eight columns of rows without a seat, words as numbers."""
    names = ("Nivel I", "Nivel II", "Nivel III", "Mazo", "Bolsa", "1", "2", "3")
    columns = tuple(Column(words(word)) for word in names)
    rows = tuple(
        Row(tuple((n * 5 + k * 3) % 11 for k in range(8)), label=words(word))
        for n, word in enumerate(("Ejércitos", "Monedas de los Estados", "Imperios vecinos", "Estandartes"))
    )
    return Ledger(key="stock", title=words("Reservas"), columns=columns, rows=rows)


def meter() -> Meter:
    bars = tuple(Bar(n * 13 % 90, 90, n, marked=n == 2) for n in range(1, 9))
    return Meter(key="fame", title=words("Fama"), big=True, bars=bars)


def people() -> Meter:
    bars = tuple(Bar(None if n == 6 else n * 3 % 17, 16, n, marked=n == 2) for n in range(1, 9))
    return Meter(key="people", title=words("Hombres en casa"), bars=bars, pips=True)


def hand() -> Hand:
    """Ten cards of three lines."""
    titles = (
        "Oráculo de Delfos", "Sirena", "Caballo de Troya", "Conocimiento", "Hoplitas", "Fuerte del Peloponeso",
        "Discóbolo", "Ambrosía", "Titán", "Navegante",
    )  # fmt: skip
    icons = ("scroll", "sea", "horse", "scroll", "spear", "tower", "medal", "amphora", "mountain", "ship")
    cards = tuple(
        Card(
            f"c{n}",
            words(title),
            (words("Cuesta 3 y una moneda"), words("Fuerza 4"), words("Al final: 2 puntos por ciudad junto al mar")),
            icons[n],
            spent=n in (3, 8),
        )
        for n, title in enumerate(titles)
    )
    return Hand(key="cards", title=words("Tu mano"), cards=cards, secret=False, big=True)


def large() -> dict[str, AnyWidget]:
    """Each by the name of its sample."""
    return {
        "time": time_track(), "rondel": rondel(), "months": large_rondel(), "city": city(), "province": province(),
        "ledger": ledger(), "stock": stock(), "meter": meter(), "people": people(), "hand": hand(),
    }  # fmt: skip
