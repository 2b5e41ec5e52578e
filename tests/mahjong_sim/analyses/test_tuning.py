"""Numbers are tuned on some walls and measured on others."""

from __future__ import annotations

import pytest

from mahjong_sim.analyses.tuning import HELD_OUT, TRIED, tune
from mahjong_sim.bots.registry import load_player, load_players
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.how import How

OTHERS = load_players("greedy,greedy,greedy")


def test_a_number_that_matters_is_found() -> None:
    bot = load_player("ambitious(suit_at=1)")
    answer = tune(load("visayan"), bot, OTHERS, {"suit_at": (1, 18)}, deals=40, check_deals=40, how=How(workers=1))
    assert answer.tuned == "ambitious(suit_at=18)"
    assert answer.steps[0].chosen == 18
    assert answer.check_seed == answer.seed + HELD_OUT
    assert answer.lead.ci95 is not None
    assert answer.lead.ci95[0] > 0


def test_nothing_changes_where_nothing_leads() -> None:
    bot = load_player("defender(threat_melds=6, threat_discards=144)")
    answer = tune(load("visayan"), bot, OTHERS, {"fold_at": (2, 3)}, deals=10, check_deals=10, how=How(workers=1))
    assert answer.tuned == answer.start
    assert answer.lead.mean == 0


def test_the_numbers_of_expert_are_those_that_are_tried() -> None:
    params = {param.name: param for param in load_player("expert").strategy.params}
    assert set(TRIED) == set(params)
    assert all(params[name].low <= value <= params[name].high for name, values in TRIED.items() for value in values)


def test_what_cannot_be_tuned_is_a_sentence() -> None:
    with pytest.raises(JobError, match="greedy has no numbers to tune"):
        tune(load("visayan"), load_player("greedy"), OTHERS, {"luck": (1,)})
    with pytest.raises(JobError, match="three others"):
        tune(load("visayan"), load_player("expert"), OTHERS[:2], {})
