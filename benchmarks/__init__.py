"""Benchmarks, each reported alongside a calibration loop from the same run. ``make bench`` prints the table."""
