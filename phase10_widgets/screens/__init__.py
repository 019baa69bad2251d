"""The screens of a game, and their answers to a browser: a widget or a line carries them."""
