"""The server of ``phase10 serve`` and ``phase10 play``, the site, and Voilà for one's own machine."""
