"""The public names of the odds, each from where it is defined: this list is what they are loaded by."""

from .counting import batch as batch
from .counting.automaton import Automaton as Automaton
from .counting.completions import completions as completions
from .deal import deal as deal
from .draw_odds import NextDraw as NextDraw
from .draw_odds import Out as Out
from .draw_odds import Wait as Wait
from .draw_odds import next_draw as next_draw
from .draw_odds import wait as wait
from .draw_odds import within as within
from .estimate import Estimate as Estimate
from .estimate import wilson as wilson
from .exact import Exact as Exact
from .pool import Pool as Pool
from .simulation.experiment import Experiment as Experiment
from .simulation.registry import question as question
from .simulation.registry import questions as questions
from .simulation.simulate import Simulation as Simulation
from .simulation.simulate import answers as answers
from .simulation.simulate import simulate as simulate
from .situation import Situation as Situation
from .turn_options import Option as Option
from .turn_options import Options as Options
from .turn_options import options as options
