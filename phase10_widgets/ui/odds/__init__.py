"""The screens that show chances."""
