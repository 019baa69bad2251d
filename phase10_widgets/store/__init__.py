"""Game stores: a file where Python runs natively, a browser database on the static site."""
