"""The card game Tongits: its rules, and the machinery to play it millions of times.

    import tongits_sim as ts
    results = ts.simulate("pagat", "greedy,caller,hunter", games=1_000_000)
    results.players

`dir(tongits_sim)` lists the names, `help(tongits_sim)` explains them. A name is imported when first used (`_NAMES`), so
importing the package costs nothing, and does not import the packages above.
"""

from typing import TYPE_CHECKING

from tongits_sim.blas import one_thread

one_thread()

_NAMES = {
    "BotFault": "tongits_sim.run.faults:BotFault",
    "Hooks": "tongits_sim.strategy:Hooks",
    "BatchJob": "tongits_sim.experiments.batch:BatchJob",
    "Param": "tongits_sim.strategy:Param",
    "Player": "tongits_sim.strategy:Player",
    "Results": "tongits_sim.experiments.results:Results",
    "RuleSet": "tongits_sim.rules:RuleSet",
    "Strategy": "tongits_sim.strategy:Strategy",
    "TongitsError": "tongits_sim.errors:TongitsError",
    "advise": "analyses.advise:advise",
    "analyze": "analyses.face:analyze",
    "as_players": "tongits_sim.players:as_players",
    "card": "reports.face:card",
    "compare": "analyses.compare:compare",
    "describe": "tongits_sim.rules.catalogue:describe",
    "diff": "tongits_sim.rules.catalogue:diff",
    "load_player": "tongits_sim.players:load_player",
    "load_rules": "tongits_sim.rules:load",
    "overlay_names": "tongits_sim.rules:overlay_names",
    "play_job": "tongits_sim.experiments.simulate:play_job",
    "preset_names": "tongits_sim.rules:preset_names",
    "records": "tongits_sim.records",
    "report": "reports.face:report",
    "review": "analyses.review:review",
    "rules": "tongits_sim.rules",
    "simulate": "tongits_sim.experiments.simulate:simulate",
    "strategies": "analyses.face:strategies",
    "tournament": "analyses.tournaments:tournament",
    "tune": "analyses.tune:tune",
    "whatif": "analyses.whatif:whatif",
}
"""The place of each name; `records` and `rules` are callable packages."""

if TYPE_CHECKING:  # for type checkers and editors, which cannot read `_NAMES`
    from analyses.advise import advise as advise
    from analyses.compare import compare as compare
    from analyses.face import analyze as analyze
    from analyses.face import strategies as strategies
    from analyses.review import review as review
    from analyses.tournaments import tournament as tournament
    from analyses.tune import tune as tune
    from analyses.whatif import whatif as whatif
    from reports.face import card as card
    from reports.face import report as report
    from tongits_sim.errors import TongitsError as TongitsError
    from tongits_sim.experiments.batch import BatchJob as BatchJob
    from tongits_sim.experiments.results import Results as Results
    from tongits_sim.experiments.simulate import play_job as play_job
    from tongits_sim.experiments.simulate import simulate as simulate
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

    load_rules = _load  # type: ignore[has-type]
else:
    from tongits_sim.imports import face

    __getattr__, __dir__ = face(__name__, _NAMES)
    del face
