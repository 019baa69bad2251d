"""The rules: pure, standard library only. Two doors: ``rules.apply`` and ``observation.observe``."""
