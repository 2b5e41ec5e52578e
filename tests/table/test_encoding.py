from collections import Counter

import numpy as np

from tests.envs.words import legal_actions, words_by_steps, words_by_trying
from tests.game.scenes import Script
from tests.naive.melds import face_melds
from tongits_sim.cards import cards_in, format_mask, parse_card
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_LAY, DECISION_OVER, MAX_MELDS
from tongits_sim.rules import load
from tongits_sim.table import action_numbers, choices, observation

ALL_CARDS = [16 * suit + rank for suit in range(4) for rank in range(13)] + [14, 30]


def test_every_card_has_a_number() -> None:
    assert [action_numbers.card_number(card) for card in ALL_CARDS] == list(range(54))
    assert [action_numbers.card_of(number) for number in range(54)] == ALL_CARDS


def test_the_melds_are_those_that_a_deck_has() -> None:
    naive = {frozenset(faces) for ladder in ("low", "high", "both") for _, faces in face_melds(ladder)}
    assert {frozenset(format_mask(faces).split()) for faces in action_numbers.MELDS} == naive
    assert len(naive) == action_numbers.N_MELDS == len(action_numbers.MELDS)


WILD = ("jokers.count=2", "jokers.max_per_meld=2", "melds.ace_runs=both")

RULES = {
    "pagat": (),
    "casino_x+joker": WILD,
    "sjs+joker": ("draw.take_discard=free", "melds.ace_runs=high", "sapaw.targets=opponents"),
    "online+joker": (*WILD, "draw.take_discard=extend_own", "melds.max_voluntary=1"),
}


def explored(rules: str, games: int, steps: Counter[int]) -> int:
    board = Board(load(rules, RULES[rules]))
    rng = np.random.default_rng(7)
    knobs = load(rules, RULES[rules]).knobs()
    compared = 0
    for number in range(games):
        board.begin_match(3, number, 1)
        board.deal()
        while board.advance() != DECISION_OVER:
            words = words_by_steps(board, steps)
            assert words == words_by_trying(board, knobs), rules
            assert board.apply(int(rng.choice(list(words)))) == 0
            compared += 1
    return compared


def test_the_steps_lead_to_every_legal_action_and_to_no_other() -> None:
    steps: Counter[int] = Counter()
    for rules in RULES:
        assert explored(rules, 20, steps) > 160, rules
    assert set(steps) == {choices.STEP_FIRST, choices.STEP_TARGET, choices.STEP_FACE, choices.STEP_X1, choices.STEP_X2}


def test_actions_of_other_decisions_are_illegal() -> None:
    board = Script("pagat", ("7h 8h 9h Th 2c", "", "")).play("")
    for action in (
        action_numbers.YES,
        action_numbers.CARDS,
        action_numbers.TARGETS,
        -1,
        action_numbers.N_ACTIONS,
        10**9,
    ):
        choice = choices.new_choice()
        own = choices.new_own()
        choices.begin_choice(choice[0])
        assert choices.choose(board.view, own[0], choice[0], action) == choices.ILLEGAL, action
    choice = choices.new_choice()
    choices.begin_choice(choice[0])
    assert action_numbers.NO in legal_actions(board, choice)
    assert action_numbers.MELDS_FROM not in legal_actions(board, choice)


def observed(board: Board) -> np.ndarray:
    choice = choices.new_choice()
    choices.begin_choice(choice[0])
    numbers, row = observation.new_observation()
    numbers[:] = 77
    observation.write_observation(board.view, choice[0], row[0])
    return numbers


def cards(text: str) -> set[int]:
    return {int(action_numbers.card_number(parse_card(card))) for card in text.split()}


def shown(numbers: np.ndarray, name: str) -> set[int]:
    return {int(card) for card in np.flatnonzero(observation.plane(numbers, name))}


def test_the_places_fill_the_observation() -> None:
    sizes = (
        [54] * len(observation.PLANES)
        + [MAX_MELDS * len(observation.MELD_FIELDS)]
        + [size for size, _ in observation.COUNTS.values()]
    )
    assert list(observation.AT.values()) == [sum(sizes[:number]) for number in range(len(sizes))]
    assert sum(sizes) == observation.N_OBSERVATION


def test_shows_the_own_hand_and_the_decision() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", "")).play("")
    numbers = observed(board)
    assert shown(numbers, "hand") == {int(action_numbers.card_number(card)) for card in cards_in(board.view.hand)}
    assert cards("7c 7d 7h 2c") <= shown(numbers, "hand")
    assert cards("7c 7d 7h") <= shown(numbers, "melded")
    assert list(np.flatnonzero(observation.plane(numbers, "decision"))) == [DECISION_LAY]
    assert list(observation.plane(numbers, "step")) == [1, 0, 0, 0, 0]
    assert observation.plane(numbers, "deadwood")[0] == board.view.deadwood
    assert list(observation.plane(numbers, "hand_size")) == [13, 12, 12]
    assert list(observation.plane(numbers, "dealer")) == [1, 0, 0]
    assert observation.plane(numbers, "stock_left")[0] == 15


def test_observations_of_absent_things_are_zero() -> None:
    numbers = observed(Script("pagat", ("7c 7d 7h 2c", "", "")).play(""))
    for name in ("discarded_1", "melds_1", "known_1", "taken", "drawn", "chosen", "first_face", "offer"):
        assert not observation.plane(numbers, name).any(), name
