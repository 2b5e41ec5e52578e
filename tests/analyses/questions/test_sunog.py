from types import SimpleNamespace
from typing import Any, cast

import pytest

from analyses.question import inquiry
from analyses.questions.sunog import SUNOG, SunogAnswer, short
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.run_options import RunOptions


def document(**options: Any) -> SunogAnswer:
    return SUNOG.ask(
        inquiry(
            SUNOG, run_options=RunOptions(workers=1), **({"games": 3000, "players": "greedy,caller,hunter"} | options)
        )
    )


def test_turn_0_is_the_exact_probability() -> None:
    for row in document(games=200_000).deals:
        assert row.exact == pytest.approx({12: 0.608699881695, 13: 0.707238621775}[row.cards])
        assert row.z is not None
        assert row.exact is not None
        assert abs(row.z) < 4.5
        assert row.share.ci95 is not None
        low, high = row.share.ci95
        assert low < mean_of(row.share) < high
        assert row.z == pytest.approx((mean_of(row.share) - row.exact) / ((high - low) / 2 / 1.96), rel=0.01)


def test_a_wrong_probability_would_be_seen() -> None:
    """With twice the jokers' chance of a meld the check has nothing to compare with, and says so."""
    rows = document(rules="pagat+joker").deals
    assert all(row.exact is None and row.z is None for row in rows)
    assert mean_of(rows[0].share) > 0.62


def test_the_clock_adds_up() -> None:
    answer = document()
    for row in answer.cells:
        ways = [mean_of(share) for share in (row.opened, row.burned, row.won, row.spared)]
        assert sum(ways) + row.waiting == pytest.approx(1)
        for share in (row.opened, row.burned):
            assert share.ci95 is not None
            assert share.ci95[0] <= mean_of(share) <= share.ci95[1]
    for kind, group in {(row.kind, row.group) for row in answer.cells}:
        mine = [row for row in answer.cells if (row.kind, row.group) == (kind, group)]
        assert [row.turn for row in mine] == list(range(len(mine)))
        for name in ("opened", "burned"):
            shares = [mean_of(getattr(row, name)) for row in mine]
            assert shares == sorted(shares)
        assert mine[0].opened.mean == 0
        assert mine[0].burned_in_the_end.mean == pytest.approx(mine[-1].burned.mean)


def test_groups_share_out_the_hands() -> None:
    answer = document()
    for kind in ("bot", "melds", "deadwood", "cards", "bot melds"):
        assert sum(row.players for row in answer.groups if row.kind == kind) == 9000
    total, *bots = answer.by_bot
    assert sum(mean_of(row.burned) for row in bots) / 3 == pytest.approx(total.burned.mean)
    assert sum(mean_of(row.net) for row in bots) == pytest.approx(0)
    assert total.losses == 6000


def test_the_same_bots_are_one_group() -> None:
    answer = document(players="greedy,greedy,greedy")
    assert {row.kind for row in answer.groups} == {"all", "melds", "deadwood", "cards"}
    assert [row.player for row in answer.by_bot] == ["all"]
    two = document(players="greedy,hunter,greedy")
    assert [row.group for row in two.groups if row.kind == "bot"] == ["greedy", "hunter"]


def test_a_payment_that_never_occurred_has_no_interval() -> None:
    few = document(games=12)
    never = [bot.received for bot in few.by_bot if bot.received.mean == 0]
    never += [bot.paid for bot in few.by_bot if bot.paid.mean == 0]
    never += [group.cost for group in few.groups if group.cost.mean == 0]
    assert never
    assert {row.ci95 for row in never} == {None}


@pytest.mark.parametrize(("none", "second"), [(0.21, False), (0.30, True)])
def test_no_meld_is_named_only_if_it_makes_a_difference(none: float, second: bool) -> None:
    def row(mean: float, **more: Any) -> SimpleNamespace:
        return SimpleNamespace(burned=Estimate(mean, (mean - 0.02, mean + 0.02)), **more)

    rows = SimpleNamespace(by_bot=(row(0.2),), groups=(row(none, kind="melds", group="0", players=1000),))
    said = short(cast("SunogAnswer", rows))
    assert said.startswith("A player is burned in 20 % of games.")
    assert ("With no meld in the cards dealt it is 30 %." in said) == second
