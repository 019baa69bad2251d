"""Benchmarks, each reported beside a calibration loop of the same run. ``make bench`` prints the table."""
