"""The lessons' interactive figures, each a class in its own file."""
