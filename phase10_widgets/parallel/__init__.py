"""Work on several processes or machines, and the progress shown meanwhile; for odds and arena alike."""
