"""Developer tools for building, generating, measuring and checking. They are not part of the package."""
