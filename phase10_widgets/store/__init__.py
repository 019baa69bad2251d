"""The stores of games: beside a kernel a file, on the static site a database of the browser."""
