"""Runs in the emulated machine, as root: two simulated radios in the kernel.

The table has the first; the second, in a network namespace, is a phone's, or that of the router of a home Wi-Fi. Needs
iw, wpa_supplicant and dnsmasq, which the image has, and for the phone's address the busybox beside this file.

    radios.py bring                  the radios are there
    radios.py join SSID PASSWORD     the phone joins a Wi-Fi and asks for an address; prints it
    radios.py host SSID PASSWORD     the router opens a Wi-Fi and gives addresses
    radios.py leave                  phone and router are gone
    radios.py find NAME...           the addresses that the phone is told for names, or "unknown"; a line each
    radios.py get URL                what the phone gets: {"status": int, "location": str, "text": str}
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

SPACE = "brought"
RADIO = "wlan1"
ETC = Path("/run/brought-etc")
"""What the phone has in /etc that is not the table's: where it asks for names."""
RUN = Path("/run/brought-radio")
BUSYBOX = Path(__file__).with_name("busybox")
ON_LEASE = Path(__file__).with_name("on_lease.sh")
ROUTER = "192.168.77.1"
PATIENCE = 120.0
CONF = """ctrl_interface={run}/control
network={{
 ssid="{ssid}"
 psk="{password}"
 key_mgmt=WPA-PSK
 proto=RSN
 pairwise=CCMP
 {more}
}}
"""
AS_ROUTER = "mode=2\n frequency=2437"


def run(*words: object) -> str:
    """What a command printed. Nothing of ours is left open in what goes on in the background."""
    done = subprocess.run([str(word) for word in words], check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def inside(*words: object) -> str:
    return run("ip", "netns", "exec", SPACE, *words)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def bring() -> None:
    ETC.mkdir(parents=True, exist_ok=True)
    (ETC / "resolv.conf").touch()
    run("modprobe", "mac80211_hwsim", "radios=2")
    run("ip", "netns", "add", SPACE)
    radio = Path("/sys/class/net") / RADIO / "phy80211/name"
    until(radio.exists, "there is no second radio")
    run("iw", "phy", radio.read_text().strip(), "set", "netns", "name", SPACE)
    inside("ip", "link", "set", "lo", "up")


def join(ssid: str, password: str) -> None:
    associate(ssid, password, "")
    inside(BUSYBOX, "udhcpc", "-i", RADIO, "-n", "-q", "-t", 20, "-s", ON_LEASE)
    say(inside("ip", "-brief", "-4", "address", "show", RADIO).split()[2])


def host(ssid: str, password: str) -> None:
    associate(ssid, password, AS_ROUTER)
    inside("ip", "address", "replace", f"{ROUTER}/24", "dev", RADIO)
    inside(
        "dnsmasq", "--conf-file=/dev/null", f"--pid-file={RUN}/dnsmasq.pid", f"--dhcp-leasefile={RUN}/leases",
        f"--interface={RADIO}", "--bind-interfaces", "--dhcp-range=192.168.77.10,192.168.77.20,1h", "--no-resolv",
        "--no-hosts", "--user=root",
    )  # fmt: skip


def associate(ssid: str, password: str, more: str) -> None:
    """The second radio is in that Wi-Fi, or carries it."""
    leave()
    RUN.mkdir(parents=True, exist_ok=True)
    conf = RUN / "wpa_supplicant.conf"
    conf.write_text(CONF.format(run=RUN, ssid=ssid, password=password, more=more))
    inside("wpa_supplicant", "-B", "-D", "nl80211", "-i", RADIO, "-c", conf, "-P", RUN / "wpa.pid", "-f", RUN / "log")
    until(lambda: "wpa_state=COMPLETED" in control("status"), "the second radio did not get into the Wi-Fi")


def control(words: str) -> str:
    asked = ["ip", "netns", "exec", SPACE, "wpa_cli", "-p", f"{RUN}/control", "-i", RADIO, words]
    return subprocess.run(asked, check=False, capture_output=True, text=True).stdout


def leave() -> None:
    for pid in RUN.glob("*.pid"):
        with suppress(ProcessLookupError, ValueError):
            number = int(pid.read_text())
            os.kill(number, 15)
            until(lambda number=number: not Path(f"/proc/{number}").exists(), f"{pid.stem} did not end")
        pid.unlink(missing_ok=True)
    inside("ip", "address", "flush", "dev", RADIO)


def until(true, otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            log = RUN / "log"
            sys.exit(f"{otherwise}\n{log.read_text()[-2000:] if log.exists() else ''}")
        time.sleep(0.3)


def find(*names: str) -> None:
    for name in names:
        try:
            found = sorted({each[4][0] for each in socket.getaddrinfo(name, 80, socket.AF_INET)})
        except OSError:
            found = ["unknown"]
        say(f"{name} {' '.join(found)}")


class Stay(urllib.request.HTTPRedirectHandler):
    """Where the way leads is said, not gone."""

    def redirect_request(self, *_: object) -> None:
        return None


def get(url: str) -> None:
    try:
        reply = urllib.request.build_opener(Stay).open(url, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        reply = error
    with reply:
        said = {"status": reply.status, "location": reply.headers.get("Location", ""), "text": reply.read().decode()}
    say(json.dumps(said))


def as_phone(words: list[str]) -> None:
    """Go on in the phone's network, with its own /etc."""
    os.environ["AS_PHONE"] = "yes"
    mounted = f'mount -t overlay -o lowerdir={ETC}:/etc phone /etc && exec "$@"'
    os.execlp("ip", "ip", "netns", "exec", SPACE, "sh", "-c", mounted, "sh", sys.executable, __file__, *words)


COMMANDS = {"bring": bring, "join": join, "host": host, "leave": leave, "find": find, "get": get}
OF_THE_PHONE = ("find", "get")


def main() -> None:
    words = sys.argv[1:]
    if words[0] in OF_THE_PHONE and "AS_PHONE" not in os.environ:
        as_phone(words)
    COMMANDS[words[0]](*words[1:])


main()
