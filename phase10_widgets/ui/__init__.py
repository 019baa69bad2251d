"""The screens of a game and their answers to a browser, over a widget or a connection."""
