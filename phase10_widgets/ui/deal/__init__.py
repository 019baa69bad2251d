"""Shared deals: the daily deal, and challenges by link."""
