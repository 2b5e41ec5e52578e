import math
from dataclasses import replace
from typing import Any

import numpy as np

from analyses.question import inquiry
from analyses.questions.challenges import CHALLENGES
from strategies import load_players
from tests.experiments.forks.forking import counted, forks
from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkJob, unit_bins
from tongits_sim.rules import load

STATUE = "tests/bots/statues.py:statue"


def ask(**options: Any) -> dict[str, Any]:
    return CHALLENGES.ask(
        inquiry(CHALLENGES, **({"games": 6000, "min_forks": 30, "players": "bluffer,greedy,greedy"} | options))
    ).to_dict()


def test_the_document() -> None:
    answer = ask()
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"] == sum(row["n"] for row in answer["callers"])
    (averages,) = answer["averages"]
    assert averages["chose_yes"]["n"] + averages["chose_no"]["n"] == answer["forks"]
    known = [row for row in answer["callers"] if row["n"]]
    assert all(0 <= row["most"]["mean"] <= row["more"]["mean"] <= 1 for row in known)


def test_a_caller_who_calls_by_chance_holds_what_was_dealt() -> None:
    """Calls by the toss of a coin say nothing of the hand: the count of callers who keep the cards they were dealt is
    that of any twelve cards, whose distribution is known exactly (selfcheck).
    """
    rules = load("pagat", ["call.needs=nothing", "response.needs=nothing"])
    first = Binning("first", (unit_bins("caller_count", 0, 120), BinnedFeature("order", (0, 1))))
    job = ForkJob(rules, tuple(load_players(",".join([STATUE] * 3))), "respond", (first,), games=40_000)
    counts = counted(job)["cells"][:, 0].astype(float).reshape(121, 2)[:, 0]
    total = counts.sum()
    values = np.arange(121)
    assert total > 30_000
    mean = (counts * values).sum() / total
    spread = math.sqrt((counts * (values - mean) ** 2).sum() / total)
    low = counts[:31].sum() / total
    assert abs(mean - 63.3320794063) < 4 * 15.9775190107 / math.sqrt(total)
    assert abs(spread - 15.9775190107) < 4 * 15.9775190107 / math.sqrt(2 * total)
    assert abs(low - 0.0248300) < 4 * math.sqrt(0.02483 * 0.97517 / total)


def caller_against_all(players: str) -> tuple[float, int]:
    """Chi-square (and its degrees of freedom) between the counts of callers, as their first responder meets them, and
    the counts at all decisions to call, on other games. Errors are those of clusters: a game may bring several
    decisions, but one call.
    """
    rules = load("pagat", ["response.needs=nothing"])
    edges = tuple(range(0, 101, 4))
    called = forks("respond", rules=rules, players=players, games=60_000, seed=1)
    called = replace(
        called, binnings=(Binning("counts", (BinnedFeature("order", (0, 1)), BinnedFeature("caller_count", edges))),)
    )
    asked = forks("call", rules=rules, players=players, games=60_000, seed=2)
    asked = replace(asked, binnings=(Binning("counts", (BinnedFeature("count", edges),)),))
    both = [counted(job) for job in (called, asked)]
    moments = [both[0]["cells"].reshape(2, len(edges), -1)[0], both[1]["cells"]]
    shares, variances = [], []
    for totals, cells, whole in zip(both, moments, (moments[0].sum(0), both[1]["groups"][0]), strict=True):
        matches = int(totals["matches"][0])
        n = cells[:, 0].astype(float)
        nn = cells[:, 1].astype(float)
        shares.append(n / float(whole[0]))
        # Var of a share's numerator over matches; a game's decisions lie in several cells, which only widens it.
        variances.append((nn - n * n / matches) / float(whole[0]) ** 2)
    enough = (moments[0][:, 0] >= 50) & (moments[1][:, 0] >= 50)
    z = (shares[0] - shares[1])[enough] / np.sqrt(variances[0] + variances[1])[enough]
    return float((z * z).sum()), int(enough.sum()) - 1


def test_only_a_call_by_the_count_tells_of_it() -> None:
    """Whoever calls by the toss of a coin counts what anybody counts who might have called there, whole games long; the
    same measure sees calls that are made by the count.
    """
    chi, df = caller_against_all(",".join(["random(call_rate=0.3)"] * 3))
    assert df >= 15
    assert chi < df + 4 * math.sqrt(2 * df)
    chi, df = caller_against_all("greedy,greedy,greedy")
    assert chi > 100 * df
