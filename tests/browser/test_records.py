"""Plays brought from another program on a phone, looked at by person and game, and taken home."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.test_clock_history_paper import languages
from tests.plays.play_file_samples import ANA, LUIS, MARTA, bg_stats, bg_stats_play, evenings


@languages
@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["390", "360"])
def test_plays_are_brought_merged_and_taken_home(
    crowd: Crowd, language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    tag = f"{language[:2]}-{size[0]}"
    crowd.begun_play("sheet:hearts", "Marco", "Luc\u00eda", "Nuria")
    phone = crowd.phone(1, language=language, size=size)
    phone.opens("/history/import")
    wrong, whole = tmp_path / "wrong.json", tmp_path / "whole.json"
    wrong.write_bytes(bg_stats([*evenings(), bg_stats_play(9, 1, "soon", {ANA: "1"})]))
    more = [
        bg_stats_play(20 + n, 1 + n % 2, f"2025-01-{n + 1:02}", {ANA: str(9 + n % 3), LUIS: "8", MARTA: "10"}, LUIS)
        for n in range(12)
    ]
    content = json.loads(bg_stats([*evenings(), *more]))
    content["players"][2]["name"] = "Mar\u00eda de los \u00c1ngeles Fern\u00e1ndez"
    whole.write_text(json.dumps(content))
    phone.picture(f"import-{tag}", whole=True)

    def bring(file: Path) -> None:
        phone.page.locator("#plays-file").set_input_files(file)
        phone.page.locator("form.upload button").click()

    bring(wrong)
    expect(phone.page.locator(".problems .field-problem")).to_have_count(1)
    phone.picture(f"import-wrong-{tag}", whole=True)
    bring(whole)
    expect(phone.page.locator(".notice").first).to_contain_text("15")
    phone.picture(f"import-taken-{tag}", whole=True)
    for path, name in (
        ("/history", "history"),
        ("/history/statistics", "people"),
        ("/history/person?name=Luis", "person"),
    ):
        phone.opens(path)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"
        phone.picture(f"records-{name}-{tag}", whole=True)
    phone.opens("/history/statistics")
    phone.page.locator("a[href*='/history/game']").first.click()
    expect(phone.page.locator("table.records")).to_be_visible()
    phone.picture(f"records-game-{tag}", whole=True)
    phone.opens("/history/person?name=Luis")
    phone.page.locator("#other-name").select_option("Ana")
    phone.page.locator("form.upload button").click()
    expect(phone.page.locator("form.same")).to_have_count(1)
    phone.picture(f"records-merged-{tag}", whole=True)
    phone.opens("/history")
    with phone.page.expect_download() as waited:
        phone.page.locator("a[href='/history/all.json']").click()
    phone.opens("/history/import")
    home = tmp_path / "home.json"
    waited.value.save_as(home)
    bring(home)
    expect(phone.page.locator(".notice").first).to_contain_text("0 ")
