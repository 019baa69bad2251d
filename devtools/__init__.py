"""The house's own tools: they build, prepare and check; nothing here is shipped to players."""
