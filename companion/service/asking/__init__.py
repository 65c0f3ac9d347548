"""Requests and looks: what may be asked of the table and by whom, and the one place where it is taken or refused."""
