"""Requests and looks: what may be asked or seen, and by whom; the one place where a request is taken or refused."""
