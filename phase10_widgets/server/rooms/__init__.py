"""Shared tables on the server: handlers, databases, reports, and tables in a notebook or a Jupyter server."""
