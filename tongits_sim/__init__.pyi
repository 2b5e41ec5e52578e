"""The names of the package, as type checkers and editors see them.

`advise`, `analyze`, `claims`, `compare`, `report`, `strategies`, `tournament`, `tune` and `whatif` come from packages
above this one. At run time they are entry points, so that nothing here imports upwards; a type checker cannot follow
those and reads this file instead.
"""

from analyses.advise import advise as advise
from analyses.face import analyze as analyze
from analyses.face import claims as claims
from analyses.face import strategies as strategies
from analyses.face import tournament as tournament
from analyses.matchups import compare as compare
from analyses.tuning import tune as tune
from analyses.whatif import whatif as whatif
from reports.face import report as report
from tongits_sim.designs.batch.job import Job as Job
from tongits_sim.designs.batch.results import Results as Results
from tongits_sim.designs.batch.simulate import play_job as play_job
from tongits_sim.designs.batch.simulate import simulate as simulate
from tongits_sim.errors import TongitsError as TongitsError
from tongits_sim.players import as_players as as_players
from tongits_sim.players import load_player as load_player
from tongits_sim.records.asking import records as records
from tongits_sim.rules import RuleSet as RuleSet
from tongits_sim.rules import load as _load
from tongits_sim.rules import overlay_names as overlay_names
from tongits_sim.rules import preset_names as preset_names
from tongits_sim.rules.catalogue import describe as describe
from tongits_sim.rules.catalogue import diff as diff
from tongits_sim.rules.catalogue import rules as rules
from tongits_sim.run.faults import BotFault as BotFault
from tongits_sim.strategy import Hooks as Hooks
from tongits_sim.strategy import Param as Param
from tongits_sim.strategy import Player as Player
from tongits_sim.strategy import Strategy as Strategy

load_rules = _load
