"""A lesson for a whole room: a question that everybody answers, pooled deals, and their results."""
