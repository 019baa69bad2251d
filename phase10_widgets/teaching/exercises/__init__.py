"""Questions, the exercises made from them, and their hints, answers and mixed sets."""
