"""The club's database."""
