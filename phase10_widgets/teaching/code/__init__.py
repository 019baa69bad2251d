"""Code that learners write: where it runs, how it is judged, and how their players play."""
