"""General-purpose tools: translatable texts, integers, files, untrusted JSON, names."""
