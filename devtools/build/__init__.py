"""Build everything that ships: the front end, the environments, the site, the documentation."""
