"""The lesson figures as widgets: each is a screen with traits for its inputs."""

from __future__ import annotations

from ...ui.notebook.built_file import BuiltFile, Script
from ...ui.notebook.interactive_widget import TraitWidget
from . import (
    bell_curve,
    card_by_card,
    chances,
    counting,
    deals,
    design,
    intervals,
    opponents,
    phase_ladder,
    running_mean,
    score_histogram,
    second_season,
    series,
    sorter,
    stakes,
    steps,
    two_futures,
    two_way_table,
    urns,
    variant_board,
)


class LessonWidget(TraitWidget):
    """A widget that shows a lesson screen."""

    _esm = Script("lesson.js")
    _css = BuiltFile("lesson.css")


class BellCurve(bell_curve.BellCurve, LessonWidget):
    pass


class CardByCard(card_by_card.CardByCard, LessonWidget):
    pass


class ChanceTree(chances.ChanceTree, LessonWidget):
    pass


class CountingTree(counting.CountingTree, LessonWidget):
    pass


class DealSimulator(deals.DealSimulator, LessonWidget):
    pass


class DesignBoard(design.DesignBoard, LessonWidget):
    pass


class Intervals(intervals.Intervals, LessonWidget):
    pass


class Opponents(opponents.Opponents, LessonWidget):
    pass


class PhaseLadder(phase_ladder.PhaseLadder, LessonWidget):
    pass


class RunningMean(running_mean.RunningMean, LessonWidget):
    pass


class ScoreHistogram(score_histogram.ScoreHistogram, LessonWidget):
    pass


class SecondSeason(second_season.SecondSeason, LessonWidget):
    pass


class Series(series.Series, LessonWidget):
    pass


class Sorter(sorter.Sorter, LessonWidget):
    pass


class Stakes(stakes.Stakes, LessonWidget):
    pass


class Steps(steps.Steps, LessonWidget):
    pass


class TwoFutures(two_futures.TwoFutures, LessonWidget):
    pass


class TwoWayTable(two_way_table.TwoWayTable, LessonWidget):
    pass


class Urns(urns.Urns, LessonWidget):
    pass


class VariantBoard(variant_board.VariantBoard, LessonWidget):
    pass
