"""Running under a service manager. See README.md."""
