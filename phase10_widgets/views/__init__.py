"""Views: the JSON that a browser is shown, built by pure functions from what one seat may know."""
