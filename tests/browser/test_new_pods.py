"""Pods are plugged in at an open table: the host gives one its seat by its own OK, and it plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST
from tests.firmware.pod_model import HELLO, PodModel
from tests.firmware.pty_pod import PtyPod, until

pytestmark = pytest.mark.long


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """Its seats are given to pods at ``socket-*`` of the test's folder."""
    profile = tmp_path / "pods.toml"
    profile.write_text(f'name = "p"\nkind = "pi"\npods = ["{tmp_path}/socket-*"]\n', encoding="utf-8")
    made = Companion(tmp_path / "data", profile=str(profile))
    yield made
    made.app.close()


@pytest.fixture
def cables(tmp_path: Path) -> Iterator[list[PtyPod]]:
    made = [
        PtyPod(tmp_path / f"socket-{number}", PodModel(replace(HELLO, pod=bytes([number] * 8), name=name)))
        for number, name in ((1, "north"), (2, ""))
    ]
    yield made
    for cable in made:
        cable.unplug()


def test_a_new_pod_is_given_its_seat_and_plays_there(crowd: Crowd, cables: list[PtyPod]) -> None:
    crowd.begun_play("sheet:harbour-market", "Marco", "Lucía")
    host = crowd.person()
    host.holds(HOST)
    page = host.opens("/host")
    expect(page.locator("#new-pods")).to_have_count(0)
    for cable in cables:
        cable.plug()
    new = page.locator("#new-pods")
    expect(new).to_contain_text("2 new pods are plugged in")
    expect(new).to_contain_text("north")
    new.scroll_into_view_if_needed()
    host.picture("new-pods")
    new.get_by_role("button", name="Lucía").click()
    expect(new).to_contain_text("Press OK on the pod that stands at the seat of Lucía.")
    new.scroll_into_view_if_needed()
    host.picture("new-pods-offered")
    until(lambda: cables[0].model.lamp[3] == 3)
    cables[0].tap("ok")
    expect(new).to_contain_text("A new pod is plugged in")
    until(lambda: cables[0].model.place == 2)
    until(lambda: cables[0].model.picture and crowd.companion.app.opened.displays.shown(2))
    before = cables[0].model.glass
    cables[0].tap("ok")
    until(lambda: cables[0].model.glass != before)

    page = host.opens("/hardware")
    expect(page.locator("#device-2")).to_contain_text("Display")
    host.picture("devices-with-pods", whole=True)
    page.get_by_role("button", name=re.compile("Take the pod off this seat")).click()
    expect(page.locator("#new-pods")).to_contain_text("2 new pods are plugged in")

    spanish = crowd.person(language="es-ES")
    spanish.holds(HOST)
    page = spanish.opens("/hardware")
    expect(page.locator("#new-pods")).to_contain_text("Hay 2 mandos nuevos enchufados")
    page.locator("#new-pods").get_by_role("button", name="Lucía").click()
    expect(page.locator("#new-pods")).to_contain_text("Su luz parpadea.")
    spanish.picture("devices-with-pods-es", whole=True)
    assert not crowd.complaints
