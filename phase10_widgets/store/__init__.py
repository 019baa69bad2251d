"""The stores of games: a file where Python runs on a computer, on the static site a database of the browser."""
