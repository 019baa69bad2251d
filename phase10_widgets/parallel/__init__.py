"""Work on several processes or machines, and its progress; shared by odds and arena."""
