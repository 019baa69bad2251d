"""The interactive figures of the lessons, one file and one class each."""
