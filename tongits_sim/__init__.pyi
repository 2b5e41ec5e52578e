from analyses.advise import advise as advise
from analyses.api import analyze as analyze
from analyses.api import strategies as strategies
from analyses.compare import compare as compare
from analyses.review import review as review
from analyses.tournament import tournament as tournament
from analyses.trial import try_habit as try_habit
from analyses.tune import tune as tune
from analyses.whatif import whatif as whatif
from reports.api import card as card
from reports.api import report as report
from tongits_sim.errors import TongitsError as TongitsError
from tongits_sim.experiments.batch_estimates import Results as Results
from tongits_sim.experiments.simulate import simulate as simulate
from tongits_sim.players import as_players as as_players
from tongits_sim.players import load_player as load_player
from tongits_sim.records.asking import record_games as record_games
from tongits_sim.rules.catalogue import describe as describe
from tongits_sim.rules.catalogue import diff as diff
from tongits_sim.rules.catalogue import rules_frame as rules_frame
from tongits_sim.rules.library import load as load_rules
from tongits_sim.rules.library import overlay_names as overlay_names
from tongits_sim.rules.library import preset_names as preset_names
from tongits_sim.rules.ruleset import RuleSet as RuleSet
from tongits_sim.run.faults import BotFault as BotFault
from tongits_sim.strategy import Hooks as Hooks
from tongits_sim.strategy import Param as Param
from tongits_sim.strategy import Player as Player
from tongits_sim.strategy import Strategy as Strategy
from tongits_sim.version import VERSION as __version__  # noqa: N811

__all__ = [
    "BotFault",
    "Hooks",
    "Param",
    "Player",
    "Results",
    "RuleSet",
    "Strategy",
    "TongitsError",
    "__version__",
    "advise",
    "analyze",
    "as_players",
    "card",
    "compare",
    "describe",
    "diff",
    "load_player",
    "load_rules",
    "overlay_names",
    "preset_names",
    "record_games",
    "report",
    "review",
    "rules_frame",
    "simulate",
    "strategies",
    "tournament",
    "try_habit",
    "tune",
    "whatif",
]
