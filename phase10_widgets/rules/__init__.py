"""The rules: pure functions that need only the standard library. Entry points: ``rules.apply`` and
``observation.observe``."""

from . import variation as variation  # editions find it in a registry
