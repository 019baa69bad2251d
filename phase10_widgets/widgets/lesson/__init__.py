"""The widgets of a lesson: questions, progress, and the learner behind them."""
