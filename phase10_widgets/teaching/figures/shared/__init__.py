"""Code that several figures share."""
