"""The lesson widgets: questions, progress, and the learner that connects them."""
