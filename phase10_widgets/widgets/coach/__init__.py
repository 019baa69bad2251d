"""The coach widget."""
