"""Game screens, which communicate with a browser through a widget or a connection."""
