"""The companion under a service manager; see README.md for the law of this folder."""
