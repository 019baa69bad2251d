"""One visitor's screens over a connection."""
