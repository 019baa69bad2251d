"""The lesson notebooks as lightweight pages."""
