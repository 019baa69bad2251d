"""Tools that measure load, shuffles and durations, and that test hostile input."""
