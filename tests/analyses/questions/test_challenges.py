"""analyze challenges: its document, the caller's count, the second responder."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions import challenges as words
from analyses.questions.challenges import CHALLENGES, ChallengesAnswer
from strategies import load_players
from tests.analyses.examples import challenges
from tests.experiments.forks.forking import counted, forks
from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkJob, unit_bins
from tongits_sim.rules import load

STATUE = "tests/bots/statues.py:statue"


def ask(**options: Any) -> dict[str, Any]:
    """The JSON of few games."""
    return CHALLENGES.ask(
        inquiry(CHALLENGES, **({"games": 8000, "min_forks": 50, "players": "bluffer,greedy,greedy"} | options))
    ).to_dict()


def test_the_document() -> None:
    answer = ask()
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"]
    assert answer["averages"]["chose_yes"]["n"] + answer["averages"]["chose_no"]["n"] == answer["forks"]
    for size in {row["caller_cards"] for row in answer["caller"]}:
        shares = [row["share"]["mean"] for row in answer["caller"] if row["caller_cards"] == size and row["n"]]
        assert not shares or math.isclose(sum(shares), 1)
    whole, *parts = answer["bluffs"]
    assert whole["n"] == answer["forks"] == sum(part["n"] for part in parts)
    assert 0 < whole["highest"]["mean"] < whole["bluff"]["mean"] < 1
    bluffs = sum(part["n"] * (part["bluff"]["mean"] or 0) for part in parts)
    assert math.isclose(whole["bluff"]["mean"], bluffs / whole["n"])
    assert answer["second"] is None


def test_where_everybody_compares_nobody_is_asked() -> None:
    with pytest.raises(QuestionError, match="nobody was asked for a challenge"):
        ask(rules="rulesofcards", games=50)
    with pytest.raises(QuestionError, match="there is no folder"):
        ask(chart=Path("nowhere/chart.toml"))


def test_a_caller_who_calls_by_chance_holds_what_was_dealt() -> None:
    """Calls by the toss of a coin say nothing of the hand: the count of callers who keep the cards they were dealt is
    that of any twelve cards, whose distribution is known exactly (selfcheck).
    """
    rules = load("pagat", ["call.needs=nothing", "response.needs=nothing"])
    first = Binning("first", (unit_bins("caller_count", 0, 120), BinnedFeature("order", (0, 1))))
    job = ForkJob(rules, tuple(load_players(",".join([STATUE] * 3))), "respond", (first,), games=40_000)
    counts = counted(job)["cells"][:, 0].astype(float).reshape(121, 2)[:, 0]
    total, values = counts.sum(), np.arange(121)
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
        n, nn = cells[:, 0].astype(float), cells[:, 1].astype(float)
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


@pytest.mark.parametrize(("rules", "gains"), [("wikipedia", True), ("pagat", False)])
def test_the_second_responder_gains_where_he_knows(rules: str, gains: bool) -> None:
    """Under pagat's payments a fight lost after another's challenge costs what folding costs: nothing to gain."""
    knowing = load(rules, ["response.order=sequential"])
    second = ask(rules=knowing, players="bluffer,bluffer,bluffer", games=30_000)["second"]
    assert second is not None
    assert 0 < second["share_first_challenged"] < 1
    assert second["challenge_at_after_challenge"] < second["challenge_at_after_fold"]
    assert (second["gain"]["ci95"][0] > 0.05) == gains
    assert (abs(second["gain"]["mean"]) < 0.02) == (not gains)


def test_an_older_threshold_has_no_gain() -> None:
    stored = challenges((1.0, -1.0)).to_dict()
    for name in ("gain", "gain_from", "count_from"):
        del stored["thresholds"][0][name]
    assert ChallengesAnswer.from_dict(stored).thresholds[0].gain is None


def test_a_limit_is_printed_only_where_it_describes_the_cells() -> None:
    good, bad = challenges((2.0, 1.0, -1.0)), challenges((-2.0, -1.0, 1.0), always=True)
    divided = challenges((1.0, -1.0, 1.0))
    cells = [
        next(table for table in words.tables(each) if table.key == "thresholds").rows[0][2]
        for each in (good, bad, divided)
    ]
    assert cells == ["19 (17 to 21)", "20 or more", "9 or less or 20 or more"]
    assert "19 or less" in words.advice(good)[0].says
    assert "+1.00 units (95 % interval +0.90 to +1.10)" in words.advice(good)[0].sure
    assert "any height" not in words.advice(bad)[0].says
    assert not any(text.startswith("Break-even") for text in words.sentences(bad))
    assert not any("-1" in text or "bluff" in text for text in words.sentences(good))


def test_the_break_even_line_lies_between_the_rows_and_below_no_cell_of_the_other_sign() -> None:
    assert words.break_even(challenges((2.0, 1.0, -1.0))) == [{"panel": "0", "x": "3", "y": 2.0}]
    assert words.break_even(challenges((2.0, 1.0, -1.0), count=None)) == []
    assert words.break_even(challenges((2.0, 1.0, -1.0), pooled=True)) == []
    assert words.break_even(challenges((2.0, -1.0, -1.0))) == []
