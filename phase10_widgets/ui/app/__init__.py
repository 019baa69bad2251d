"""The app, which combines setup, table and replay."""
