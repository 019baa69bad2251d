"""The rules: pure functions, standard library only. Entry points: ``rules.apply`` and ``observation.observe``."""
