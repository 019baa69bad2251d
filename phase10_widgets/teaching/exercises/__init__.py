"""Questions, and exercises with numbers of their own: hints, answers, mixed sets."""
