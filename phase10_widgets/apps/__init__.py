"""What people start: the server, the handouts, the command line."""
