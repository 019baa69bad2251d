"""Sample hidden cards: a seat's knowledge of the hidden places, and rounds that are consistent with it."""
