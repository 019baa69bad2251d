"""The programs people start: the server, the handouts, the command line."""
