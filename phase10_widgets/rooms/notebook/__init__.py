"""Shared tables in a notebook: a class that the kernel serves, and a seat at somebody else's service."""
