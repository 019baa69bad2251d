"""Tools that measure load, shuffles and durations, and tools that test the handling of hostile input."""
