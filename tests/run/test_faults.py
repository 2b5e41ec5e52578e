"""Faults in a sentence, whatever the game."""

from __future__ import annotations

from tongits_sim.run.faults import Fault

FAILURE = "broke rule R7 at its discard: the card is not in the hand"


def fault(failure: str = FAILURE, detail: str = "", replay: str = "tongits records ...", hangs: bool = False) -> Fault:
    return Fault("shy", 0, 2, "discard", 2, 5, 12, 3, failure, detail, replay, hangs)


def test_a_sentence_says_what_and_where() -> None:
    assert fault().sentence() == (
        "the bot shy broke rule R7 at its discard: the card is not in the hand. "
        "Seed 5, match 12, game 3, seat 2. To play that game again: tongits records ..."
    )


def test_a_failing_bot_is_quoted() -> None:
    sentence = fault("failed at its discard: it stopped with an error", "ValueError: no").sentence()
    assert sentence.startswith("the bot shy failed at its discard: it stopped with an error (ValueError: no). Seed 5")


def test_a_game_that_cannot_be_replayed_names_no_command() -> None:
    assert fault(replay="").sentence().endswith("match 12, game 3, seat 2.")
