"""The tables of a club: how they show who they are."""
