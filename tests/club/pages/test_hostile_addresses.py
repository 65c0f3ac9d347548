"""Whatever stands in an address of the club, with a table's token or without: no fault of the server."""

from __future__ import annotations

import re
from itertools import product

import pytest

from companion.club.storage.club_database import ClubDatabase
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played

HOSTILE = ("%00", "a%00b", "%ED%A0%80", "..%2f..", "%27%3B--", "9" * 40, "-1", str(2**63), str(2**31), "x" * 5000)
"""Of these PostgreSQL refuses to read some as a text, others as a number."""
KEYS = ("page", "before", "after", "game", "q", "person")


@pytest.mark.parametrize("token", [False, True], ids=["stranger", "table"])
def test_no_address_breaks_a_page(database: ClubDatabase, token: bool) -> None:
    club = ClubPages(database)
    club.knows(ana="Ana", ben="Ben")
    club.reports(played("p1", {"ana": 3, "ben": 2}))
    headers = {"Authorization": f"Bearer {club.token}"} if token else {}
    broken = []
    for rule, value, asked in product(club.app.url_map.iter_rules(), HOSTILE, ("", "?")):
        address = re.sub(r"<[^>]*>", value, rule.rule)
        query = asked and asked + "&".join(f"{key}={value}" for key in KEYS)
        for method in sorted({"GET", "POST", "PUT"} & (rule.methods or set())):
            code = club.browser.open(address + query, method=method, headers=headers).status_code
            if code >= 500:
                broken.append((method, address[:60], query[:60], code))
    assert broken == []
