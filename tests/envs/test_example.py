"""docs/examples/train_policy.py learns, and what it has learned plays as a bot."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from tests.bench.envs import strength
from tests.encoding.words import legal_actions
from tests.envs.playing import tables
from tests.playing import ROOT, command
from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.choices import begin_choice, new_choice
from tongits_sim.encoding.observation import AT, new_observation, plane, write_observation
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER
from tongits_sim.rules import load

EXAMPLES = ROOT / "docs" / "examples"
BOT = f"{EXAMPLES}/policy_bot.py:trained"
POLICY = f"{BOT}(file={EXAMPLES}/policy.toml)"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The module train_policy, which has policy_bot's functions."""
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLES / "train_policy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_policy"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_learns_and_plays_as_a_bot(example: Any, tmp_path: Path) -> None:
    training = example.Training(tables(256, "greedy,greedy", copy=False, workers=1), seed=3)
    for _ in range(40):
        training.improve(1500)
    first, last = np.mean(training.payouts[:3]), np.mean(training.payouts[-5:])
    assert first < -0.3, "an untrained policy loses"
    assert last > 0.3, "60,000 games are enough to win"
    path = tmp_path / "policy.toml"
    example.write_weights(path, training.average, "a test")
    mean, half = strength(f"{BOT}(file={path})", "greedy,greedy", "pagat", 1500, seed=5)
    assert mean - half > 0.3


def test_the_policy_that_comes_along_beats_greedy() -> None:
    mean, half = strength(POLICY, "greedy,greedy", "pagat", 1000, seed=6)
    assert mean - half > 0


def test_the_bot_is_compared_on_the_command_line() -> None:
    code, out, err = command("compare", POLICY, "greedy", "--deals", "200", "--format", "json", "--workers", "1")
    assert code == 0, err
    ranking = json.loads(out)["ranking"]
    assert ranking[0]["player"] == "trained(file=policy.toml)"


def test_the_bot_plays_what_the_policy_says(example: Any) -> None:
    """At decisions that take one step, the hook's answer is the action of the highest score."""
    player = load_player(POLICY)
    weights = np.array(player.tables["weights"][0])
    hook: Any = player.strategy.hooks.discard
    params = player.params().view(np.recarray)
    board, choice = Board(load("pagat")), new_choice()
    observation, row = new_observation()
    each, compared = np.zeros(example.N_FEATURES), 0
    for match in range(6):
        board.begin_match(1, match, 1)
        board.deal()
        while (decision := board.advance()) != DECISION_OVER:
            word = int(hook(board.view, params[0]))
            if decision == DECISION_DISCARD:
                begin_choice(choice[0])
                write_observation(board.view, choice[0], row[0])
                scores = {}
                for action in legal_actions(board, choice):
                    example.features(observation, action, each)
                    scores[action] = float(weights @ each)
                card = max(scores, key=lambda action: scores[action]) - 3
                assert word == 1 << (card + 3 * (card // 13))
                compared += 1
            assert board.apply(word) == 0
    assert compared > 20


def test_every_action_has_its_features(example: Any) -> None:
    """Actions of one kind are told apart by what they do; a decision's NO is the zero they are measured by."""
    board, choice = Board(load("pagat")), new_choice()
    board.begin_match(1, 0, 1)
    board.deal()
    observation, row = new_observation()
    while board.advance() != DECISION_DISCARD:
        board.apply(0)
    begin_choice(choice[0])
    write_observation(board.view, choice[0], row[0])
    each = np.zeros(example.N_FEATURES)
    rows = []
    for action in legal_actions(board, choice):
        example.features(observation, action, each)
        rows.append(each.copy())
    assert len({tuple(row) for row in rows}) > 4
    held = np.flatnonzero(plane(observation, "hand"))
    points = [min(int(card) % 13 + 1, 10) / 10 for card in held]
    assert np.allclose([row[example.features.py_func.__globals__["DISCARD"]] for row in rows], points)
    for action in range(N_ACTIONS):
        example.features(observation, action, each)
        assert np.isfinite(each).all()
    assert AT["hand"] == 0


def test_the_natural_gradient_finds_the_better_action(example: Any) -> None:
    rng = np.random.default_rng(1)
    traces = rng.normal(size=(4000, 3))
    payouts = 5 + traces @ np.array([0.5, -0.2, 0.0]) + rng.normal(size=4000)
    step = example.natural_step(traces, payouts, largest=1.0, ridge=0.0)
    assert np.allclose(step, [0.5, -0.2, 0.0], atol=0.1)
    short = example.natural_step(traces, payouts, largest=0.01, ridge=0.0)
    assert np.allclose(short / np.linalg.norm(short), step / np.linalg.norm(step))
    assert np.linalg.norm(short) < np.linalg.norm(step)
