"""The Gymnasium environment: spaces, the three ways to go on after a game, threads, and games against the engine's."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tests.envs.playing import tables
from tests.playing import BAD_BOTS
from tongits_sim.encoding.choices import DONE, MORE, begin_choice, choose, new_choice, new_own
from tongits_sim.encoding.observation import plane
from tongits_sim.envs.vector import TongitsVectorEnv
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER
from tongits_sim.rules import load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.faults import BotFault

Step = tuple[Any, ...]


def stepped(env: TongitsVectorEnv, steps: int, seed: int = 4) -> list[Step]:
    """What an environment returns over some random steps."""
    env.reset(seed=seed)
    return [env.step(env.sample_actions()) for _ in range(steps)]


def same(one: list[Step], other: list[Step]) -> bool:
    """Whether two such lists are equal."""
    return all(
        all(np.array_equal(a[0][name], b[0][name]) for name in a[0])
        and all(np.array_equal(a[part], b[part]) for part in (1, 2, 3))
        for a, b in zip(one, other, strict=True)
    )


def test_what_it_shows_is_in_its_spaces() -> None:
    env = tables(5, rules="sjs+joker")
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert set(infos["seat"]) <= {0, 1, 2}
    for _ in range(40):
        actions = env.sample_actions()
        assert env.action_space.contains(actions)
        observation, rewards, terminated, truncated, _ = env.step(actions)
        assert env.observation_space.contains(observation)
        assert [each.dtype.name for each in (rewards, terminated, truncated)] == ["float64", "bool", "bool"]
        assert not truncated.any()
    env.close()


def test_the_seed_decides_and_threads_do_not() -> None:
    one, other, third = tables(7, workers=1), tables(7, workers=3), tables(7, workers=1)
    first = stepped(one, 60)
    assert same(first, stepped(other, 60))
    assert same(first, stepped(one, 60))
    assert not same(first, stepped(third, 60, seed=5))
    for env in (one, other, third):
        env.close()


def test_goes_on_in_the_next_step() -> None:
    env = tables(4)
    before = None
    ends = 0
    for observation, rewards, terminated, _, _ in stepped(env, 120):
        if before is not None:
            assert not (before & terminated).any()
            assert (rewards[before] == 0).all()
            assert observation["action_mask"][before].any(axis=1).all()
        assert not observation["action_mask"][terminated].any()
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
    finished, terminated = terminated, np.zeros(3, np.bool_)
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


def test_without_copies_the_same_arrays_are_filled_again() -> None:
    env = tables(2, copy=False)
    first, _ = env.reset(seed=1)
    before = first["observation"].copy()
    second, *_ = env.step(env.sample_actions())
    assert np.shares_memory(first["observation"], second["observation"])
    assert not np.array_equal(before, second["observation"])
    env = tables(2)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.sample_actions())
    assert not np.shares_memory(first["observation"], second["observation"])


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
    """The same match on a board, with the same actions of the learner and bots that answer as these do."""
    from strategies import load_player
    from tongits_sim.game.asking import TABLE_DTYPE, ask_bot

    bot = load_player("greedy")
    params = bot.params()
    seated = np.zeros(1, TABLE_DTYPE).view(np.recarray)
    seated["seat_hooks"] = bot.addresses()
    seated["seat_params"] = params.ctypes.data
    env = tables(1, opponents="greedy,greedy", rules=rules)
    board, own, choice = Board(load(rules)), new_own(), new_choice()
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


def test_wrappers_of_gymnasium_fit() -> None:
    inner = tables(4)
    env = RecordEpisodeStatistics(inner)
    env.reset(seed=1)
    returns = []
    for _ in range(60):
        _, _, _, _, infos = env.step(inner.sample_actions())
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(returns) > 5
    listed = DictInfoToList(tables(2))
    _, each_info = listed.reset(seed=1)
    assert [each["seat"] for each in each_info] == [0, 1]


def test_is_registered() -> None:
    import tongits_sim.envs

    env = gymnasium.make_vec(tongits_sim.envs.VECTOR_NAME, num_envs=3, opponents="random,random", rules="sjs")
    assert isinstance(env, TongitsVectorEnv)
    assert (env.num_envs, env.rules.name) == (3, "sjs")


def test_illegal_actions_are_named() -> None:
    env = tables(2)
    with pytest.raises(TongitsError, match="reset the environment before its first step"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    with pytest.raises(TongitsError, match=r"step needs 2 actions, not \(3,\)"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(TongitsError, match=r"table 0: the action must be .* from 0 to 812, not 9999"):
        env.step(np.full(2, 9999))
    observation, _ = env.reset(seed=1)
    while plane(observation["observation"], "decision").argmax(axis=1)[1] != DECISION_DISCARD:
        observation, *_ = env.step(env.sample_actions())
    actions = env.sample_actions()
    held = plane(observation["observation"], "hand")[1]
    actions[1] = 3 + int(np.flatnonzero(held == 0)[0])
    with pytest.raises(
        TongitsError, match=r"table 1: action \d+ \(card ..\) is illegal at its discard: R7: the card is not"
    ):
        env.step(actions)


@pytest.mark.parametrize("odd", ["x", None, 2.5, float("nan"), -1, 10**30, True])
def test_what_is_no_action_is_refused(odd: Any) -> None:
    env = tables(1)
    env.reset(seed=1)
    with pytest.raises(TongitsError, match="table 0: the action must be a whole number from 0 to 812"):
        env.step([odd])  # type: ignore[arg-type]
    with pytest.raises(TongitsError, match="step needs 1 actions, not "):
        env.step(odd)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_illegal_action_steps_no_table(workers: int) -> None:
    env, other = (tables(9, workers=workers, copy=False) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)
    for _ in range(60):
        actions, seen = env.sample_actions(), env._seen["action_mask"].copy()
        wrong = actions.copy()
        playing = np.flatnonzero(seen.any(axis=1))
        chosen = playing[[0, -1]]
        wrong[chosen] = seen[chosen].argmin(axis=1)
        with pytest.raises(
            TongitsError, match=rf"^table {chosen[0]}: action \d+ .*; the same goes for table {chosen[1]}"
        ):
            env.step(wrong)
        one, two = env.step(actions), other.step(actions)
        assert same([one], [two])
        other.sample_actions()  # its random numbers go on alike
    assert np.array_equal(env._tables["number"], other._tables["number"])


def test_a_single_table_is_told_where_to_go() -> None:
    with pytest.raises(TongitsError, match="make_vec"):
        gymnasium.make("Tongits-v0")


def test_faults_of_bots_are_named() -> None:
    env = TongitsVectorEnv(2, opponents=f"{BAD_BOTS}:cheat,random")
    with pytest.raises(BotFault, match="cheat broke rule R7 at its discard: the card is not in the hand"):
        stepped(env, 200)
    env = TongitsVectorEnv(2, opponents=f"random,{BAD_BOTS}:raises")
    with pytest.raises(BotFault, match=r"raises failed at its discard: it stopped with an error \(ValueError"):
        stepped(env, 200)


def test_what_cannot_be_set_up_is_said() -> None:
    for opponents in ("", "random", "random,random,random"):
        with pytest.raises(TongitsError, match="name two opponents"):
            TongitsVectorEnv(1, opponents=opponents)
    for odd in (0, 2.5, None):
        with pytest.raises(TongitsError, match="num_envs must be a whole number from 1"):
            TongitsVectorEnv(odd, opponents="random,random")  # type: ignore[arg-type]
    with pytest.raises(TongitsError, match="workers must be a whole number from 1"):
        TongitsVectorEnv(1, opponents="random,random", workers=-1)
    with pytest.raises(TongitsError, match="autoreset_mode is 'NextStep', 'SameStep' or 'Disabled', not 'x'"):
        TongitsVectorEnv(1, opponents="random,random", autoreset_mode="x")
