"""Seats: who sits where, on which device; sharing, moving and leaving a seat; who is host, and who hosts tonight."""
