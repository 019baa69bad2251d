"""The figures of the lessons: what one plays with to see where a number comes from. One file, one class each."""
