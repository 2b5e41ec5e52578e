"""Tables stepped in compiled code; what they show and pay is tested in test_vector.py."""

from __future__ import annotations

import numpy as np

from tests.envs.playing import tables
from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.choices import MASK_DTYPE
from tongits_sim.envs.tables import PLAYING, pick_actions


def test_random_actions_are_legal_and_all_are_picked() -> None:
    masks = np.zeros((4, N_ACTIONS), np.int8)
    masks[0, [0, 7, 812]] = 1
    masks[2, 5] = 1
    masks[3] = 1
    actions, words = np.zeros(4, np.int64), np.arange(4, dtype=np.uint64)
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
