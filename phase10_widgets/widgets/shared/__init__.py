"""What several widgets use."""
