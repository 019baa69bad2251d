"""Further ways to reach shared tables (polling, a notebook, a Jupyter server), their databases and reports."""
