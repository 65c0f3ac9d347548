"""What the database has in place of secrets: tokens of tables, codes of cards and of organisers."""

from __future__ import annotations

from hashlib import sha256


def secret_digest(secret: str) -> bytes:
    """SHA-256 of a secret, without a salt: secrets are random, and cards are looked up by it."""
    return sha256(secret.encode()).digest()
