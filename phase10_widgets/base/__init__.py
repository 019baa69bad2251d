"""General-purpose tools: translatable text, integers, files, untrusted JSON, names."""
