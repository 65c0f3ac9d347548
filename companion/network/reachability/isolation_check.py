"""Diagnose whether the router isolates phones from the table. Pure.

Routers and guest networks may keep their Wi-Fi clients apart ("client isolation"). The table can only infer that from
what is missing while somebody tries with a phone, so the messages say what was observed and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from companion.core.wording import Message, say
from companion.network.reachability.neighbours import Neighbour, TcpPeer

VerdictKind = Literal["reached", "no-network", "half", "seen", "alone"]


class Evidence(Struct, frozen=True):
    """Observations while a phone tried: own ``address`` (empty for none), whether the Wi-Fi is our ``own``, gateways,
    neighbours, TCP peers.
    """

    address: str
    own: bool
    gateways: frozenset[str]
    neighbours: tuple[Neighbour, ...]
    peers: tuple[TcpPeer, ...]


class Verdict(Struct, frozen=True):
    """Diagnosis: ``what`` was observed and what to ``do``. Only ``reached`` is good."""

    kind: VerdictKind
    what: Message
    do: Message | None = None


ISOLATED = say(
    "Use the router's main Wi-Fi, not its guest network, and switch off what it calls client isolation, AP isolation"
    " or privacy separator. Or let the table open its own Wi-Fi: hold BACK at the panel, or run companion network"
    " hotspot on."
)


def judge(evidence: Evidence) -> Verdict:
    """Derive the diagnosis from the evidence."""
    reached = sorted({peer.address for peer in evidence.peers if peer.phase != "half"})
    half = sorted({peer.address for peer in evidence.peers} - set(reached))
    near = _devices(evidence)
    if reached:
        return Verdict("reached", say("A phone reached the table, from {who}. Nothing is in the way.", who=reached[0]))
    if not evidence.address or evidence.address.startswith("127."):
        return Verdict(
            "no-network",
            say("The table is on no network."),
            say("Join a Wi-Fi or plug in a cable; or let the table open its own: companion network hotspot on."),
        )
    if half:
        what = say(
            "{who} knocked, but the table's answer does not come through: the network lets only one way pass.",
            who=half[0],
        )
        return Verdict("half", what, ISOLATED)
    if near:
        return Verdict(
            "seen",
            say("The table hears other devices ({who}), but nobody opened its page.", who=near[0]),
            say(
                "If a phone tried meanwhile: is it on this Wi-Fi, without mobile data or VPN, and was the address"
                " right? If all of that is so, the router keeps devices apart. {isolated}",
                isolated=ISOLATED,
            ),
        )
    if evidence.own:
        return Verdict(
            "alone",
            say("Nobody is on the table's own Wi-Fi."),
            say("Join it with the code on the panel or the table screen, and try again."),
        )
    return Verdict(
        "alone",
        say("The table hears nobody but the router, although phones should be near."),
        say(
            "If a phone tried meanwhile on this Wi-Fi, the router keeps devices apart. {isolated}",
            isolated=ISOLATED,
        ),
    )


def _devices(evidence: Evidence) -> list[str]:
    return sorted(one.address for one in evidence.neighbours if one.address not in evidence.gateways)


def all_peers(peers: Iterable[Iterable[TcpPeer]]) -> tuple[TcpPeer, ...]:
    """Union of the peers of several observations."""
    return tuple({peer for sample in peers for peer in sample})
