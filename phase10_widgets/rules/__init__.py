"""The rules: pure functions that need only the standard library. Entry points: ``rules.apply`` and
``observation.observe``."""
