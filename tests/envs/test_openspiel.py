"""Tongits as a game of OpenSpiel: OpenSpiel's own tests, what a seat may know, and payments against the engine's."""

from __future__ import annotations

import pickle
import random
import runpy
import unittest
from types import SimpleNamespace
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this system")

from open_spiel.integration_tests import api_test  # noqa: E402 - needs the package
from open_spiel.python.algorithms import expected_game_score  # noqa: E402
from open_spiel.python.algorithms.best_response import BestResponsePolicy  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from tests.playing import ROOT  # noqa: E402
from tongits_sim.errors import TongitsError  # noqa: E402
from tongits_sim.openspiel import NAME, BotPolicy  # noqa: E402
from tongits_sim.openspiel.table import OVER, Deck, Moment, Table  # noqa: E402
from tongits_sim.rules import load  # noqa: E402
from tools.openspiel import beside, measured, paid, random_game  # noqa: E402

TINY = f"{NAME}(ranks=3,suits=2,hand=1,dealer=0)"
GAMES = (NAME, f"{NAME}(rules=casino_x+joker)", TINY)


@pytest.mark.parametrize("text", GAMES)
def test_passes_openspiels_simulations(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, 2, True, False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("text", GAMES)
def test_passes_openspiels_api_test(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(text), "game_name": NAME})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun
    assert not [*result.errors, *result.failures]


@pytest.mark.parametrize("rules", ["pagat", "sjs", "pagat+joker", "casino_x", "wikipedia"])
def test_pays_what_the_engine_pays_for_the_same_cards(rules: str) -> None:
    game, chance = pyspiel.load_game(f"{NAME}(rules={rules})"), random.Random(1)
    for _ in range(4):
        state, words = random_game(game, chance)
        assert paid(game.table, state.moment, words, True) == state.returns()


Known = tuple[tuple[str, int], ...]


def _tree(table: Table) -> list[tuple[Moment, Known]]:
    """All moments, with what the seat that chooses there knew and did before."""
    found: list[tuple[Moment, Known]] = []
    waiting: list[tuple[Moment, tuple[Known, ...]]] = [(table.begin(), ((),) * 3)]
    while waiting:
        moment, own = waiting.pop()
        if moment.player == OVER:
            found.append((moment, ()))
        elif moment.player < 0:
            waiting += [(table.after(moment, each), own) for each, _ in table.outcomes(moment)]
        else:
            found.append((moment, own[moment.player]))
            for action in table.legal(moment):
                after = [*own]
                after[moment.player] = (*own[moment.player], (moment.stories[moment.player], action))
                waiting.append((table.after(moment, action), tuple(after)))
    return found


def test_nobody_forgets_and_seats_that_know_the_same_have_the_same_choices() -> None:
    table = pyspiel.load_game(TINY).table
    known: dict[tuple[Any, ...], Any] = {}
    for moment, own in _tree(table):
        if moment.player == OVER:
            assert sum(moment.payouts) == 0
            continue
        seat = moment.player
        seen = own, table.legal(moment), table.observation(moment, seat).tobytes(), moment.told[seat]
        assert known.setdefault((seat, moment.stories[seat]), seen) == seen
        assert "player" in table.text(moment, seat)
    assert len(known) > 100
    tensors = {(seat, *seen[2:]) for (seat, _), seen in known.items()}
    assert len(tensors) == len(known)  # numbers tell as much as words


def test_hidden_cards_are_in_no_observation() -> None:
    """Two deals that differ only in what one seat cannot see look the same to it."""
    game = pyspiel.load_game(f"{NAME}(ranks=4,suits=2,hand=2,dealer=0)")
    looks = []
    for cards in ([0, 1, 13, 2, 3, 14, 15, 16], [0, 1, 13, 2, 14, 3, 15, 16]):
        state = game.new_initial_state()
        for card in cards[:7]:
            state.apply_action(card)
        looks.append(
            (state.information_state_string(0), state.observation_string(0), state.information_state_tensor(0))
        )
        assert state.observation_string(1) != state.observation_string(2)
    assert looks[0] == looks[1]


def test_every_deal_is_equally_likely() -> None:
    table, deals = pyspiel.load_game(TINY).table, dict[bytes, float]()
    waiting = [(table.begin(), 1.0)]
    while waiting:
        moment, share = waiting.pop()
        if moment.records:
            deals[moment.cards] = share
        else:
            waiting += [(table.after(moment, card), share * part) for card, part in table.outcomes(moment)]
    assert len(deals) == 180  # of 6 cards, 2 for the dealer, 1, 1
    assert list(deals.values()) == pytest.approx([1 / 180] * 180)


def test_a_best_response_earns_by_playing_every_deal_what_openspiel_says() -> None:
    game = pyspiel.load_game(TINY)
    joint = BotPolicy(game, "greedy,greedy,greedy")
    root = game.new_initial_state()
    response = BestResponsePolicy(game, 1, joint, root)
    values, best = expected_game_score.policy_value(root, [joint] * 3), response.value(root)
    assert measured(game, joint.action_probabilities) == pytest.approx(values)
    assert measured(game, beside(joint, response, 1))[1] == pytest.approx(best)
    assert best >= values[1]


def test_bots_play_their_whole_game_by_steps() -> None:
    game, chance = pyspiel.load_game(f"{NAME}(rules=pagat+joker)"), random.Random(3)
    bots = BotPolicy(game, "expert,caller,greedy")
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.chance_outcomes() if state.is_chance_node() else list(bots.action_probabilities(state).items())
        state.apply_action(chance.choices([each for each, _ in actions], [share for _, share in actions])[0])
    assert sum(state.returns()) == pytest.approx(0)


def test_states_travel_as_bytes_between_processes() -> None:
    game = pyspiel.load_game(TINY)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert [again.action_to_string(each) for each in again.legal_actions()] == [
        state.action_to_string(each) for each in state.legal_actions()
    ]
    assert again.moment == state.moment


def test_what_cannot_be_played_is_said() -> None:
    with pytest.raises(TongitsError, match="stock"):
        Deck(ranks=13, suits=4, hand=2)
    with pytest.raises(TongitsError, match="ranks"):
        Deck(ranks=14)
    game = pyspiel.load_game(TINY)
    with pytest.raises(TongitsError, match="three"):
        BotPolicy(game, "greedy")
    with pytest.raises(TongitsError, match="chance"):
        BotPolicy(game, "random,random,random")
    assert load("pagat").name in str(pyspiel.load_game(NAME))


def arena() -> Any:
    """The example of a seat for a language model."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "docs" / "examples" / "arena.py")))


def test_whoever_reads_and_writes_text_plays() -> None:
    example, prompts = arena(), list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return str(example.by_chance(prompt)) if "had no JSON" in prompt else "Let me think."

    returns = [example.play(ask, "greedy,greedy,caller", seed) for seed in range(2)]
    assert all(sum(each) == pytest.approx(0) for each in returns)
    assert all("hand:" in prompt and "player 0; asked" in prompt for prompt in prompts)
    assert {"had no JSON" in prompt for prompt in prompts} == {True, False}
    assert example.play(lambda prompt: "{}", "greedy,greedy,caller", 1) == example.play(
        lambda prompt: '{"move": "fly"}', "greedy,greedy,caller", 1
    )


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ('not {"move": "draw"} but {"move": "Discard 4H"}', ("discard 4h", "Discard 4H")),
        ('{"move": "fly"}', (None, "fly")),
        ('{"move": }', (None, None)),
        ("draw", (None, None)),
    ],
)
def test_the_last_move_of_an_answer_counts(response: str, found: tuple[str | None, str | None]) -> None:
    assert arena().move_of(response, ["draw", "discard 4h"]) == found


def test_only_the_seat_that_chooses_is_told_what_it_may_do() -> None:
    game, chance = pyspiel.load_game(NAME), random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    legal = [state.legal_actions(seat) for seat in range(3)]
    assert [bool(each) for each in legal] == [seat == state.current_player() for seat in range(3)]
    assert state.hides_state_from_agents()


def test_kaggles_arena_plays_it() -> None:
    kaggle = pytest.importorskip("kaggle_environments", reason="large, and nothing else needs it")
    example = arena()
    example.kaggle()
    table = kaggle.make("open_spiel_tongits", configuration={"includeLegalActions": True}, debug=True)

    def agent(observation: Any, configuration: Any) -> dict[str, int]:
        legal = example.get_legal_moves(observation)
        if not legal:
            return {"submission": -1}
        assert "serializedGameAndState" not in observation
        answer = example.parse_response(example.by_chance(example.generate_prompt(observation, [])), [*legal.values()])
        return {"submission": next(number for number, move in legal.items() if move == (answer.legal_action or move))}

    table.run([agent] * 3)
    assert [each.status for each in table.state] == ["DONE"] * 3
    assert sum(each.reward for each in table.state) == pytest.approx(0)
