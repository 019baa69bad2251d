"""The odds widgets."""
