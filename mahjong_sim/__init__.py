"""Visayan mahjong: four players, 144 tiles, money; played by the same machinery as Tongits.

    import mahjong_sim as mj
    answer = mj.simulate("visayan", "greedy,defender,random,greedy", games=100_000)
    answer.players_summary

`dir(mahjong_sim)` lists the names. Each is imported when it is first used.
"""

from typing import TYPE_CHECKING

from tongits_sim.imports import face

_NAMES = {
    **{name: f"mahjong_sim.face:{name}" for name in ("analyze", "compare", "report", "simulate", "tune", "whatif")},
    "load_player": "mahjong_sim.bots.registry:load_player",
    "load_rules": "mahjong_sim.rules:load",
    "score": "mahjong_sim.hand_score:score",
    "records": "mahjong_sim.records",
}
"""The place of each name; `records` is a package that can be called."""

if TYPE_CHECKING:  # for type checkers and editors, which do not read the table of names
    from mahjong_sim.bots.registry import load_player as load_player
    from mahjong_sim.face import analyze as analyze
    from mahjong_sim.face import compare as compare
    from mahjong_sim.face import report as report
    from mahjong_sim.face import simulate as simulate
    from mahjong_sim.face import tune as tune
    from mahjong_sim.face import whatif as whatif
    from mahjong_sim.hand_score import score as score
    from mahjong_sim.records.write import play_records as _play_records
    from mahjong_sim.rules import load as _load

    load_rules, records = _load, _play_records  # type: ignore[has-type]
else:
    __getattr__, __dir__ = face(__name__, _NAMES)
    del face
