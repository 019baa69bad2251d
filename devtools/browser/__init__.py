"""Drive the product in a real browser: servers, hosts, and the people who play."""
