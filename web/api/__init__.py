"""The table for other programs: the structs that pages are drawn from, as JSON. See docs/api.md."""

from web.api.client import problem
from web.api.openapi import ROOT
from web.api.routes import pages

__all__ = ["ROOT", "pages", "problem"]
