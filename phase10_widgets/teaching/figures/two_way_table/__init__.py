"""Lesson 13: two events involving dealt cards in a two-way table, and the chance of one given the other."""

from .two_way_table import TwoWayTable

__all__ = ["TwoWayTable"]
