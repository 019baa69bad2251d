"""Check a release."""
