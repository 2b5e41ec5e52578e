from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyses.gains import gains
from strategies import load_player, trained
from strategies.option_trees import KINDS
from strategies.sights import N_SIGHTS, SIGHTS, fill_rules, rule_places
from tests.experiments.sampling import some_trees
from tongits_sim.bots.tree_ensembles import LANES, LOWEST, Ensemble, score_of
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.rules import load
from tongits_sim.run.run_options import RunOptions
from tools.training import DOUBT, Course, Training, TrainingError, draw_rules, stops_of, sums_of

ONE = RunOptions(workers=1)
FOLDS = "habit(player=greedy, never_challenge=1)"


def _slow(ensemble: Ensemble, row: np.ndarray) -> int:
    total = ensemble.bias
    for number, tree in enumerate(ensemble.trees):
        if number == LANES and not ensemble.stops[0][0] < total <= ensemble.stops[0][1]:
            break
        node = 0
        while node >= 0:
            node = int(tree.next[node, int(row[tree.feature[node]] > tree.edge[node])])
        total += int(tree.leaf[~node])
    return total


def test_the_kernel_walks_the_trees_as_python_does() -> None:
    content = some_trees(1)
    record = trained.record_of(content, load("pagat")).view(np.recarray)[0]
    rows = np.random.default_rng(2).integers(-2, 14, (50, N_SIGHTS + 1)).astype(np.int32)
    rows[:, N_SIGHTS] = LOWEST
    for number, ensemble in enumerate(trained.unpacked(content)):
        for row in rows:
            fill_rules(row, load("pagat"))
            assert score_of(record, row, np.int64(number)) == _slow(ensemble, row)


def test_a_call_after_the_draw_is_read_as_one_before_it() -> None:
    read = [rule_places(load("pagat", [f"call.timing={timing}"])) for timing in ("after_draw", "start", "end")]
    assert np.array_equal(read[0], read[1])
    assert not np.array_equal(read[0], read[2])


def test_trees_left_out_seldom_turn_a_yes() -> None:
    (ensemble, *_) = trained.unpacked(some_trees(6))
    rows = np.random.default_rng(7).integers(-2, 14, (3_000, N_SIGHTS))
    stops = stops_of(sums_of(ensemble, rows), alone=True)
    asked = replace(ensemble, stops=stops)
    every = replace(ensemble, stops=((-(10**8), 10**8),) * 2)
    turned = [(_slow(asked, row) > 0) != (_slow(every, row) > 0) for row in rows]
    short = [
        not stops[0][0] < sum(tree.values(row[None])[0] for tree in ensemble.trees[:LANES]) <= stops[0][1]
        for row in rows
    ]
    assert np.mean(short) > 0.1
    assert np.mean(turned) <= 2 * DOUBT


def test_trees_survive_a_new_place_of_the_row() -> None:
    """A house rule that the trees have never seen moves the places behind it."""
    from tongits_sim.bots.tree_ensembles import packed, unpacked

    kinds = [str(number) for number in range(len(KINDS))]
    content = packed(trained.unpacked(some_trees(1)), kinds, SIGHTS)
    moved = unpacked(content, kinds, ("something_new", *SIGHTS))
    for old, new in zip(trained.unpacked(some_trees(1)), moved, strict=True):
        for old_tree, new_tree in zip(old.trees, new.trees, strict=True):
            assert (new_tree.feature == old_tree.feature + 1).all()
    with pytest.raises(TongitsError, match="no row has"):
        unpacked(content, kinds, SIGHTS[1:])


def test_a_file_that_holds_no_trees_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.trees"
    file.write_bytes(b"nothing")
    with pytest.raises(TongitsError, match=r"python -m tools\.train makes one"):
        load_player(f"trained(file={file})").params(load("pagat"))


def test_it_plays_under_rules_that_nothing_was_made_for() -> None:
    player = load_player("trained")
    for number in range(4):
        rules = draw_rules(number, 11)
        run = ONE.run(BatchJob(rules, (player, load_player("expert"), load_player("greedy")), 30, 1))
        assert run.totals.games == 30


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pagat", "rulesofcards"])
def test_it_earns_more_than_expert(rules: str) -> None:
    """One seat against two of `expert`: it is far ahead, so few games show it."""
    expert = load_player("expert")
    (gain,) = gains(load(rules), (expert,) * 3, [load_player("trained")], ONE, 2_000, 17)
    assert gain.low > 0


COURSE = Course(rules=("pagat",), drawn=1, rounds=2, games=4_000, seed=4)


def test_training_goes_on_where_it_stopped_on_any_number_of_workers(tmp_path: Path) -> None:
    straight = Training(COURSE, ONE)
    first = Training(COURSE, ONE)
    straight.step()
    straight.step()
    first.step()
    first.save(tmp_path / "state")
    other = Training(COURSE, RunOptions(workers=2))
    other.restore(tmp_path / "state")
    other.step()
    assert other.trees == straight.trees
    assert len(other.trees) > 5_000
    with pytest.raises(TrainingError, match="another course"):
        Training(replace(COURSE, seed=5), ONE).restore(tmp_path / "state")


@pytest.mark.slow
def test_training_finds_a_planted_hole() -> None:
    """The opponents fold every call, so the best response calls much more."""
    course = Course(rules=("pagat",), drawn=0, rounds=2, games=6_000, seed=4, rivals=(FOLDS, FOLDS))
    training = Training(course, ONE)
    training.step()
    training.step()
    folder = load_player(FOLDS)
    expert = load_player("expert")
    (gain,) = gains(load("pagat"), (expert, folder, folder), [training.player], ONE, 2_000, 23)
    assert gain.low > 0
