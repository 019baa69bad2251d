"""Shared tables: several people on several screens. Nothing here depends on a network, a notebook or a widget."""
