"""Shared tables without Voilà: alone, for a notebook's kernel, as a service of a hub, inside a Jupyter server."""
