"""The processes that run individual visitors' games and lessons."""
