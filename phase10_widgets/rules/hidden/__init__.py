"""Sample the hidden cards: a seat's knowledge of the hidden places, and rounds that fit it."""
