"""The PettingZoo environment: PettingZoo's own tests, and every game against the engine's record."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tests.envs.playing import PRESETS, play_game, random_games
from tongits_sim import envs
from tongits_sim.encoding.observation import plane
from tongits_sim.envs.aec import AGENTS, ILLEGAL_REWARD, raw_env
from tongits_sim.errors import TongitsError
from tongits_sim.game.match import begin_match
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.records.replay import replay
from tongits_sim.rules.amounts import UNIT

THREE = ("pagat", "sjs", "casino_x+joker")
NAMED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
"""What `api_test` warns of for every environment whose observation is a dict, but for those it knows by name."""


@pytest.fixture
def lenient() -> Iterator[None]:
    """Lets these warnings pass, and no other."""
    with warnings.catch_warnings():
        for beginning in NAMED:
            warnings.filterwarnings("ignore", beginning)
        yield


@pytest.mark.usefixtures("lenient")
@pytest.mark.parametrize("rules", THREE)
def test_passes_the_api_test(rules: str) -> None:
    api_test(envs.env(rules=rules), num_cycles=200)


@pytest.mark.parametrize("rules", THREE)
def test_passes_the_seed_test(rules: str) -> None:
    seed_test(lambda: envs.env(rules=rules), num_cycles=50)


@pytest.mark.parametrize("rules", THREE)
def test_passes_the_render_test(rules: str) -> None:
    render_test(lambda **options: envs.env(rules=rules, **options))


def test_is_registered() -> None:
    env = pettingzoo.make("aec", "tongits_v0", rules="sjs")
    assert isinstance(env.unwrapped, raw_env)
    assert env.unwrapped.rules.name == "sjs"


@pytest.mark.parametrize("rules", [*PRESETS, "pagat+joker"])
def test_games_are_legal_and_pay_what_their_record_says(rules: str) -> None:
    for table, paid in random_games(rules, 12):
        record = table.record()
        assert replay(record) == []
        assert [paid[agent] for agent in AGENTS] == record["result"]["payout"]


def test_deals_what_the_seed_and_the_match_say() -> None:
    table = raw_env("pagat")
    table.reset(seed=5, options={"match": 3})
    board = copy.deepcopy(table)._board
    begin_match(board.match, np.uint64(5), np.uint64(3), 1)
    board.deal()
    assert list(board.game.dealt) == list(table._board.game.dealt)
    play_game(table, np.random.default_rng(1))
    record = table.record()
    assert (record["seed"], record["match"]) == (5, 3)
    table.reset()
    play_game(table, np.random.default_rng(1))
    assert table.record()["match"] == 4


def test_the_other_agents_see_their_own_hands_and_may_do_nothing() -> None:
    table = raw_env("pagat")
    table.reset(seed=1)
    hands = []
    for seat, agent in enumerate(AGENTS):
        seen = table.observe(agent)
        hands.append(set(np.flatnonzero(plane(seen["observation"], "hand"))))
        assert len(hands[-1]) == table._board.view.hand_size[seat]
        asked = agent == table.agent_selection
        assert bool(seen["action_mask"].any()) == asked == bool(plane(seen["observation"], "decision").any())
    assert not hands[0] & hands[1]
    assert not hands[1] & hands[2]


def shuffled(table: raw_env, seat: int, rng: np.random.Generator) -> None:
    """Deal what a seat cannot see in another way: the other hands, and the stock."""
    game, view = table._board.game, table._board.view
    others = [other for other in range(3) if other != seat]
    left = int(game.stock_next), int(game.stock_next) + int(view.stock_left)
    hidden = [int(card) for card in game.stock[left[0] : left[1]]]
    known = {other: int(view.known[other]) for other in others}
    for other in others:
        hidden += [card for card in range(64) if (int(game.hands[other]) & ~known[other]) >> card & 1]
    rng.shuffle(hidden)
    for other in others:
        count = int(view.hand_size[other]) - known[other].bit_count()
        game.hands[other] = np.uint64(known[other] | sum(1 << card for card in hidden[:count]))
        del hidden[:count]
        table._board.rearrange(other)
    game.stock[left[0] : left[1]] = hidden


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "casino_x"])
def test_observations_hold_nothing_hidden(rules: str) -> None:
    rng = np.random.default_rng(3)
    table = raw_env(rules)
    compared = 0
    for number in range(6):
        table.reset(seed=2, options={"match": number})
        while not table.terminations[table.agent_selection]:
            for seat, agent in enumerate(AGENTS):
                game = table._board.game
                before, cards = table.observe(agent), (game.hands.copy(), game.stock.copy())
                shuffled(table, seat, rng)
                after = table.observe(agent)
                assert all(np.array_equal(before[name], after[name]) for name in before)
                game.hands[:], game.stock[:] = cards
                for other in range(3):
                    table._board.rearrange(other)
                compared += 1
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(int(rng.choice(np.flatnonzero(mask))))
    assert compared > 100


def test_an_illegal_action_is_explained_and_ends_a_wrapped_game() -> None:
    table = raw_env("pagat")
    table.reset(seed=1)
    while table._decision != DECISION_DISCARD:
        table.step(0)
    with pytest.raises(
        TongitsError, match=r"player_\d: action 1 \(yes\) is illegal at its discard: .* its action_mask"
    ):
        table.step(1)
    wrapped = envs.env(rules="pagat")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    mask = wrapped.observe(agent)["action_mask"]
    wrapped.step(int(np.flatnonzero(mask == 0)[0]))
    assert wrapped.rewards[agent] == ILLEGAL_REWARD
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("make", [raw_env, envs.env])
@pytest.mark.parametrize("odd", ["x", None, 2.5, float("nan"), [1], -1, 10**30])
def test_what_is_no_action_is_refused(make: Any, odd: Any) -> None:
    table = make(rules="pagat")
    table.reset(seed=1)
    with pytest.raises(TongitsError, match=r"player_\d: the action must be a whole number from 0 to 812"):
        table.step(odd)


def test_an_illegal_action_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    table, other = raw_env("pagat+joker"), raw_env("pagat+joker")
    table.reset(seed=1)
    other.reset(seed=1)
    for agent in table.agent_iter(400):
        observation, _, over, _, _ = table.last()
        if over:
            break
        illegal = np.flatnonzero(observation["action_mask"] == 0)
        for action in rng.choice(illegal, 20):
            with pytest.raises(TongitsError, match=rf"{agent}: action {action} "):
                table.step(int(action))
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        table.step(action)
        other.step(action)
        for each in AGENTS:
            assert all(np.array_equal(table.observe(each)[key], part) for key, part in other.observe(each).items())


@pytest.mark.parametrize("odd", [-1, 1e30, "x", None, 2.5, float("nan"), 2**63, 10**30])
def test_what_is_no_match_is_refused(odd: Any) -> None:
    table = raw_env("pagat")
    table.reset(seed=1)
    before = table.render_mode, table._match, table._seed
    with pytest.raises(TongitsError, match="the match must be a whole number from 0 to"):
        table.reset(seed=2, options={"match": odd})
    assert (table.render_mode, table._match, table._seed) == before
    if odd is not None:
        with pytest.raises(TongitsError, match="the seed must be a whole number from 0 to"):
            table.reset(seed=odd if odd != 2**63 else 2**64)


def test_says_that_agents_do_not_act_at_once() -> None:
    with pytest.raises(TongitsError, match="in turns"):
        envs.parallel_env(rules="pagat")


def test_a_game_is_written_down_when_it_is_over() -> None:
    table = raw_env("pagat")
    table.reset(seed=1)
    with pytest.raises(TongitsError, match="when it is over"):
        table.record()


def test_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("pagat", render_mode="human")
    table.reset(seed=1)
    play_game(table, np.random.default_rng(1))
    text = capsys.readouterr().out
    assert "player_0" in text
    assert "in the stock; over" in text
    assert any(f"player_1 {table._board.result.payout[1] / UNIT:+g}" in line for line in text.splitlines())
    with pytest.raises(TongitsError, match="render_mode"):
        raw_env("pagat", render_mode="rgb_array")


def test_a_copy_is_a_new_table() -> None:
    table = raw_env("pagat+joker")
    assert copy.deepcopy(table).rules == table.rules
