import math
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from analyses.question import inquiry
from analyses.questions.discards import DISCARDS, RANKS, DiscardsAnswer, binnings, short, symmetry
from analyses.rollouts import fork_questions
from tests.bots.suits import reverse, turn
from tongits_sim.cards import U
from tongits_sim.run.answers import Estimate
from tools import suits


@cache
def ask(**options: Any) -> dict[str, Any]:
    return DISCARDS.ask(
        inquiry(DISCARDS, **({"games": 8000, "min_forks": 50, "players": "greedy,caller,hunter"} | options))
    ).to_dict()


def test_the_document() -> None:
    answer = ask()
    assert len(answer["cells"]) == len({cell["at"]["card"] for cell in answer["cells"]}) * 4 == 52 * 4
    weight = sum(cell["n"] for cell in answer["cells"])
    assert weight == sum(row["n"] for row in answer["ranks"]) == sum(row["n"] for row in answer["table"])
    assert weight > 3 * answer["forks"]
    fits, *ranks, unseen, seen = answer["groups"]
    assert weight == fits["n"] + sum(row["n"] for row in ranks)
    for group, others in ((unseen, 0), (seen, 3)):
        where = [row["at"] | row for row in answer["table"]]
        assert group["n"] == sum(row["n"] for row in where if not row["fits"] and row["seen"] == others)
    mean = sum(cell["n"] * (cell["ev_diff"]["mean"] or 0) for cell in answer["cells"]) / weight
    assert math.isclose(mean, answer["averages"]["all"]["mean"], rel_tol=1e-9)


def kind(name: str, mean: float, half: float) -> Any:
    estimate = Estimate(mean, (mean - half, mean + half))
    return SimpleNamespace(at={"kind": name}, ev_diff=estimate)


def test_the_sentence_names_what_is_cheap_and_what_is_dear() -> None:
    rows = [kind("fits a meld on the table", -1.0, 0.1), kind("ace", -0.60, 0.05)]
    middle = kind("7, 8, 9", -0.10, 0.05)
    faces = kind("10, J, Q, K", -0.12, 0.05)

    def said(*more: Any) -> str:
        return short(cast("DiscardsAnswer", SimpleNamespace(groups=(*rows, *more))))

    assert said(middle, faces).startswith(
        "Of cards that fit nothing, 7 and higher cost least to throw. Keep a card that"
    )
    assert said(middle).startswith("Of cards that fit nothing, 7, 8, 9 cost least to throw.")
    assert said(faces).endswith("Keep a card that fits a meld on the table and aces: they cost most.")
    assert said(kind("10, J, Q, K", -0.58, 0.05)).endswith("they cost most to throw.")


def test_a_bot_that_chooses_throws_better_than_chance() -> None:
    assert ask()["averages"]["all"]["ci95"][1] < 0
    aces = [row for row in ask()["ranks"] if row["at"]["rank"] == "A" and row["n"] > 1000]
    kings = [row for row in ask()["ranks"] if row["at"]["rank"] == RANKS[-1] and row["n"] > 1000]
    assert max(row["ev_diff"]["mean"] for row in aces) < min(row["ev_diff"]["mean"] for row in kings)


def test_the_rules_know_no_suit() -> None:
    """Bots that discard at random prefer no suit either: the four suits cost the same within error."""
    symmetry = ask(players="random,random,random", games=20_000)["symmetry"]
    assert symmetry["df"] == 39
    assert symmetry["p"] > 0.001
    assert [row["rank"] for row in symmetry["ranks"]] == list(RANKS)
    assert min(row["p_holm"] for row in symmetry["ranks"]) > 0.05
    assert math.isclose(sum(row["chi2"] for row in symmetry["ranks"]), symmetry["chi2"])


@pytest.mark.slow
def test_the_chi_square_of_suits_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 100 runs of bots without a suit p lies below 0.05 in about one of twenty, and is level elsewhere.

    How well 100 runs tell that does not depend on their length, so long as the cells are filled: some 300 forks each.
    They are the runs of `ask`, without the rest of its answer, in one block each.
    """
    alone = ask(players="random,random,random", games=2000, seed=1)["symmetry"]["p"]
    monkeypatch.setattr("tongits_sim.run.base_job._LEAST_BLOCKS", 1)
    asked = [inquiry(DISCARDS, players="random,random,random", games=2000, seed=seed) for seed in range(1, 101)]
    p = np.array([symmetry(fork_questions.play(job, "discard", binnings())).p for job in asked], float)
    assert p[0] == alone
    print(f"p of the suits: {np.mean(p < 0.05):.1%} below 0.05, mean {p.mean():.3f}")
    assert np.mean(p < 0.05) <= 0.11
    assert 0.42 <= p.mean() <= 0.58


@pytest.mark.slow
def test_bots_prefer_suits_and_the_engine_does_not() -> None:
    """A bot that discards the lowest suit of the cards that greedy finds useless gains by a higher one, a bot that
    discards the highest loses; one that discards, lays and adds any suit does neither.

    Of 60,000 games the difference of the two is about fourteen standard errors.
    """
    games = {"low": 60_000, "high": 60_000, "even": 200_000}
    costs = {name: suits.cells(f"tests/bots/suits.py:{name}", number, [21]) for name, number in games.items()}
    tens = {name: suits.slope(by_suit, 9) for name, by_suit in costs.items()}
    for name, (gained, se) in tens.items():
        print(f"{name}: {gained:+.4f} ± {1.96 * se:.4f} units a suit")
    (low, low_se), (high, high_se) = tens["low"], tens["high"]
    assert low > 0 > high
    assert low - high > 6 * math.hypot(low_se, high_se)
    for gained, se in (tens["even"], suits.slope(costs["even"])):
        assert abs(gained) < 3 * se
    assert suits.chi_square(costs["even"]) < 73  # of 39 degrees of freedom: one run in a thousand


@pytest.mark.parametrize("places", [0, 16, 32, 48])
def test_bots_without_a_suit_know_their_suits(places: int) -> None:
    rng = np.random.default_rng(places)
    for lanes in rng.integers(0, 1 << 13, (100, 4)).tolist():
        cards = U(sum(lane << 16 * suit for suit, lane in enumerate(lanes)))
        assert int(reverse(cards)) == sum(lane << 16 * suit for suit, lane in enumerate(reversed(lanes)))
        turned = lanes[4 - places // 16 :] + lanes[: 4 - places // 16]
        assert int(turn(cards, U(places))) == sum(lane << 16 * suit for suit, lane in enumerate(turned))


def test_a_suit_that_costs_more_is_seen() -> None:
    """Kings of spades made dearer by half a unit, in every game: that rank differs, and no other."""
    asked = inquiry(DISCARDS, players="random,random,random", games=20_000)
    forks = fork_questions.play(asked, "discard", binnings())
    before = symmetry(forks).to_dict()
    cells = forks.moments("suits")
    n, nn, d, nd, dd = (int(cells[12, 3, at]) for at in range(5))
    shift = 50
    cells[12, 3, 2:5] = d + shift * n, nd + shift * nn, dd + 2 * shift * nd + shift * shift * nn
    after = symmetry(forks).to_dict()
    assert [row["rank"] for row in after["ranks"] if row["p_holm"] <= 0.05] == ["K"]
    assert after["ranks"][:12] == [
        row | {"p_holm": after["ranks"][at]["p_holm"]} for at, row in enumerate(before["ranks"][:12])
    ]


def test_a_loose_card_is_better_than_any_card() -> None:
    """Chance breaks melds; a loose card instead saves them."""
    assert ask(players="random,random,random", games=20_000)["averages"]["all"]["ci95"][0] > 0
