"""Tools that know nothing about cards: translatable texts, integers, files, untrusted JSON, names."""
