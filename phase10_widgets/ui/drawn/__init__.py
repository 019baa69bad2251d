"""Cards, phases and results as plain HTML that needs no script."""
