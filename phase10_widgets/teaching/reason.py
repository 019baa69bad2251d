"""Reasons that are texts, and that other languages can say as well."""

from __future__ import annotations

from ..core.translatable import Refusal, Sentence


class Reason(str):
    """The reason why a file or a player is missing, in English.

    >>> reason = Reason(Sentence("there is no such file"))
    >>> reason, reason.said.template
    ('there is no such file', 'there is no such file')
    """

    said: Refusal | Sentence
    """The same for other languages."""

    def __new__(cls, said: Refusal | Sentence, text: str | None = None) -> Reason:
        """Make it from what is said; *text* is its English form if that is not ``str(said)``."""
        made = super().__new__(cls, said if text is None else text)
        made.said = said
        return made
