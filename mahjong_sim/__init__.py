"""Visayan mahjong: four players, 144 tiles, money; played with the machinery of `tongits_sim`.

    import mahjong_sim as mj
    answer = mj.simulate("visayan", "greedy,defender,random,greedy", games=100_000)
    answer.players_summary

`dir(mahjong_sim)` lists the names. Each is imported when it is first used.
"""

from typing import TYPE_CHECKING

from tongits_sim.imports import face

_NAMES = {
    "simulate": "mahjong_sim.experiments.batch:simulate",
    "compare": "mahjong_sim.experiments.compare:compare",
    "whatif": "mahjong_sim.experiments.whatif:whatif",
    "analyze_payouts": "mahjong_sim.payouts:analyze_payouts",
    "report": "mahjong_sim.shown.page:report",
    "tune": "mahjong_sim.tuning:tune",
    "load_player": "mahjong_sim.bots.registry:load_player",
    "load_rules": "mahjong_sim.rules:load",
    "score": "mahjong_sim.hand_score:score",
    "records": "mahjong_sim.records",
}
"""The place of each name; `records` is a package that can be called."""

if TYPE_CHECKING:  # for type checkers and editors, which do not read the table of names
    from mahjong_sim.bots.registry import load_player as load_player
    from mahjong_sim.experiments.batch import simulate as simulate
    from mahjong_sim.experiments.compare import compare as compare
    from mahjong_sim.experiments.whatif import whatif as whatif
    from mahjong_sim.hand_score import score as score
    from mahjong_sim.payouts import analyze_payouts as analyze_payouts
    from mahjong_sim.records.write import play_records as _play_records
    from mahjong_sim.rules import load as _load
    from mahjong_sim.shown.page import report as report
    from mahjong_sim.tuning import tune as tune

    load_rules, records = _load, _play_records  # type: ignore[has-type]
else:
    __getattr__, __dir__ = face(__name__, _NAMES)
    del face
