"""The processes that run single visitors' games and lessons."""
