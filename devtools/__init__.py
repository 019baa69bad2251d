"""Tools for developers: they build, prepare and check; none of them is part of the package."""
