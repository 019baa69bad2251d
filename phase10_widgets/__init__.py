"""Play Phase 10 in a notebook, and learn probability from it. Unofficial; not affiliated with Mattel.

Begin with one of these::

    import phase10_widgets as p10

    p10.Table()                                # a game at a table, in a notebook
    p10.odds.deal("classic", 3)                # an exact chance
    p10.arena.play("classic", ["expert", "greedy"], 100)

The names fall into these groups; call ``help`` on a name for details.

- rules and games: ``Game``, ``Observation``, ``Session``, ``Edition``, ``edition``, ``editions``, ``HouseRules``
- cards and groups: ``Card``, ``Group``, ``Phase``, ``arrange``, ``fits``, ``missing``, ``points``
- actions: ``Draw``, ``LayDown``, ``Hit``, ``Discard``, ``Save``, ``ChoosePhase``
- probability: ``odds``; ``figures``, such as ``figures.ChanceTree``, and widgets that show chances
- players: ``players`` (computer players), ``arena`` (many games), ``coach`` (advice, reviews, luck)
- teaching: ``teaching`` (lessons and questions), ``handouts`` (pages for a class), ``glossary``
- in a notebook: ``App``, ``Table``, ``Replay``, ``Tournament``, ``Learner``, ``Classroom``, ``Seat``
- training: ``rl`` (environments for PettingZoo and Gymnasium; needs NumPy, which the ``rl`` extra installs)
- errors: ``errors``, all derived from ``errors.Phase10Error``; ``IllegalAction``, for an action that breaks the rules
- extensions: ``register``, for your own editions, kinds of groups, players and lessons; ``extensions``

The rules and the odds need only the standard library. The manual is in the project's ``docs`` folder.
"""

from __future__ import annotations

from . import editions as editions  # registers the editions, so that cards and records can be read back
from .base.html import draw_with as _draw_with
from .base.lazy_names import lazy_names


def _drawn(value: object) -> str:
    """Return the HTML that displays a value in a notebook."""
    from .ui.drawn.rich import html

    return str(html(value))  # strict encoders, such as marimo's, reject our `str` subclasses


_draw_with(_drawn)
__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_names(__name__, extras=("rl",))
