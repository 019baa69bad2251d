"""The tournament widget."""
