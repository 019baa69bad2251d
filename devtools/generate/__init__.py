"""Generators of committed files: golden messages, tables, catalogs, and pictures."""
