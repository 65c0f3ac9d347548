"""Write the settings of the own Wi-Fi's name service: ``python -m deploy.name_service``."""

from __future__ import annotations

from pathlib import Path

from companion.network.own_wifi.connection_settings import ADDRESS
from companion.network.reachability.connectivity_checks import name_service_settings

SETTINGS = Path(__file__).parent / "network" / "table-companion-dnsmasq.conf"
NAME = "table.local"

if __name__ == "__main__":
    SETTINGS.write_text(name_service_settings(ADDRESS, NAME), encoding="ascii")
