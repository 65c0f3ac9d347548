"""``companion network``: show and test how phones find the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec import structs

from companion.commands.common_options import (
    CommandError,
    Group,
    config_of,
    echo_json,
    echo_labelled,
    json_option,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.doctor.machine_probe import LocalMachine
from companion.commands.machine.release_host import listening_port
from companion.config import Config
from companion.core.wording import Message, say, say_n
from companion.network.addresses import interfaces, own_ip_address
from companion.network.certificate import make_certificate
from companion.network.network_setup import HostName, find_network_service, leave_request
from companion.network.own_wifi.network_service import NetworkFault, NetworkStatus
from companion.network.own_wifi.wifi import Wifi, kept_wifi
from companion.network.reachability.isolation_check import Evidence, all_peers, judge
from companion.network.reachability.neighbours import KernelTables, stations
from companion.network.reachability.radio import RadioReport, RadioSample, measure
from companion.plays.log.log_file import existing_log
from web.http.table_addresses import TableAddresses, find_addresses

LINKS: dict[str, Message] = {
    "none": say("in no Wi-Fi"),
    "joining": say("joining a Wi-Fi"),
    "own": say("carries the table's own Wi-Fi"),
}
UNMEASURED = say(
    "Nothing was measured: no phone had a page of the table open. Others report 7 to 10 phones on a Pi's built-in"
    " radio, fewer with some firmware; docs/network.md names them."
)


@click.group(cls=Group)
def network() -> None:
    """Show and test how phones reach the table: addresses, the table's own Wi-Fi, certificate."""


@network.command()
@json_option
@table_options
def status(ctx: click.Context, as_json: bool, data: Path | None) -> None:
    """Show the addresses, the Wi-Fi, and the table's own Wi-Fi with its password."""
    config = config_of(ctx, data=data)
    addresses = _addresses(config)
    seen, trouble = _seen()
    wifi = _wifi(config)
    if as_json:
        own = {"ssid": wifi.ssid, "password": wifi.password} if wifi else None
        state = structs.asdict(seen) if seen else None
        found = {"url": addresses.url, "name": addresses.readable}
        echo_json({**found, "rule": config.hotspot, "network": state, "wifi": own})
        return
    speaker = speaker_of(ctx)
    numbers = ", ".join(f"{one.name} {one.address}" for one in interfaces())
    rows = [(say("Phones"), f"{addresses.url}  ({addresses.readable})"), (say("Addresses"), numbers or "-")]
    if seen is not None:
        words = LINKS.get(seen.link)
        joined = speaker.say(words) if words else seen.ssid
        rows.append((say("Wi-Fi"), f"{seen.radio}: {joined}" if seen.radio else speaker.say(say("no radio"))))
    elif trouble is not None:
        rows.append((say("Wi-Fi"), speaker.say(trouble)))
    if wifi is not None:
        rows.append((say("Own Wi-Fi"), f"{wifi.ssid}  {wifi.password}"))
    echo_labelled(ctx, rows)


@network.command()
@click.argument("state", metavar="STATE", type=click.Choice(["on", "off"]))
@table_options
def hotspot(ctx: click.Context, state: str, data: Path | None) -> None:
    """Open or close the table's own Wi-Fi: STATE is on or off.

    If a table is running, it does so. Otherwise this command does it and needs the right to change the network.
    """
    config = config_of(ctx, data=data)
    if LocalMachine().in_use(config.log):
        if config.hotspot == "off":
            raise CommandError(
                say('The table may open no Wi-Fi. Write hotspot = "key" in companion.toml and start it anew.')
            )
        leave_request(config.folder, on=state == "on")
        tell(ctx, say("The running table does it within ten seconds."))
        return
    networks = find_network_service()
    if state == "off":
        networks.close()
        tell(ctx, say("The own Wi-Fi is closed."))
        return
    wifi = _wifi(config)
    if wifi is None:
        raise CommandError(say("This table has no Wi-Fi of its own yet. Start it once: companion run"))
    networks.open(wifi)
    tell(ctx, say("Opening {ssid}. Password: {password}", ssid=wifi.ssid, password=wifi.password))


@network.command()
@click.option("--seconds", type=click.IntRange(1, 600), default=60, help="Seconds to wait for the phone.")
@table_options
def test(ctx: click.Context, seconds: int, data: Path | None) -> None:
    """Test with a phone whether the network lets it reach the table, and say what to do if not.

    Start the table first, then open the printed address on a phone while this command waits. It sends nothing. The exit
    code is 1 if no phone came.
    """
    config = config_of(ctx, data=data)
    kernel, port = KernelTables(), listening_port(config.port)
    seen, _ = _seen()
    addresses = _addresses(config)
    tell(ctx, say("Open {url} with a phone now. Waiting {n} seconds ...", url=addresses.url, n=seconds))
    looks = []
    for _ in _seconds(seconds):
        looks.append(kernel.peers(port))
        if any(peer.phase != "half" for peer in looks[-1]):
            break
    evidence = Evidence(
        own_ip_address(),
        seen is not None and seen.link == "own",
        kernel.gateways(),
        kernel.neighbours(),
        all_peers(looks),
    )
    verdict = judge(evidence)
    tell(ctx, verdict.what)
    if verdict.do is not None:
        tell(ctx, verdict.do)
        ctx.exit(1)


@network.command()
@click.option("--seconds", type=click.IntRange(1, 3600), default=120, help="Seconds to count.")
@json_option
@table_options
def radio(ctx: click.Context, seconds: int, as_json: bool, data: Path | None) -> None:
    """Count how many phones the radio carries while their pages are open.

    Connect as many phones as you have to the table's own Wi-Fi, open the table on all of them, and start this command.
    It counts them every second and sends nothing.
    """
    config = config_of(ctx, data=data)
    kernel, port = KernelTables(), listening_port(config.port)
    seen, _ = _seen()
    name = seen.radio if seen is not None else ""
    found = measure([RadioSample(stations(name), kernel.peers(port)) for _ in _seconds(seconds)])
    if as_json:
        echo_json({**structs.asdict(found), "measured": found.measured, "carried": found.carried})
        return
    for message in _told(found):
        tell(ctx, message)


def _told(found: RadioReport) -> list[Message]:
    if not found.measured:
        return [UNMEASURED]
    said = [
        say_n("{n} phone had its page open at once.", "{n} phones had their pages open at once.", found.streams),
    ]
    if found.stations is not None:
        said.append(say_n("{n} device was on the radio.", "{n} devices were on the radio.", found.stations))
    if found.carried:
        said.append(say_n("It carried it for {n} second.", "It carried them for {n} seconds.", found.looks))
    if found.stalled:
        said.append(say_n("{n} phone stalled.", "{n} phones stalled.", found.stalled))
    if found.dropped:
        said.append(
            say_n("{n} device dropped out and came back.", "{n} devices dropped out and came back.", found.dropped)
        )
    return said


@network.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@table_options
def certificate(ctx: click.Context, folder: Path, data: Path | None) -> None:
    """Create a local HTTPS certificate in FOLDER, for all names and addresses of this table.

    Browsers warn about it until it is installed on the phone. Everything also works without HTTPS.
    """
    config = config_of(ctx, data=data)
    addresses = _addresses(config)
    numbers = [*(one.address for one in interfaces()), own_ip_address()]
    names = [addresses.name, *sorted(addresses.names - {"::1"}), *numbers]
    made, key = make_certificate(folder, names)
    tell(ctx, say("Write this in companion.toml and start the table anew:"))
    click.echo(f'certificate = "{made.absolute()}"\nkey = "{key.absolute()}"')


# -- what the commands share -------------------------------------------------------------------------------------


def _addresses(config: Config) -> TableAddresses:
    """The table's addresses."""
    called = HostName(time.monotonic)
    return find_addresses(
        listening_port(config.port), config.names, own_ip_address, called, listens=config.address, url=config.url
    )


def _seen() -> tuple[NetworkStatus | None, Message | None]:
    """(network status, None), or (None, why it is unknown)."""
    try:
        return find_network_service().look(), None
    except NetworkFault as fault:
        return None, fault.message


def _wifi(config: Config) -> Wifi | None:
    """The stored Wi-Fi of the table, or None."""
    with existing_log(config.log) as log:
        return kept_wifi(log.settings) if log is not None else None


def _seconds(n: int) -> Iterator[int]:
    """Yield once a second."""
    for second in range(n):
        yield second
        time.sleep(1)
