from dataclasses import replace

import pytest

from analyses.answers import advise, review, whatif
from analyses.answers.comparison import PairRow
from analyses.answers.shared import Bot, Stopping, Verdict, Versions
from analyses.answers.tournament import KindRow, LengthRow, StageRow, TournamentAnswer
from tests.experiments.duplicate.fields import example
from tongits_sim.run.answers import Estimate, RunFacts


def gap(behind: float, half: float) -> Estimate:
    return Estimate(behind, (behind - half, behind + half))


def action(text: str, behind: float, half: float) -> advise.AdvisedAction:
    known = Estimate(1.0, (0.5, 1.5))
    there = advise.ActionAtTable("strong", known, gap(behind, half), 0.5, 0.1, 0.2)
    means = known, gap(behind, half), 0.5, 0.1, 0.2
    return advise.AdvisedAction(text, "discard", text[-2:], "discard", "1", *means, (there,), 9, "")


def position(*table: advise.TableMeldFacts) -> advise.PositionFacts:
    return advise.PositionFacts(
        seat=0,
        decision="discard",
        hand="Ks 7h",
        table=table,
        discards=("4c", "Qd"),
        unnamed_discards=1,
        offer=None,
        stock=3,
        sizes={"me": 2, "right": 4, "left": 5},
        known={"left": "4c"},
        caller=None,
        challenged={"right": (2, 9), "left": (0, 3)},
    )


def answer(*actions: advise.AdvisedAction, verdict: str = "close") -> advise.AdviceAnswer:
    return advise.AdviceAnswer(
        command="advise",
        rules="pagat",
        rules_option="",
        knobs={},
        position=position(advise.TableMeldFacts("left", "", 4, True)),
        tables=(advise.TableFacts("strong", "strong players", 1.0, "expert", "greedy", "expert"),),
        seed=7,
        worlds=512,
        rollouts=1024,
        actions=actions or (action("discard Ks", 0.0, 0.0), action("discard 7h", -0.1, 0.2)),
        verdict=verdict,
        near=(1,),
        instead=(None,),
        margin=0.1,
        advice="Discard Ks.",
        book="",
        because="Keeps 7h.",
        seen="",
        defaults=("No jackpot.",),
        run=RunFacts(elapsed_s=0.5),
        bots=(),
        versions=Versions.current(),
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("better", "better", "better"), ("better", "inconclusive", "inconclusive"), ("better", "worse", "inconclusive")],
)
def test_a_verdict_stands_only_if_both_seeds_say_it(first: Verdict, second: Verdict, expected: Verdict) -> None:
    row = PairRow("caller", "greedy", Estimate(1.0, (0.5, 1.5)), 0.01, first, None)
    other = replace(row, diff=Estimate(0.5), verdict=second)
    if second == "worse":
        other = replace(other, a="greedy", b="caller", verdict="better")
    plain = replace(example(), ranking=(), confirm=None)
    confirmed = replace(plain, pairs=(row,)).confirmed(replace(plain, pairs=(other,)))
    (pair,) = confirmed.pairs
    assert (pair.verdict, pair.verdict_first) == (expected, first)
    assert pair.diff_confirm == (-0.5 if second == "worse" else 0.5)
    assert confirmed.confirm is not None
    assert (confirmed.confirm.agreed, confirmed.confirm.of) == (first == second, 1)


def test_a_verdict_against_the_baseline_needs_both_seeds() -> None:
    answer = replace(example(), confirm=None)
    verdicts: dict[str, Verdict | None] = {"caller": "better", "hunter": "worse", "greedy": None}
    rows = [replace(row, verdict_vs_baseline=verdicts[row.player]) for row in answer.ranking]
    others = [replace(row, verdict_vs_baseline="inconclusive") for row in answer.ranking]
    confirmed = replace(answer, ranking=tuple(rows)).confirmed(replace(answer, ranking=tuple(others)))
    by_player = {row.player: row.verdict_vs_baseline for row in confirmed.ranking}
    assert by_player == {"caller": "inconclusive", "hunter": "inconclusive", "greedy": None}


def choice(lost: float, verdict: str = "clear", move: int = 7, player: str = "ann") -> review.ReviewedChoice:
    there = Estimate(lost, (lost - 0.1, lost + 0.1))
    return review.ReviewedChoice(
        game=1,
        move=move,
        seat=0,
        player=player,
        decision="discard",
        action="discard 7h",
        best="discard Ks" if lost else "discard 7h",
        n_actions=2,
        had_choice=True,
        cost=there,
        at=(review.CostAtTable("strong", there, verdict == "clear"),) if lost else (),
        worlds=64,
        verdict=verdict,
        why="keeps 7h." if lost else "",
        position=position(),
        counted_cost=lost,
    )


def review_answer(*choices: review.ReviewedChoice) -> review.ReviewAnswer:
    some = choices or (choice(0.5), choice(0.0, "best", 9), choice(0.9, "clear", 11, "<b>&"))
    one = Estimate(0.5, (0.2, 0.8))
    kinds = tuple(
        review.ReviewedDecision(kind, int(kind == "discard"), 1, 0.5 * (kind == "discard")) for kind in review.KINDS
    )
    never = review.Share(3, 1, one)
    return review.ReviewAnswer(
        command="review",
        file="games.jsonl",
        rules="pagat",
        knobs={},
        tables=(advise.TableFacts("strong", "strong players", 1.0, "trained", "trained", "trained"),),
        seed=1,
        games=1,
        margin=0.1,
        players=(review.ReviewedPlayer("ann", 1, 3, 2, 1 / 3, 0.5, one, kinds, one, Estimate(1.0, None)),),
        choices=some,
        reviewed_games=(review.ReviewedGame(1, 0, "ann", 2.0, 0.5, 0.25, -0.5, 1.0, 1.25),),
        luck_factor=1.5,
        luck_games=(450, 300),
        failed=0,
        run=RunFacts(elapsed_s=1.0),
        bots=(),
        versions=Versions.current(),
        luck_players=("expert", "expert", "expert"),
        habits=(review.PlayerHabits("ann", 1, never, never, never),),
    )


def test_mistakes_are_the_clear_ones_largest_first() -> None:
    assert [mistake.cost.mean for mistake in review_answer().mistakes()] == [0.9, 0.5]


def tournament_some(**changes: object) -> TournamentAnswer:
    each = (Estimate(1.0, (1.0, 1.0)), Estimate(0.6, (0.55, 0.65)))
    fields: dict[str, object] = {
        "name": "nine",
        "title": "Nine players",
        "assumed": ("Drawn by lot.",),
        "sources": ("A page; somebody; 2025",),
        "rules": "pagat",
        "rules_option": "--rules pagat",
        "players": ("good", "bad"),
        "seed": 1,
        "events": 400,
        "games_played": 4000,
        "stages": (
            StageRow("First", 9, 3, 1, 20, 60, "money", 1 / 3),
            StageRow("Final", 3, 1, 1, 20, 20, "money", 0.6),
        ),
        "kinds": (
            KindRow(
                "good", 3, Estimate(0.2, (0.1, 0.3)), Estimate(0.6, (0.55, 0.65)), Estimate(0.2, (0.18, 0.22)), each
            ),
            KindRow(
                "bad", 6, Estimate(-0.1, (-0.2, 0.0)), Estimate(0.4, (0.35, 0.45)), Estimate(0.067, (0.06, 0.075)), each
            ),
        ),
        "deals": 2000,
        "best": "good",
        "luck": Estimate(0.4, (0.35, 0.45)),
        "lottery": 2 / 3,
        "lengths": (LengthRow(20, Estimate(0.5, (0.45, 0.55)), 500), LengthRow(500, Estimate(0.95, (0.93, 0.97)), 500)),
        "rival": "bad",
        "enough": 312.4,
        "enough_low": 250.0,
        "enough_high": 400.2,
        "command_line": "tongits tournament nine",
    }
    return TournamentAnswer(**(fields | changes))  # type: ignore[arg-type]


def test_the_price_is_a_share_of_a_lottery() -> None:
    price = tournament_some().luck_left
    assert price is not None
    assert price.mean == pytest.approx(0.6)
    assert price.ci95 == pytest.approx((0.525, 0.675))
    assert tournament_some(best=None, luck=None, lottery=None).luck_left is None


EDGE = whatif.MetricEffect(
    "dealer_edge", Estimate(0.1), Estimate(0.3), Estimate(0.2, (0.1, 0.3)), 0.001, 0.002, "more", 4.0
)

TURNS = whatif.MetricEffect("turns", Estimate(8.0), Estimate(8.0), Estimate(0.0, (0.0, 0.0)), 1.0, 1.0, "none", None)


def whole() -> whatif.WhatIfAnswer:
    change = whatif.ChangeAnswer("pay.fold=2", "x", {"pay.fold": 2.0}, None, True, 0, 9, (EDGE, TURNS))
    return whatif.WhatIfAnswer(
        base="pagat",
        rules="pagat",
        rules_option="--rules pagat",
        players=("a", "b", "c"),
        deals=10,
        games_played=120,
        seatings=6,
        match_games=1,
        seed=1,
        stopping=Stopping.planned(10, "deals"),
        level=0.95,
        alpha=0.05,
        correction="holm",
        family=4,
        command_line="tongits whatif",
        metrics=(
            whatif.MetricLevel("dealer_edge", Estimate(0.1)),
            whatif.MetricLevel("turns", Estimate(8.0, (7.0, 9.0))),
        ),
        changes=(change,),
        skipped=(whatif.SkippedChange("x=1", "cannot be"),),
        rank_by="dealer_edge",
        ranking=(whatif.RankedChange(1, "pay.fold=2", None, EDGE),),
        bots=(Bot("a", "greedy"),),
        knobs={"pay.fold": 1.0, "call.timing": "start"},
        versions=Versions(python="3.12"),
    )
