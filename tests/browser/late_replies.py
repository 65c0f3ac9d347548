"""Replies of the table that have come as far as the phone, and go on when their number of ``replies`` is called."""

from __future__ import annotations

from playwright.sync_api import Page

LATE = """
    const { fetch } = window;
    window.replies = [];
    window.fetch = async (url, { signal, ...more } = {}) => {
        if (!url.endsWith("ADDRESS")) return fetch(url, { signal, ...more });
        const reply = await fetch(url, more), html = await reply.text();
        await new Promise((done) => window.replies.push(done));
        return new Response(html, { status: reply.status, headers: reply.headers });
    };
"""


def delays_replies(page: Page, address: str) -> None:
    """Open the page again, and hold every reply of an address, by how it ends."""
    page.add_init_script(LATE.replace("ADDRESS", address))
    page.reload()


def arrived(page: Page, number: int) -> None:
    """Wait until so many replies have come."""
    page.wait_for_function("number => window.replies.length >= number", arg=number)
