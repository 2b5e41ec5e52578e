"""How the answer of `analyze mano` is presented."""

from __future__ import annotations

from mahjong_sim.questions import mano as presented
from tests.mahjong_sim.asked import asked, check_presented


def test_sentences_tables_and_figures() -> None:
    check_presented(presented, asked("mano"))


def test_an_undecided_value_is_said_so() -> None:
    from dataclasses import replace

    from tongits_sim.run.answers import Estimate

    answer = replace(asked("mano"), payout=Estimate(0.1, (-0.1, 0.3)))
    assert "not decided" in presented.headline(answer)
    answer = replace(answer, payout=Estimate(0.2, (0.1, 0.3)))
    assert "not decided" not in presented.headline(answer)
