"""Faults in a sentence."""

from __future__ import annotations

from tongits_sim.game import asking
from tongits_sim.game.reasons import CONTRACT, NEVER_ANSWERED, REASONS
from tongits_sim.run.faults import BotFault, Fault


def fault(code: int, detail: str = "") -> Fault:
    return Fault("shy", 0, 2, "discard", code, seed=5, match=12, game=3, detail=detail, replay="tongits records ...")


def test_a_broken_rule_is_named() -> None:
    assert fault(2).sentence() == (
        "the bot shy broke rule R7 at its discard: the card is not in the hand. "
        "Seed 5, match 12, game 3, seat 2. To play that game again: tongits records ..."
    )


def test_a_failing_bot_is_quoted() -> None:
    said = fault(int(asking.REASON_RAISED), "ValueError: no").sentence()
    assert said.startswith("the bot shy failed at its discard: it stopped with an error (ValueError: no). Seed 5")


def test_every_code_makes_a_sentence() -> None:
    assert all(fault(code).sentence() for code in (*REASONS, *CONTRACT))


def test_only_a_bot_that_does_not_answer_hangs() -> None:
    assert BotFault(fault(NEVER_ANSWERED)).hangs
    assert not BotFault(fault(2)).hangs
    assert BotFault(fault(2)).results is None
