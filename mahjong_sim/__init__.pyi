from mahjong_sim.bots.registry import load_player as load_player
from mahjong_sim.experiments.batch import simulate as simulate
from mahjong_sim.experiments.compare import compare as compare
from mahjong_sim.experiments.whatif import whatif as whatif
from mahjong_sim.hand_score import score as score
from mahjong_sim.payouts import analyze_payouts as analyze_payouts
from mahjong_sim.records.write import play_records as play_records
from mahjong_sim.rules import load as load_rules
from mahjong_sim.shown.page import report as report
from mahjong_sim.tuning import tune as tune

__all__ = [
    "analyze_payouts",
    "compare",
    "load_player",
    "load_rules",
    "play_records",
    "report",
    "score",
    "simulate",
    "tune",
    "whatif",
]
