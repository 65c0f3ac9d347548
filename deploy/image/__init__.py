"""Builds a disk image to flash, of Debian's packages and the companion: ``python -m deploy.image``."""
