import functools
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses.answer_folder import KeptError
from analyses.answers.whatif import ChangeAnswer, MetricEffect
from analyses.change_effects import change_answers, ranked
from analyses.rule_changes import changes, changes_of, every_change, no_effect
from analyses.whatif import WhatIf, whatif
from analyses.whatif_job import WhatIfJob, planned
from strategies import load_players
from tests.experiments.paired.pairings import play
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.rules import KNOBS, load, preset_names
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.stats import benjamini_hochberg, holm


@functools.cache
def played() -> tuple[WhatIfJob, PairedEstimates]:
    asked, _ = changes_of(load("pagat"), ["pay.fold=1", "call.timing=end", "pay.tongits=6"], (), all_knobs=False)
    job = WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), asked, deals=150)
    pairing = job.pairing()
    return job, PairedEstimates(pairing, play(pairing), job.labels)


def answers() -> tuple[tuple[ChangeAnswer, ...], int]:
    job, effects = played()
    return change_answers(job, effects)


def test_a_change_that_provably_has_no_effect_is_no_test() -> None:
    (same, *others), family = answers()
    assert same.no_effect == "the base has this value already"
    assert {(row.verdict, row.p_holm) for row in same.effects} == {("none", None)}
    assert family == sum(len(change.effects) for change in others)


def test_p_values_are_corrected_as_one_family() -> None:
    (_, *others), _ = answers()
    rows = [row for change in others for row in change.effects]
    values = [row.p for row in rows]
    assert None not in values
    assert [row.p_holm for row in rows] == pytest.approx(holm(values).tolist())  # type: ignore[arg-type]
    assert {row.p_bh for row in rows} == {None}


def test_a_map_is_decided_by_benjamini_hochberg() -> None:
    job, effects = played()
    changes, _ = change_answers(replace(job, all_knobs=True), effects)
    rows = [row for change in changes[1:] for row in change.effects]
    assert [row.p_bh for row in rows] == pytest.approx(benjamini_hochberg([row.p for row in rows]).tolist())  # type: ignore[arg-type]
    assert all(row.certain == (row.p_bh is not None and row.p_bh <= 0.05) for row in rows)


MANY = (
    "call.timing=end",
    "pay.tongits=4",
    "pay.fold=2",
    "deal.next_dealer=rotate",
    "sapaw.targets=opponents",
    "melds.max_voluntary=1",
    "deal.dealer_may_lay_first=false",
    "pay.sunog_extra=2",
)


def ranking_job(deals: int, seed: int) -> WhatIfJob:
    asked, _ = changes_of(load("pagat"), MANY, (), all_knobs=False)
    return WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), asked, deals=deals, seed=seed)


def ranked_answers(deals: int, seed: int) -> tuple[ChangeAnswer, ...]:
    job = ranking_job(deals, seed)
    one = job.pairing()
    other = job.pairing(choosing=job.choosing)
    mechanical, choosing = (PairedEstimates(pairing, play(pairing), job.labels) for pairing in (one, other))
    return change_answers(job, mechanical, choosing=choosing)[0]


def test_other_deals_rank_many_changes() -> None:
    job = ranking_job(40, 3)
    assert job.choosing is not None
    assert (job.choosing.deals, job.choosing.seed) == (20, 2_000_006)
    assert replace(job, changes=job.changes[:6]).choosing is None
    changes = ranked_answers(40, 3)
    sizes = [abs(row.effect.choosing or 0.0) for row in ranked(changes, "turns")]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes != sorted((abs(mean_of(row.effect.diff)) for row in ranked(changes, "turns")), reverse=True)


def drawn(diff: float, choosing: float | None, se: float) -> ChangeAnswer:
    change = Estimate(diff, (diff - 1.96 * se, diff + 1.96 * se))
    row = MetricEffect("turns", Estimate(0.0), Estimate(diff), change, None, None, "inconclusive", None)
    effects = (replace(row, choosing=choosing),)
    return ChangeAnswer(f"{diff}", "", {}, None, True, 1, 1, effects)


def test_the_largest_effect_is_not_exaggerated_by_the_choice() -> None:
    """Of 30 small effects the interval of the first in the ranking holds the truth as often as it says, where other
    deals rank; ranked by the estimates themselves it would not.
    """
    random = np.random.default_rng(5)
    runs = 2000
    held = {True: 0, False: 0}
    for _ in range(runs):
        truth = random.normal(0, 0.5, 30)
        noise = random.normal(0, 1, 30)
        other = random.normal(0, 1.4, 30)
        for apart in held:
            changes = [
                drawn(float(t + n), float(t + o) if apart else None, 1.0)
                for t, n, o in zip(truth, noise, other, strict=True)
            ]
            first = ranked(changes, "turns")[0]
            number = next(at for at, change in enumerate(changes) if change.change == first.change)
            low, high = first.effect.diff.ci95 or (0.0, 0.0)
            held[apart] += bool(low <= truth[number] <= high)
    assert abs(held[True] / runs - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    assert held[False] / runs < 0.9


def test_reads_single_joint_and_whole_changes() -> None:
    base = load("pagat")
    one, two, whole = changes(base, ["call.timing=end", "pay.fold=2, pay.tongits=6"], ["sjs"])
    assert (one.text, one.rules.call.timing, one.rules.name) == ("call.timing=end", "end", "pagat with call.timing=end")
    assert (two.text, two.rules.pay.fold, two.rules.pay.tongits) == ("pay.fold=2,pay.tongits=6", 2, 6)
    assert (whole.text, whole.rules) == ("to sjs", load("sjs"))
    assert "call.timing" in whole.knobs
    assert "call.needs" not in whole.knobs


@pytest.mark.parametrize("name", preset_names())
def test_every_knob_is_changed_or_the_reason_told(name: str) -> None:
    base = load(name)
    possible, skipped = every_change(base)
    named = {change.knobs[0] for change in possible} | {skip.change.partition("=")[0] for skip in skipped}
    assert named == set(KNOBS)
    assert all(change.rules.knobs()[change.knobs[0]] != base.knobs()[change.knobs[0]] for change in possible)
    assert len({change.text for change in possible}) == len(possible)
    assert all(skip.reason for skip in skipped)


@pytest.mark.parametrize(
    ("setting", "match_games", "phrase"),
    [
        ("pay.fold=1", 1, "has this value already"),
        ("jokers.points=0", 1, "there are no jokers"),
        ("jackpot.seed=3", 1, "pays every jackpot back"),
        ("deal.next_dealer=rotate", 1, "no next dealer"),
        ("jackpot.seed=3", 2, ""),
        ("jokers.count=2,jokers.points=0", 1, ""),
        ("jackpot.spread_takes=true,tongits.spread=any_player", 1, ""),
    ],
)
def test_says_what_can_have_no_effect(setting: str, match_games: int, phrase: str) -> None:
    base = load("pagat")
    (change,) = changes(base, [setting])
    reason = no_effect(base, change, match_games)
    assert phrase in reason if phrase else reason == ""


NOTHING = {"mean": 0, "ci95": [0, 0]}


@functools.cache
def example() -> WhatIf:
    return whatif(deals=400, change=["pay.tongits=6", "call.timing=end", "pay.fold=1", "jokers.count=1"], workers=1)


def by_change(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {change["change"]: change for change in document["changes"]}


def test_every_change_has_every_metric_before_and_after() -> None:
    document = example().to_dict()
    wanted = {"dealer_edge", "payout_sd", "share_tongits", "share_draw", "share_challenge", "share_stock_out"}
    wanted |= {"sunog_rate", "turns", "mean_pot", "payout:greedy", "payout:caller", "payout:hunter", "skill_spread"}
    for change in document["changes"]:
        assert wanted <= {row["metric"] for row in change["effects"]}
        for row in change["effects"]:
            before, after, diff = (row[name]["mean"] for name in ("before", "after", "diff"))
            assert after - before == pytest.approx(diff, abs=1e-12)


def test_the_same_value_is_said_to_do_nothing_and_another_deck_to_be_one() -> None:
    changes = by_change(example().to_dict())
    same = changes["pay.fold=1"]
    assert same["no_effect"] == "the base has this value already"
    assert all((row["diff"], row["verdict"]) == (NOTHING, "none") for row in same["effects"])
    assert changes["pay.tongits=6"]["no_effect"] is None
    assert [name for name, found in changes.items() if not found["same_deck"]] == ["jokers.count=1"]


def test_verdicts_follow_the_corrected_p_values() -> None:
    document = example().to_dict()
    rows = [row for change in document["changes"] if not change["no_effect"] for row in change["effects"]]
    assert document["family"] == len(rows)
    for row in rows:
        assert row["p_holm"] >= row["p"]
        assert (row["verdict"] in ("more", "less")) == (row["p_holm"] <= 0.05)
        if row["verdict"] in ("more", "less"):
            assert (row["diff"]["mean"] > 0) == (row["verdict"] == "more")


def test_ranks_every_knob() -> None:
    document = whatif(deals=20, all_knobs=True, rank_by="turns", workers=1).to_dict()
    assert document["correction"] == "benjamini-hochberg"
    assert document["choosing"] == {"deals": 10, "seed": 2_000_004}
    sizes = [abs(row["effect"]["choosing"]) for row in document["ranking"]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(document["ranking"]) == len(document["changes"]) > 100
    assert any("score" in skip["reason"] for skip in document["skipped"])


def test_a_folder_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"deals": 40, "change": "pay.fold=2", "workers": 1, "out": tmp_path / "run"}
    one = whatif(**asked).to_dict()
    again = whatif(**asked, resume=True).to_dict()
    assert again["changes"] == one["changes"]
    with pytest.raises(KeptError, match="another answer"):
        whatif(**(asked | {"change": "pay.fold=3"}), resume=True)
    with pytest.raises(TongitsError, match="played for a score"):
        whatif(deals=10, change="match.progressive_target=50")


def test_a_rule_that_only_multiplies_payments_is_no_large_change() -> None:
    """Amounts are ranked by their share of what the winner takes; in units the largest change would be one of scale."""
    one, other, *_ = example().answer.changes

    def changed(change: ChangeAnswer, name: str, **after: tuple[float, float]) -> ChangeAnswer:
        rows = [
            replace(row, before=Estimate(after[row.metric][0]), diff=Estimate(after[row.metric][1]), choosing=None)
            if row.metric in after
            else row
            for row in change.effects
        ]
        return replace(change, change=name, effects=tuple(rows))

    scaled = changed(one, "points for chips", dealer_edge=(2.0, 18.0), mean_pot=(4.0, 36.0))
    fairer = changed(other, "the deal rotates", dealer_edge=(2.0, -1.9), mean_pot=(4.0, 0.0))
    assert scaled.of_take("dealer_edge") == (0.5, 0.5)
    assert [row.change for row in ranked([scaled, fairer], "dealer_edge")] == ["the deal rotates", "points for chips"]
    assert scaled.of_take("turns") is None
    assert scaled.size("turns") == scaled.effect("turns").size


def test_every_change_of_rules_with_a_jackpot_is_played_in_matches() -> None:
    """Only there does the jackpot show, and who deals the next game, which is the largest change of all."""
    job = planned("pagat", "greedy,greedy,greedy", 2000, all_knobs=True)
    assert (job.match_games, job.deals) == (20, 100)
    assert planned("pagat", "greedy,greedy,greedy", 2000, all_knobs=True, match_games=3).match_games == 3
    assert planned("rulesofcards", "greedy,greedy,greedy", 2000, all_knobs=True).match_games == 1
    assert planned("pagat", "greedy,greedy,greedy", 2000, change="pay.fold=2").match_games == 1


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({"change": "pay.fold=2"}, "--change pay.fold=2 --deals 2000 --seed 1"),
        ({"change": "pay.fold=2", "match_games": 3}, "--change pay.fold=2 --deals 2000 --seed 1 --match-games 3"),
        ({"preset_to": "sjs", "seed": 7}, "--preset-to sjs --deals 2000 --seed 7"),
        (
            {"all_knobs": True, "rank_by": "turns"},
            "--all-knobs --rank-by turns --deals 100 --seed 1 --match-games 20",
        ),
    ],
)
def test_the_command_that_asks_the_same_again_names_what_was_asked(asked: dict[str, Any], options: str) -> None:
    job = planned("pagat", "greedy,caller,hunter", 2000, **asked)
    assert job.command_line() == f"tongits whatif --rules pagat --players greedy,caller,hunter {options}"
