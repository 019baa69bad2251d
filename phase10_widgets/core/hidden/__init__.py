"""Samples of what a seat cannot see: what it knows of the hidden places, and rounds that fit."""
