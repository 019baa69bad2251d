"""Simulated odds: named experiments, their trials (in chunks), and the resulting estimates."""
