"""The connectivity checks of operating systems: what they ask after joining a Wi-Fi, and the answer they expect.

One list for two users: the pages answer these requests, and the name service of the table's own Wi-Fi resolves these
hosts to the table (``name_service_settings``, written to ``deploy/network``). Checks over HTTPS cannot be answered and
are not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class CheckAnswer:
    """The response a system takes as a sign of internet access."""

    status: int
    text: str = ""
    kind: str = "text/plain"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ConnectivityCheck:
    """The requests of one family of systems: each of ``paths`` on each of ``hosts``."""

    system: str
    hosts: tuple[str, ...]
    paths: tuple[str, ...]
    answer: CheckAnswer


EMPTY = CheckAnswer(204)
NETWORK_MANAGER = CheckAnswer(200, "NetworkManager is online\n", headers={"X-NetworkManager-Status": "online"})
NINTENDO = CheckAnswer(200, "ok", "text/html", {"X-Organization": "Nintendo"})

CHECKS = (
    ConnectivityCheck(
        "iOS, macOS",
        (
            "captive.apple.com",
            "www.appleiphonecell.com",
            "www.airport.us",
            "www.ibook.info",
            "www.itools.info",
            "www.thinkdifferent.us",
        ),
        ("/hotspot-detect.html", "/library/test/success.html", "/success.html"),
        CheckAnswer(200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>", "text/html"),
    ),
    ConnectivityCheck(
        "Android, ChromeOS",
        (
            "connectivitycheck.gstatic.com",
            "connectivitycheck.android.com",
            "www.gstatic.com",
            "www.google.com",
            "clients1.google.com",
            "clients3.google.com",
            "play.googleapis.com",
        ),
        ("/generate_204", "/gen_204"),
        EMPTY,
    ),
    ConnectivityCheck(
        "Huawei, Honor",
        (
            "connectivitycheck.platform.hicloud.com",
            "connectivitycheck.cbg-app.huawei.com",
            "connectivitycheck.platform.hihonorcloud.com",
        ),
        ("/generate_204",),
        EMPTY,
    ),
    ConnectivityCheck("vivo", ("wifi.vivo.com.cn",), ("/generate_204",), EMPTY),
    ConnectivityCheck(
        "OPPO, realme, OnePlus",
        ("conn1.oppomobile.com", "conn2.oppomobile.com", "conn1.coloros.com", "conn2.coloros.com"),
        ("/generate_204",),
        EMPTY,
    ),
    ConnectivityCheck("Xiaomi", ("connect.rom.miui.com", "connect.intl.miui.com"), ("/generate_204",), EMPTY),
    ConnectivityCheck(
        "GrapheneOS",
        ("connectivitycheck.grapheneos.network", "grapheneos.online"),
        ("/generate_204", "/gen_204"),
        EMPTY,
    ),
    ConnectivityCheck("Fire OS", ("fireoscaptiveportal.com",), ("/generate_204",), EMPTY),
    ConnectivityCheck(
        "Kindle, older Fire OS",
        ("spectrum.s3.amazonaws.com",),
        ("/kindle-wifi/wifistub.html",),
        CheckAnswer(200, "<html><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>", "text/html"),
    ),
    ConnectivityCheck(
        "Windows, Xbox",
        ("www.msftconnecttest.com", "ipv6.msftconnecttest.com"),
        ("/connecttest.txt",),
        CheckAnswer(200, "Microsoft Connect Test"),
    ),
    ConnectivityCheck(
        "older Windows",
        ("www.msftncsi.com", "ipv6.msftncsi.com"),
        ("/ncsi.txt",),
        CheckAnswer(200, "Microsoft NCSI"),
    ),
    ConnectivityCheck("Firefox", ("detectportal.firefox.com",), ("/success.txt",), CheckAnswer(200, "success\n")),
    ConnectivityCheck(
        "Firefox",
        ("detectportal.firefox.com",),
        ("/canonical.html",),
        # Firefox compares the whole body; no page links there.
        CheckAnswer(
            200,
            '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
            "text/html",
        ),
    ),
    ConnectivityCheck("GNOME", ("nmcheck.gnome.org",), ("/check_network_status.txt",), NETWORK_MANAGER),
    ConnectivityCheck("Debian", ("network-test.debian.org",), ("/nm",), NETWORK_MANAGER),
    ConnectivityCheck("Arch, Steam Deck", ("ping.archlinux.org",), ("/nm-check.txt", "/"), NETWORK_MANAGER),
    ConnectivityCheck(
        "Ubuntu",
        ("connectivity-check.ubuntu.com",),
        ("/",),
        CheckAnswer(204, headers={"X-NetworkManager-Status": "online"}),
    ),
    ConnectivityCheck("Fedora", ("fedoraproject.org",), ("/static/hotspot.txt",), CheckAnswer(200, "OK")),
    ConnectivityCheck("KDE", ("networkcheck.kde.org",), ("/",), CheckAnswer(200, "OK\n")),
    ConnectivityCheck("Steam", ("test.steampowered.com",), ("/204",), EMPTY),
    ConnectivityCheck("Nintendo", ("conntest.nintendowifi.net", "ctest.cdn.nintendo.net"), ("/",), NINTENDO),
)

ANSWERS: Mapping[tuple[str, str], CheckAnswer] = {
    (host, path): check.answer for check in CHECKS for host in check.hosts for path in check.paths
}
"""The expected answer by host and path."""

HOSTS = frozenset(host for host, _ in ANSWERS)
"""The hosts that are asked. Requests to these names are checks and nothing else."""

WINDOWS_NAME, WINDOWS_ADDRESS = "dns.msftncsi.com", "131.107.255.255"
"""A name that Windows looks up, and the address it expects."""


def name_service_settings(address: str, name: str) -> str:
    """The settings of dnsmasq that resolve the checks' hosts, and ``name`` (the table's own), to ``address``."""
    return "\n".join(
        (
            "# The name service of the table's own Wi-Fi, written by: python -m deploy.name_service",
            "# NetworkManager gives this to the dnsmasq it starts for a shared connection, and to no other: install as",
            "# /etc/NetworkManager/dnsmasq-shared.d/table-companion.conf.",
            "#",
            "# The table itself, for phones that do not ask Avahi.",
            f"address=/{name}/{address}",
            "#",
            "# The hosts of connectivity checks; the table answers them. Every other name stays unknown.",
            *(f"address=/{host}/{address}" for host in sorted(HOSTS)),
            "# Windows expects this address of this name.",
            f"address=/{WINDOWS_NAME}/{WINDOWS_ADDRESS}",
            "",
        )
    )
