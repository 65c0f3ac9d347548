"""Positions on paper: written as codes on printed sheets, and read from them."""
