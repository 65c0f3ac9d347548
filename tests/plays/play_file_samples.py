"""Files of plays as BG Stats and BoardGameGeek write them, with people and ids made up."""

from __future__ import annotations

import json
from typing import Any

ANA, LUIS, MARTA, NOBODY = 1, 2, 3, 4
PEOPLE = {ANA: "Ana", LUIS: "Luis", MARTA: "Marta", NOBODY: "Anonymous player"}


def bg_stats(plays: list[dict[str, Any]], indent: int | None = 2) -> bytes:
    """An export of BG Stats."""
    games = [
        {"id": 1, "name": "Catan", "bggId": 13, "highestWins": True, "noPoints": False, "cooperative": False},
        {"id": 2, "name": "Hearts", "bggId": 6887, "highestWins": False, "noPoints": False, "cooperative": False},
    ]
    people = [{"id": n, "name": name, "isAnonymous": n == NOBODY, "uuid": f"p-{n}"} for n, name in PEOPLE.items()]
    about = {"userInfo": {"meRefId": 1}, "locations": [], "tags": [], "groups": [], "challenges": []}
    whole = {**about, "games": games, "players": people, "plays": plays}
    return json.dumps(whole, indent=indent, ensure_ascii=False).encode()


def bg_stats_play(
    number: int, game: int, day: str, scores: dict[int, str], *winners: int, **more: Any
) -> dict[str, Any]:
    """One play of it."""
    players = [
        {
            "playerRefId": who,
            "score": score,
            "winner": who in winners,
            "startPlayer": False,
            "newPlayer": False,
            "rank": 0,
            "seatOrder": 0,
        }
        for who, score in scores.items()
    ]
    play = {
        "uuid": f"AAAAAAAA-0000-4000-8000-{number:012}",
        "gameRefId": game,
        "playDate": f"{day} 20:15:00",
        "entryDate": f"{day} 23:01:12",
        "durationMin": 75,
        "ignored": False,
        "bggId": 0,
        "locationRefId": 0,
        "rounds": 0,
        "usesTeams": False,
        "playerScores": players,
    }
    return play | more


def evenings() -> list[dict[str, Any]]:
    """Four plays, one of them not to be counted."""
    return [
        bg_stats_play(1, 1, "2024-03-01", {ANA: "10", LUIS: "7+1"}, ANA, bggId=900),
        bg_stats_play(2, 1, "2024-03-08", {ANA: "6", LUIS: "10", NOBODY: "3"}, LUIS),
        bg_stats_play(3, 2, "2024-04-02", {ANA: "", MARTA: "26"}, ANA),
        bg_stats_play(4, 2, "2024-04-03", {ANA: "99"}, ANA, ignored=True),
    ]


BGG = """<?xml version="1.0" encoding="utf-8"?>
<plays username="ana" userid="7" total="4" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
  <play id="900" date="2024-03-01" quantity="1" length="75" incomplete="0" nowinstats="0" location="">
    <item name="Catan" objecttype="thing" objectid="13"><subtypes><subtype value="boardgame"/></subtypes></item>
    <players>
      <player username="ana" userid="7" name="Ana" startposition="1" color="" score="10" new="0" rating="0" win="1"/>
      <player username="" userid="0" name="Luis" startposition="2" color="" score="8" new="0" rating="0" win="0"/>
    </players>
  </play>
  <play id="901" date="0000-00-00" quantity="2" length="0" incomplete="0" nowinstats="1" location="">
    <item name="Lost Cities" objecttype="thing" objectid="50"/>
    <players>
      <player username="ana" userid="7" name="" startposition="" color="" score="DNF" new="0" rating="0" win="1"/>
    </players>
  </play>
  <play id="902" date="2024-05-01" quantity="1" length="0" incomplete="1" nowinstats="0" location="">
    <item name="Catan" objecttype="thing" objectid="13"/>
  </play>
</plays>
"""

TABLE = """Play id;Fecha;Juego;Jugador;Puntuación;Ganó
900;2024-03-01;Catan;Ana;10;sí
900;2024-03-01;Catan;Luis;8;no
;2024-06-01;Azul;Ana;61,5;1
;2024-06-01;Azul;Marta;58;0
;2024-06-01;Azul;Ana;61,5;1
;2024-06-01;Azul;Marta;58;0
"""
