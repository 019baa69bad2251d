"""Shared tables: several people on several screens. Nothing here knows a network, a notebook or a widget."""
