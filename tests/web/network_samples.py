"""The portal's sheet, and the table screen while the table has a Wi-Fi of its own, as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.network.own_wifi.wifi import Wifi
from companion.service.screens.views import TableView
from web.http.table_addresses import qr_svg

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")


def network_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield "portal", "portal.html", {"stayed": False, "address": "table.local", "address_ip": "10.42.0.1"}
    yield "portal-stayed", "portal.html", {"stayed": True, "address": "table.local", "address_ip": "10.42.0.1"}
    yield "table-own-wifi", "table.html", {"view": gathering, "wifi": WIFI, "wifi_qr": qr_svg(WIFI.code)}
