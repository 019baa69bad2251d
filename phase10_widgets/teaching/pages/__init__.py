"""The lessons' notebooks as light pages."""
