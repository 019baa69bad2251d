"""Lesson 1: a hand to sort into a phase's groups and check against the rules."""

from .sorter import Sorter

__all__ = ["Sorter"]
