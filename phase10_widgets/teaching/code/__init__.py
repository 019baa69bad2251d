"""Learners' code: running it, judging it, and playing games with learners' players."""
