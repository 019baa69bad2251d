"""Work distributed over several processes or machines, and its progress; used by odds and arena."""
