"""Generate committed files: golden messages, tables, catalogs, pictures."""
