"""The tournament."""
