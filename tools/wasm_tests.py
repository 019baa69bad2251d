"""Runs tests on the site's own Python, WebAssembly's CPython: ``python3 tools/website.py --test [PYTEST ARGUMENTS]``.

This script runs inside (see tools/in_pyodide.mjs); the wheels of pytest and Hypothesis lie in /pyodide/../test-wheels.
"""
# mypy: ignore-errors
