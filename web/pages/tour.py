"""The short tour: what the parts of a seat's page are for."""

from __future__ import annotations

from flask import Blueprint

from web.page_request import page_request

pages = Blueprint("tour", __name__)


@pages.get("/tour")
def page() -> str:
    return page_request("tour").draw("tour.html")
