"""More ways to shared tables (polling, a notebook, a Jupyter server), and their databases and reports."""
