"""Game stores: a file when Python runs on a computer, a browser database on the static site."""
