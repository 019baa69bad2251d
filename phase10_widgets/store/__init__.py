"""Stores of games: a file if Python runs on a computer, a browser database on the static site."""
