"""The container image: made without a daemon, of Debian's packages and the companion's wheels."""
