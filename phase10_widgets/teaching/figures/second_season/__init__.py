"""Lesson 15: two seasons with the same players, and the champion's later results: regression to the mean."""

from .second_season import SecondSeason

__all__ = ["SecondSeason"]
