"""Shared tables: several people on several screens. Nothing here depends on a network; only notebook/ has a widget."""
