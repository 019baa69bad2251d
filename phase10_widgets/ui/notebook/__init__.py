"""Code that several widgets share."""
