"""One game by the rules: the game itself, functions of hands, house rules."""
