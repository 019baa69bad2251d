"""The setup screen."""
