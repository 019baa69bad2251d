"""The server for ``phase10 serve`` and ``phase10 play``, the static site, and Voilà on the user's own machine."""
