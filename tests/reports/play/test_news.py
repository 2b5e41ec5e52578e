from typing import Any

import pytest

from reports.play.news import narrate
from reports.text.faces import Faces

LAID = {"seat": 1, "act": "lay", "cards": ["5c", "6c", "7c"]}
SET = {"seat": 2, "act": "lay", "cards": ["9c", "9d", "9h"]}

MOVES: list[tuple[dict[str, Any], str, str]] = [
    ({"act": "draw", "card": "Kd"}, "You draw Kd.", "Right draws."),
    ({"act": "discard", "card": "Kd"}, "You discard Kd.", "Right discards Kd."),
    ({"act": "lay", "cards": ["2c", "2d", "2h"]}, "You lay [2c 2d 2h].", "Right lays [2c 2d 2h]."),
    ({"act": "sapaw", "card": "8c", "onto": 0}, "You add 8c to Right's meld 1.", "Right adds 8c to its own meld 1."),
    (
        {"act": "sapaw", "card": "X1", "onto": 1, "as": {"X1": "9s"}},
        "You add X1(9s) to Left's meld 2.",
        "Right adds X1(9s) to Left's meld 2.",
    ),
    ({"act": "take", "card": "Ks"}, "You take Ks into your hand.", "Right takes Ks into the hand."),
    (
        {"act": "take", "card": "Ks", "cards": ["Kd", "Kh", "Ks"]},
        "You take Ks for [Kd Kh Ks].",
        "Right takes Ks for [Kd Kh Ks].",
    ),
    (
        {"act": "take", "card": "9s", "onto": 1},
        "You take 9s for Left's meld 2.",
        "Right takes 9s for Left's meld 2.",
    ),
    ({"act": "call"}, "You call a draw.", "Right calls a draw."),
    ({"act": "challenge"}, "You challenge.", "Right challenges."),
    ({"act": "fold", "forced": False}, "You fold.", "Right folds."),
    (
        {"act": "fold", "forced": True},
        "You fold, having no right to challenge (R10).",
        "Right folds, having no right to challenge (R10).",
    ),
    ({"act": "tongits"}, "You win by Tongits.", "Right wins by Tongits."),
    ({"act": "spread"}, "You win by a spread.", "Right wins by a spread."),
]


@pytest.mark.parametrize(("event", "mine", "of_another"), MOVES)
def test_each_move_is_told_to_who_made_it_and_to_the_others(event: dict[str, Any], mine: str, of_another: str) -> None:
    assert narrate([LAID, SET, {**event, "seat": 0}], 2, 0, Faces("letters")) == [mine]
    laid, set_ = {**LAID, "seat": 1}, {**SET, "seat": 2}
    assert narrate([laid, set_, {**event, "seat": 1}], 2, 0, Faces("letters")) == [of_another]


def test_a_secret_is_named_to_its_owner_alone() -> None:
    secret = {"seat": 1, "act": "secret", "cards": ["2c", "2d", "2h", "2s"]}
    assert narrate([secret], 0, 1, Faces("letters")) == ["You lay [2c 2d 2h 2s] as a secret, face down."]
    assert narrate([secret], 0, 0, Faces("letters")) == ["Right lays 4 cards face down, a secret."]


def test_the_moves_of_a_turn_are_one_sentence_and_a_call_begins_another() -> None:
    turn: list[dict[str, Any]] = [
        {"act": "draw", "card": "3s"},
        {"act": "lay", "cards": ["2c", "2d", "2h"]},
        {"act": "discard", "card": "Kd"},
    ]
    events = [{**event, "seat": 2} for event in turn]
    told = narrate([*events, {"seat": 0, "act": "call"}, {"seat": 1, "act": "challenge"}], 0, 0, Faces("letters"))
    assert told == ["Left draws, lays [2c 2d 2h] and discards Kd.", "You call a draw.", "Right challenges."]
