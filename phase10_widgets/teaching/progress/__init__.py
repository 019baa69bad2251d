"""A learner's progress, predictions and rounds, and the summary of a class."""
