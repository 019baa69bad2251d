"""A learner's progress, predictions and rounds, and the class summary."""
