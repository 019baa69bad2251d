"""Browser drivers: servers, hosts, and simulated players."""
