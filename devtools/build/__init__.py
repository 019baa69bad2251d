"""Builders for everything that ships: the front end, the environments, the site, and the documentation."""
