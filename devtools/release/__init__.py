"""Release checks."""
