"""What an observation holds, and that it holds nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest

from tests.game.scenes import Script
from tongits_sim.cards import cards_in, parse_card
from tongits_sim.encoding.action_table import card_number
from tongits_sim.encoding.choices import begin_choice, new_choice
from tongits_sim.encoding.observation import (
    AT,
    COUNTS,
    MELD_FIELDS,
    N_OBSERVATION,
    PLANES,
    new_observation,
    plane,
    write_observation,
)
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_LAY, MAX_MELDS


def observed(board: Board) -> np.ndarray:
    """The observation of the deciding seat."""
    choice = new_choice()
    begin_choice(choice[0])
    numbers, row = new_observation()
    numbers[:] = 77
    write_observation(board.view, choice[0], row[0])
    return numbers


def cards(text: str) -> set[int]:
    """Numbers of cards."""
    return {int(card_number(parse_card(card))) for card in text.split()}


def shown(numbers: np.ndarray, name: str) -> set[int]:
    """The cards marked in a plane."""
    return {int(card) for card in np.flatnonzero(plane(numbers, name))}


def test_the_places_fill_the_observation() -> None:
    sizes = [54] * len(PLANES) + [MAX_MELDS * len(MELD_FIELDS)] + [size for size, _ in COUNTS.values()]
    assert list(AT.values()) == [sum(sizes[:number]) for number in range(len(sizes))]
    assert sum(sizes) == N_OBSERVATION


def test_shows_the_own_hand_and_the_decision() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", "")).play("")
    numbers = observed(board)
    assert shown(numbers, "hand") == {int(card_number(card)) for card in cards_in(board.view.hand)}
    assert cards("7c 7d 7h 2c") <= shown(numbers, "hand")
    assert cards("7c 7d 7h") <= shown(numbers, "melded")
    assert list(np.flatnonzero(plane(numbers, "decision"))) == [DECISION_LAY]
    assert list(plane(numbers, "step")) == [1, 0, 0, 0, 0]
    assert plane(numbers, "deadwood")[0] == board.view.deadwood
    assert list(plane(numbers, "hand_size")) == [13, 12, 12]
    assert list(plane(numbers, "dealer")) == [1, 0, 0]
    assert plane(numbers, "stock_left")[0] == 15


@pytest.mark.parametrize(
    "name", ["discarded_1", "melds_1", "known_1", "taken", "drawn", "chosen", "first_face", "offer"]
)
def test_what_is_not_there_yet_is_0(name: str) -> None:
    assert not plane(observed(Script("pagat", ("7c 7d 7h 2c", "", "")).play("")), name).any()


def test_planes_of_many_observations() -> None:
    many = np.zeros((3, N_OBSERVATION), np.uint8)
    many[1, AT["count"]] = 9
    assert plane(many, "count").tolist() == [[0], [9], [0]]
