import copy
import importlib.util
import itertools
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, render_test, seed_test

from strategies import load_player
from tests.envs.playing import PRESETS, play_game, random_games, tables
from tests.envs.words import legal_actions
from tests.playing import BAD_BOTS, ROOT
from tongits_sim import envs
from tongits_sim.envs.aec import AGENTS, ILLEGAL_REWARD, raw_env
from tongits_sim.envs.lanes import Shard
from tongits_sim.envs.step_kernel import PLAYING, pick_actions
from tongits_sim.envs.vector import TongitsVectorEnv
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot
from tongits_sim.game.match import begin_match
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER
from tongits_sim.records.replay import replay
from tongits_sim.rules import load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.faults import BotFault
from tongits_sim.table.action_numbers import N_ACTIONS
from tongits_sim.table.choices import DONE, MASK_DTYPE, MORE, begin_choice, choose, new_choice, new_own
from tongits_sim.table.observation import new_observation, plane, write_observation
from tools.envs import strength

NAMED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
"""The warning of `api_test` for environments whose observation is a dict, unless it knows them by name."""


@pytest.fixture
def lenient() -> Iterator[None]:
    with warnings.catch_warnings():
        for beginning in NAMED:
            warnings.filterwarnings("ignore", beginning)
        yield


@pytest.mark.usefixtures("lenient")
@pytest.mark.parametrize("rules", ["pagat", "sjs", "casino_x+joker"])
def test_passes_the_api_test(rules: str) -> None:
    api_test(envs.env(rules=rules), num_cycles=200)


def test_passes_the_seed_and_the_render_test() -> None:
    seed_test(lambda: envs.env(rules="casino_x+joker"), num_cycles=50)
    render_test(lambda **options: envs.env(rules="casino_x+joker", **options))


@pytest.mark.parametrize("mode", ["human", "ansi", None])
def test_prints_the_table_after_every_step_for_a_human_alone(
    mode: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    table = raw_env("pagat", render_mode=mode)
    other = raw_env("pagat", render_mode="ansi")
    for env in (table, other):
        env.reset(seed=5)
    for _ in range(4):
        action = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0])
        capsys.readouterr()
        table.step(action)
        other.step(action)
        assert capsys.readouterr().out == (other.render() if mode == "human" else "")


def test_every_seating_of_the_learner_and_the_two_opponents_is_played() -> None:
    seatings = Shard(load("pagat"), [load_player("greedy"), load_player("random")], (6, 0), (0, 6))._seatings["seating"]
    assert {tuple(map(int, seating)) for seating in seatings} == set(itertools.permutations(range(3)))
    for rotation, seating in enumerate(seatings):
        learner = rotation % 3  # where `_take_seats` of step_kernel.py puts the learner
        assert seating[learner] == 0
        assert seating[(learner + 1) % 3] == (1 if rotation < 3 else 2)


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
    game, view = table._board.game, table._board.view
    others = [opponent for opponent in range(3) if opponent != seat]
    left = int(game.stock_next), int(game.stock_next) + int(view.stock_left)
    hidden = [int(card) for card in game.stock[left[0] : left[1]]]
    known = {opponent: int(view.known[opponent]) for opponent in others}
    for opponent in others:
        hidden += [card for card in range(64) if (int(game.hands[opponent]) & ~known[opponent]) >> card & 1]
    rng.shuffle(hidden)
    for opponent in others:
        count = int(view.hand_size[opponent]) - known[opponent].bit_count()
        game.hands[opponent] = np.uint64(known[opponent] | sum(1 << card for card in hidden[:count]))
        del hidden[:count]
        table._board.rearrange(opponent)
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
                before = table.observe(agent)
                cards = (game.hands.copy(), game.stock.copy())
                shuffled(table, seat, rng)
                after = table.observe(agent)
                assert all(np.array_equal(before[name], after[name]) for name in before)
                game.hands[:], game.stock[:] = cards
                for player in range(3):
                    table._board.rearrange(player)
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


def test_an_illegal_action_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    table = raw_env("pagat+joker")
    other = raw_env("pagat+joker")
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
        for mover in AGENTS:
            assert all(np.array_equal(table.observe(mover)[key], part) for key, part in other.observe(mover).items())


EXAMPLES = ROOT / "docs" / "examples"
BOT = f"{EXAMPLES}/policy_bot.py:trained"
POLICY = f"{BOT}(file={EXAMPLES}/policy.toml)"


@pytest.fixture(scope="module")
def example() -> ModuleType:
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
    for _ in range(20):
        training.improve(1500)
    first = np.mean(training.payouts[:3])
    last = np.mean(training.payouts[-5:])
    assert first < -0.3, "an untrained policy loses"
    assert last > 0.3, "30,000 games are enough to win"
    path = tmp_path / "policy.toml"
    example.write_weights(path, training.average, "a test")
    mean, half = strength(f"{BOT}(file={path})", "greedy,greedy", "pagat", 1500, seed=5)
    assert mean - half > 0.3


def test_the_policy_that_comes_along_beats_greedy() -> None:
    mean, half = strength(POLICY, "greedy,greedy", "pagat", 1000, seed=6)
    assert mean - half > 0


def test_the_bot_plays_what_the_policy_says(example: Any) -> None:
    """At decisions that take one step, the hook's answer is the action of the highest score."""
    player = load_player(POLICY)
    weights = np.array(player.tables["weights"][0])
    hook: Any = player.strategy.hooks.discard
    params = player.params().view(np.recarray)
    board = Board(load("pagat"))
    choice = new_choice()
    observation, row = new_observation()
    each = np.zeros(example.N_FEATURES)
    compared = 0
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


def test_random_actions_are_legal_and_all_are_picked() -> None:
    masks = np.zeros((4, N_ACTIONS), np.int8)
    masks[0, [0, 7, 812]] = 1
    masks[2, 5] = 1
    masks[3] = 1
    actions = np.zeros(4, np.int64)
    words = np.arange(4, dtype=np.uint64)
    picked = []
    for _ in range(300):
        pick_actions(masks.view(MASK_DTYPE)[:, 0], actions, words, 0, 4)
        picked.append(actions.tolist())
    first, second, third, fourth = (np.array(column) for column in zip(*picked, strict=True))
    counts = [(first == action).sum() for action in (0, 7, 812)]
    assert sum(counts) == 300
    assert min(counts) > 70
    assert not second.any()
    assert (third == 5).all()
    assert len(set(fourth.tolist())) > 200


def test_a_table_goes_through_its_matches_and_seats() -> None:
    env = tables(3)
    env.reset(seed=1)
    seen: dict[int, list[tuple[int, int, int]]] = {0: [], 1: [], 2: []}
    for _ in range(200):
        env.step(env.sample_actions())
        for place, table in enumerate(env._tables):
            if table["table_state"] == PLAYING:
                state = int(table["number"]), int(table["episode"]), int(table["rotation"])
                if state not in seen[place]:
                    seen[place].append(state)
    for place, states in seen.items():
        numbers, episodes, rotations = (list(column) for column in zip(*states, strict=True))
        skipped = int(env._tables["skipped"][place])
        assert all(number % 3 == place for number in numbers)
        assert numbers == sorted(numbers)
        assert numbers[-1] // 3 == episodes[-1] + skipped
        assert episodes == list(range(len(states)))
        assert rotations == [(place + episode) % 6 for episode in episodes]


Step = tuple[Any, ...]


def stepped(env: TongitsVectorEnv, steps: int, seed: int = 4) -> list[Step]:
    env.reset(seed=seed)
    return [env.step(env.sample_actions()) for _ in range(steps)]


def same(one: list[Step], other: list[Step]) -> bool:
    return all(
        all(np.array_equal(a[0][name], b[0][name]) for name in a[0])
        and all(np.array_equal(a[part], b[part]) for part in (1, 2, 3))
        for a, b in zip(one, other, strict=True)
    )


def test_observations_lie_in_their_spaces() -> None:
    env = tables(5, rules="sjs+joker")
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert set(infos["seat"]) <= {0, 1, 2}
    for _ in range(40):
        actions = env.sample_actions()
        assert env.action_space.contains(actions)
        observation, rewards, terminated, truncated, _ = env.step(actions)
        assert env.observation_space.contains(observation)
        assert [array.dtype.name for array in (rewards, terminated, truncated)] == ["float64", "bool", "bool"]
        assert not truncated.any()
    env.close()


def test_the_seed_decides_and_threads_do_not() -> None:
    one = tables(7, workers=1)
    other = tables(7, workers=3)
    third = tables(7, workers=1)
    first = stepped(one, 60)
    assert same(first, stepped(other, 60))
    assert same(first, stepped(one, 60))
    assert not same(first, stepped(third, 60, seed=5))
    for env in (one, other, third):
        env.close()


def test_goes_on_in_the_next_step() -> None:
    env = tables(4)
    before = np.zeros(4, np.bool_)
    ends = 0
    for observation, rewards, terminated, _, _ in stepped(env, 120):
        assert not (before & terminated).any()
        assert (rewards[before] == 0).all()
        assert (observation["action_mask"].any(axis=1) == ~terminated).all()
        assert not plane(observation["observation"][terminated], "decision").any()
        ends += int(terminated.sum())
        before = terminated
    assert ends > 10


def test_goes_on_in_the_same_step() -> None:
    env = tables(4, autoreset_mode=AutoresetMode.SAME_STEP)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ends = 0
    for observation, rewards, terminated, _, infos in stepped(env, 120):
        assert observation["action_mask"].any(axis=1).all()
        assert (rewards[~terminated] == 0).all()
        assert ("final_obs" in infos) == bool(terminated.any())
        for table in np.flatnonzero(terminated):
            final = infos["final_obs"][table]
            assert env.single_observation_space.contains(final)
            assert not final["action_mask"].any()
            assert not np.array_equal(final["observation"], observation["observation"][table])
        ends += int(terminated.sum())
    assert ends > 10


def test_same_step_and_next_step_play_the_same_games() -> None:
    paid: list[list[float]] = []
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        env = tables(1, autoreset_mode=mode)
        observation, _ = env.reset(seed=9)
        paid.append([])
        while len(paid[-1]) < 15:
            mask = observation["action_mask"][0]
            observation, rewards, terminated, _, _ = env.step(np.array([int(mask.argmax())]))
            paid[-1] += [float(rewards[0])] * bool(terminated[0])
    assert paid[0] == paid[1]


def test_waits_for_a_reset_where_it_is_told_to() -> None:
    env = tables(3, autoreset_mode=AutoresetMode.DISABLED)
    observation, _ = env.reset(seed=1)
    terminated = np.zeros(3, np.bool_)
    while not terminated.any():
        observation, _, terminated, _, _ = env.step(env.sample_actions())
    before = observation["observation"][~terminated]
    observation, _ = env.reset(options={"reset_mask": terminated})
    finished = terminated
    terminated = np.zeros(3, np.bool_)
    assert np.array_equal(observation["observation"][~finished], before)
    assert observation["action_mask"].any(axis=1).all()
    while not terminated.any():
        _, _, terminated, _, _ = env.step(env.sample_actions())
    with pytest.raises(TongitsError, match="reset it before the next step"):
        env.step(env.sample_actions())
    with pytest.raises(TongitsError, match="reset_mask must be an array of 3 bools"):
        env.reset(options={"reset_mask": np.ones(2, np.bool_)})
    with pytest.raises(TongitsError, match="leave reset_mask out"):
        env.reset(seed=3, options={"reset_mask": finished})


def test_seats_go_round_and_resets_go_on() -> None:
    env = tables(2, opponents="greedy,random")
    _, infos = env.reset(seed=1)
    seats = [infos["seat"]]
    for _ in range(5):
        _, infos = env.reset()
        seats.append(infos["seat"])
    assert np.array(seats)[:, 0].tolist() == [0, 1, 2, 0, 1, 2]
    assert np.array(seats)[:, 1].tolist() == [1, 2, 0, 1, 2, 0]
    assert env.matches.tolist() == [10, 11]
    env.reset(seed=1)
    assert env.matches.tolist() == [0, 1]
    assert env.skipped == 0


@pytest.mark.parametrize("rules", ["pagat", "casino_x+joker", "rulesofcards"])
def test_games_pay_what_the_engine_says(rules: str) -> None:
    """Play the same match on a board, with the learner's actions and with bots that answer as in the environment."""
    bot = load_player("greedy")
    params = bot.params()
    seated = np.zeros(1, PLAYERS_DTYPE).view(np.recarray)
    seated["hooks"] = bot.addresses()
    seated["params"] = params.ctypes.data
    env = tables(1, opponents="greedy,greedy", rules=rules)
    board = Board(load(rules))
    own = new_own()
    choice = new_choice()
    observation, infos = env.reset(seed=6)
    for _ in range(20):
        seat = int(infos["seat"][0])
        board.begin_match(6, int(env.matches[0]), 1)
        board.deal()
        over = False
        while (decision := board.advance()) != DECISION_OVER:
            if board.view.me != seat:
                action, _ = ask_bot(seated[0], board.view, int(board.view.me), decision)
                assert board.apply(action) == 0
                continue
            begin_choice(choice[0])
            status = MORE
            while status == MORE:
                assert not over
                assert plane(observation["observation"][0], "decision").argmax() == decision
                actions = env.sample_actions()
                status = choose(board.view, own[0], choice[0], int(actions[0]))
                observation, rewards, terminated, _, _ = env.step(actions)
                over = bool(terminated[0])
            assert status == DONE
            assert board.apply(choice[0].word) == 0
        board.finish()
        assert over
        assert rewards[0] == board.result.payout[seat] / UNIT
        observation, _, _, _, infos = env.step(np.zeros(1, np.int64))


@pytest.mark.parametrize("workers", [1, 3])
def test_an_illegal_action_steps_no_table(workers: int) -> None:
    env, other = (tables(9, workers=workers, copy=False) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)
    for _ in range(60):
        actions = env.sample_actions()
        seen = env._seen["action_mask"].copy()
        wrong = actions.copy()
        playing = np.flatnonzero(seen.any(axis=1))
        chosen = playing[[0, -1]]
        wrong[chosen] = seen[chosen].argmin(axis=1)
        with pytest.raises(
            TongitsError, match=rf"^table {chosen[0]}: action \d+ .*; the same goes for table {chosen[1]}"
        ):
            env.step(wrong)
        one = env.step(actions)
        two = other.step(actions)
        assert same([one], [two])
        other.sample_actions()  # its random numbers go on alike
    assert np.array_equal(env._tables["number"], other._tables["number"])


def test_faults_of_bots_are_named() -> None:
    env = TongitsVectorEnv(2, opponents=f"{BAD_BOTS}:cheat,random")
    with pytest.raises(BotFault, match="cheat broke rule R7 at its discard: the card is not in the hand"):
        stepped(env, 200)
    env = TongitsVectorEnv(2, opponents=f"random,{BAD_BOTS}:raises")
    with pytest.raises(BotFault, match=r"raises failed at its discard: it stopped with an error \(ValueError"):
        stepped(env, 200)
