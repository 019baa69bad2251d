"""Everything in one screen: setup, table, replay."""
