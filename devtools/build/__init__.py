"""Build what is shipped: the front end, the environments, the site, the documentation."""
