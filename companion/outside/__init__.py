"""Games of other people's packages."""
