"""Guided set-up finds a place for every piece of the box, for every number of people, in both languages.

The lists are the components of the rule books, each with a word of the step that says where it goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tests.contract.instructed import GAMES
from tests.contract.test_setup_steps import listed, new_state


class Piece(NamedTuple):
    """A piece by what its step says in English and in Spanish; ``by_seats`` with how many of it."""

    english: str
    spanish: str
    by_seats: Mapping[int, int] = {}


CONTENTS: Mapping[str, tuple[Piece, ...]] = {
    "olympos": (
        Piece("board and the development board", "tablero y el tablero de desarrollo"),
        Piece("red: {n} tiles", "rojo: {n} losetas", {3: 5, 4: 10, 5: 15}),
        Piece("yellow: {n} tiles", "amarillo: {n} losetas", {3: 10, 4: 10, 5: 10}),
        Piece("green: {n} tiles", "verde: {n} losetas", {3: 5, 4: 10, 5: 15}),
        Piece("blue: {n} tiles", "azul: {n} losetas", {3: 10, 4: 10, 5: 10}),
        Piece("purple: {n} tiles", "morado: {n} losetas", {3: 5, 4: 5, 5: 5}),
        Piece("Lion Gate, Stadium, Parthenon, Statue of Zeus, Colossus", "Puerta de los Leones, Estadio, Partenón"),
        Piece("territory tokens: 32", "fichas de territorio: 32"),
        Piece("cross out {n} territories", "tacha {n} territorios", {3: 12, 4: 8, 5: 4}),
        Piece("cubes: 28", "cubos: 28"),
        Piece("starting cube", "cubo inicial"),
        Piece("20 settlers: 4 before you", "20 colonos: 4 delante"),
        Piece("prestige tokens, face down: 28", "fichas de prestigio, boca abajo: 28"),
        Piece("hourglasses: 12", "relojes de arena: 12"),
        Piece("A tribe on each starred territory", "Una tribu en cada territorio"),
        Piece("Zeus token", "ficha de Zeus"),
        Piece("Olympos cards", "cartas de Olimpo"),
        Piece("Destiny cards", "cartas de Destino"),
    ),
    "antike": (
        Piece("The board in the middle, the (east|west) side up", "tablero en el centro, con el lado (este|oeste)"),
        Piece("20 temples", "20 templos"),
        Piece("30 coins", "30 monedas"),
        Piece("chips of marble, iron and gold", "fichas de mármol, hierro y oro"),
        Piece("Kings: numbers 1 to 9", "Reyes: números del 1 al 9"),
        Piece("Scholars: numbers 1 to 8", "Eruditos: números del 1 al 8"),
        Piece("Generals: numbers 1 to 7", "Generales: números del 1 al 7"),
        Piece("Citizens: numbers 1 to 6", "Ciudadanos: números del 1 al 6"),
        Piece("Navigators: numbers 1 to 5", "Navegantes: números del 1 al 5"),
        Piece("{n} nations are in play", "{n} naciones", {2: 4, 3: 3, 4: 4, 5: 5, 6: 6}),
        Piece("17 legions, 17 galleys, 25 discs, 5 stones", "17 legiones, 17 galeras, 25 discos y 5 fichas"),
        Piece("2 marble, 1 iron and 3 gold", "2 de mármol, 1 de hierro y 3 de oro"),
        Piece("stone beside the rondel", "junto al rondel"),
        Piece("nations that nobody plays, and the other nation cards: into the box", "naciones que nadie lleva"),
    ),
    "antiquity": (
        Piece("Draw {n} map tiles", "Roba {n} losetas de mapa", {2: 4, 3: 6, 4: 8}),
        Piece("{n} markers, face down", "{n} marcadores, boca abajo", {2: 8, 3: 12, 4: 16}),
        Piece("goods: 48 of each kind", "mercancías: 48 de cada tipo"),
        Piece("pollution", "contaminación"),
        Piece("grass", "prados"),
        Piece("graves", "tumbas"),
        Piece("cart shops: 16", "talleres de carros: 16"),
        Piece("fountains: 16", "fuentes: 16"),
        Piece("storage tiles: 16", "losetas de almacén: 16"),
        Piece("fisheries: 12", "pesquerías: 12"),
        Piece("22 men, 4 cities, 16 inns", "22 hombres, 4 ciudades.* 16 posadas"),
        Piece("Your screen", "biombo"),
        Piece("6 wood", "6 de madera"),
        Piece("famine marker on 0", "marcador de hambre en 0"),
        Piece("order track", "orden"),
        Piece("map tiles that were not drawn", "losetas de mapa que no salieron"),
    ),
    "ancient-world": (
        Piece("board in the middle", "tablero en el centro"),
        Piece("coins, knowledge and ambrosia", "monedas, conocimiento y ambrosía"),
        Piece("round marker on the start", "marcador de ronda en la salida"),
        Piece("3 damage dice", "3 dados de daño"),
        Piece("Shuffle the districts", "Baraja los distritos"),
        Piece("Three titan decks", "Tres mazos de titanes"),
        Piece("Explore: a cover", "Explorar: "),
        Piece("Grow: a cover", "Crecer: "),
        Piece("Learn: 1 ambrosia", "Aprender: 1"),
        Piece("military deck and deal a row of {n}", "militar.*fila de {n}", {2: 2, 3: 3, 4: 4}),
        Piece("a row of {n} from deck A", "fila de {n} del mazo A", {2: 4, 3: 5, 4: 6}),
        Piece("Deck B: aside", "Mazo B: "),
        Piece("Deck C: beside the board, face up", "Mazo C: "),
        Piece("starting titan of the same picture", "titán inicial"),
        Piece("Fishing Dock, Wheat Fields", "Muelle pesquero, Campos de trigo"),
        Piece("City Guard, Militia", "Guardia urbana, Milicia"),
        Piece("citizens 1, 2, 3", "ciudadanos 1, 2, 3"),
        Piece("Citizens 4 and 5 apart", "ciudadanos 4 y 5"),
        Piece("capacity 4: a cube", "capacidad 4: un cubo"),
        Piece("income 5: a cube", "ingresos 5: un cubo"),
        Piece("first player takes the token", "jugador inicial toma la ficha"),
        Piece("starting cards that nobody plays go into the box", "cartas iniciales.* caja"),
    ),
    "athens-sparta": (
        Piece("map between you", "mapa entre los dos"),
        Piece("the dice", "los dados"),
        Piece("all reserve blocks", "todos los bloques de reserva"),
        Piece("Demos, Helot and Tyrant", "Demos, Ilota y Tirano"),
        Piece("Chios, Corcyra, Mytilene, Rhodes", "Quíos, Corcira, Mitilene, Rodas"),
        Piece("green blocks", "bloques verdes"),
        Piece("blue blocks in their home cities", "bloques azules en sus ciudades de origen"),
        Piece("red blocks in their home cities", "bloques rojos en sus ciudades de origen"),
        Piece("siege of Potidaea", "asedio de Potidea"),
        Piece("marker on Olympiad 84", "marcador en la Olimpiada 84"),
        Piece("25", "25"),
    ),
}


@pytest.mark.parametrize("key", CONTENTS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_piece_of_the_box_has_its_place(key: str, language: str) -> None:
    game = GAMES[key]
    least, most = game.meta.seats
    levels = {"athens-sparta": "full"}
    for seats in range(least, most + 1):
        text = "\n".join(listed(game, new_state(game, seats, levels.get(key, "")), language))
        for piece in CONTENTS[key]:
            words = piece.spanish if language == "es" else piece.english
            wanted = words.replace("{n}", str(piece.by_seats.get(seats, "")))
            assert re.search(wanted, text, re.IGNORECASE), f"{seats} people: {wanted}"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pieces_of_cities_stay_in_the_box_where_phones_show_the_cities(seats: int) -> None:
    game = GAMES["antiquity"]
    shown, on_cardboard = (listed(game, new_state(game, seats, level), "en") for level in ("grids", "counters"))

    def places(rows: list[str], piece: str) -> list[str]:
        return [row for row in rows if piece in row]

    for piece in ("cart shops: 16", "fountains: 16", "storage tiles: 16"):
        assert [row.split(":")[0].strip() for row in places(shown, piece)] == ["Box"]
        assert [row.split(":")[0].strip() for row in places(on_cardboard, piece)] == ["Bank"]
    assert places(shown, "city maps, houses, city buildings and graves")
    assert places(on_cardboard, "20 houses on the table")
    assert places(on_cardboard, "small city maps: 12")
    assert not places(shown, "small city maps")
