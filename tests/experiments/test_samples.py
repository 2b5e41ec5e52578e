import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from strategies.trained import with_trees
from tests.experiments.forks.forking import counted as played
from tests.experiments.sampling import deviations, samples, slow_rows, some_trees
from tongits_sim.experiments.samples import SAMPLES_DTYPE, streak_worth, streak_worths
from tongits_sim.game.state import MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE, new_record
from tongits_sim.rules import load, preset_names


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pagat", "sjs", "pagat+joker"])
@pytest.mark.parametrize("trees", [b"", some_trees(5)])
def test_rows_are_those_of_games_played_one_by_one(rules: str, trees: bytes) -> None:
    job = deviations("greedy", rules, trees, games=9)
    slow = [row for number in range(9) for row in slow_rows(job, number)]
    kinds, _, gains = played(job).rows()
    assert list(zip(kinds.tolist(), gains.tolist(), strict=True)) == slow
    assert len(slow) > 50


@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+joker"])
def test_every_option_is_legal(rules: str) -> None:
    """An illegal one is a fault, and `played` wants none; trees that choose at random choose all kinds."""
    if load(rules).match.progressive_target:
        return
    player = with_trees(some_trees(4), keeps=True)
    job = replace(samples(rules, 300), players=(player, *samples().players[1:]), explore=0.3)
    assert played(job)["branches"][0] > 500


@pytest.mark.slow
@pytest.mark.parametrize("player", ["hunter", "random"])
def test_every_option_beside_a_bots_answer_is_legal(player: str) -> None:
    for rules in ("sjs", "pagat+joker"):
        assert played(deviations(player, rules, some_trees(7), games=400))["branches"][0] > 800


def test_blocks_do_not_matter() -> None:
    one = played(samples(), 7).rows()
    other = played(samples()).rows()
    for array, same in zip(one, other, strict=True):
        assert np.array_equal(array, same)


def test_a_share_of_decisions_is_sampled() -> None:
    calls = played(samples(games=400, share={"call": 1.0})).rows()[0]
    some = played(samples(games=400, share={"call": 0.25})).rows()[0]
    assert set(calls) == {0}
    assert 0.15 < len(some) / len(calls) < 0.35


def test_an_action_in_a_match_is_valued_by_its_game_alone() -> None:
    """Without a jackpot, the rows of the first games of matches are those of single games."""
    rules = load("pagat", ["jackpot.seed=0", "jackpot.add=0"])
    single = replace(samples(games=40), rules=rules)
    alone = played(single)
    three = played(replace(single, games=120, match_games=3))
    first = [_rows_by_match(found)[number] for found in (alone, three) for number in range(40)]
    for alone_match, match in zip(first[:40], first[40:], strict=True):
        assert match[: len(alone_match)] == alone_match
    assert len(three.rows()[0]) > 2 * len(alone.rows()[0])


def _rows_by_match(found: Any) -> dict[int, list[tuple[int, ...]]]:
    rows: dict[int, list[tuple[int, ...]]] = {}
    for part in found.parts:
        for number, kind, gain, row in zip(
            *(part[f"row{name}"] for name in ("_match", "_kind", "_gain", "")), strict=True
        ):
            rows.setdefault(int(number), []).append((int(kind), int(gain), *row.tolist()))
    return rows


@pytest.mark.parametrize(("length", "again"), [(2, 0.4), (3, 0.3)])
def test_a_streak_promises_what_it_brings(length: int, again: float) -> None:
    rules = load("pagat", [f"jackpot.streak={length}"])
    chance = random.Random(5)
    games = 20_000
    share, constant = streak_worths(rules, again)
    for held in range(1, length):
        brought = [_brought(held, 10.0, length, again, rules.jackpot.add, chance) for _ in range(games)]
        error = np.std(brought) / games**0.5
        assert share[held] * 10 + constant[held] == pytest.approx(np.mean(brought), abs=4 * error)
    assert not share[length:].any()


def _brought(held: int, jackpot: float, length: int, again: float, added: float, chance: random.Random) -> float:
    """What the seat with a streak earns until somebody takes the jackpot."""
    holder, earned = 0, 0.0
    while held < length:
        jackpot = jackpot + 3 * added
        earned = earned - added
        if chance.random() < again:
            held += 1
        else:
            holder = (holder + chance.choice((1, 2))) % 3
            held = 1
    return earned + (jackpot if holder == 0 else 0.0)


def test_a_game_of_a_match_is_worth_what_its_streak_promises() -> None:
    state, view, match, result = (
        new_record(dtype)[0] for dtype in (SAMPLES_DTYPE, VIEW_DTYPE, MATCH_DTYPE, RESULT_DTYPE)
    )
    state.streak_share[1], state.streak_constant[1], view.jackpot = 500_000, 100, 900
    worth = {}
    for case, winner, holder in (("takes", 1, -1), ("holds", 1, 1), ("nobody", -1, -1)):
        result.winner = winner
        match.streak_seat = holder
        match.streak = int(holder >= 0)
        worth[case] = [int(streak_worth(state, view, match, result, np.int64(seat))) for seat in range(3)]
    assert worth == {"takes": [0, 900, 0], "holds": [175, 550, 175], "nobody": [300, 300, 300]}
