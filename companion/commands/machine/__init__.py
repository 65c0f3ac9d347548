"""Commands for this machine: its network, pods and installed version."""
