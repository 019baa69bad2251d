"""Shared tables in a notebook: a class served from the kernel, and a seat at a table served by someone else."""
