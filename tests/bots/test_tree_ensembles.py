import io
import random
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from strategies import trained
from strategies.sights import N_SIGHTS
from tests.experiments.sampling import some_trees
from tongits_sim.bots.tree_ensembles import LOWEST, MAX_GROUPS, Ensemble, Tree, TreesError, fill_trees, score_of
from tongits_sim.rules import load
from tongits_sim.run.run_options import RunOptions
from tools.training import Course, Training, TrainingError

Arrays = dict[str, np.ndarray]
MAX_MEMORY = 30_000_000
CONTENT = some_trees(1)
COURSE = Course(rules=("pagat",), drawn=0, rounds=3, games=100)


def arrays_of(content: bytes) -> Arrays:
    with np.load(io.BytesIO(content)) as stored:
        return {name: stored[name].copy() for name in stored.files}


def file_of(arrays: Arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def written(ensembles: tuple[Ensemble, ...]) -> list[object]:
    return [
        (
            ensemble.bias,
            ensemble.stops,
            [[getattr(tree, name).tolist() for name in Tree.__annotations__] for tree in ensemble.trees],
        )
        for ensemble in ensembles
    ]


ANSWER = written(trained.unpacked(CONTENT))


@pytest.fixture(autouse=True)
def memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < MAX_MEMORY


@pytest.mark.timeout(120)
def test_every_mutation_of_a_file_is_read_as_it_was_or_refused() -> None:
    chance = random.Random(1)
    read = 0
    for _ in range(400):
        content = bytearray(CONTENT)
        for _ in range(chance.choice((1, 1, 2, 8))):
            at = chance.randrange(len(content))
            kind = chance.random()
            if kind < 0.7:
                content[at] = chance.choice((0, 255, chance.randrange(256), content[at] ^ 1 << chance.randrange(8)))
            elif kind < 0.85:
                del content[at : at + chance.randrange(1, 40)]
            else:
                content[at:at] = content[at : at + chance.randrange(1, 40)]
        try:
            assert written(trained.unpacked(bytes(content))) == ANSWER
        except TreesError:
            continue
        read += 1
    assert read < 200


@pytest.mark.timeout(120)
def test_every_mutation_of_an_array_is_refused_or_can_be_played() -> None:
    """The bytes are those of a whole archive here, so only the checks of trees stand between it and the kernel."""
    chance = random.Random(2)
    played = 0
    refused = 0
    row = np.zeros(N_SIGHTS + 1, np.int32)
    row[N_SIGHTS] = LOWEST
    for _ in range(250):
        arrays = arrays_of(CONTENT)
        name = chance.choice([array for array in arrays if array != "names"])
        flat = arrays[name].reshape(-1)
        limits = np.iinfo(flat.dtype)
        if chance.random() < 0.8:
            few = int(chance.choice((-4, -3, -2, -1, 0, 1, 2, 3)))
            number = chance.choice((few, few, int(limits.min), int(limits.max)))
            flat[chance.randrange(len(flat))] = np.clip(number, int(limits.min), int(limits.max))
        else:
            arrays[name] = np.delete(arrays[name], chance.randrange(len(arrays[name])), axis=0)
        try:
            record = trained.record_of(file_of(arrays), load("pagat")).view(np.recarray)[0]
        except TreesError:
            refused += 1
            continue
        played += 1
        for kind in range(len(arrays["bias"])):
            score_of(record, row, np.int64(kind))
    assert played > 25
    assert refused > 75


def chain_of_shared(arrays: Arrays, size: int = 40) -> None:
    one_tree(arrays, size)
    arrays["next"][:] = np.repeat(np.arange(1, size + 1), 2)
    arrays["next"][-2:] = ~0


def one_tree(arrays: Arrays, size: int) -> None:
    arrays["trees"][:] = 0
    arrays["trees"][0] = 1
    arrays["stops"] = arrays["stops"][:1]
    arrays["nodes"] = np.array([size], "<i2")
    arrays["feature"] = np.zeros(size, "u1")
    arrays["edge"] = np.zeros(size, "<i4")
    arrays["next"] = np.zeros(2 * size, "<i2")
    arrays["next"][0::2] = ~np.arange(size)
    arrays["next"][1::2] = np.arange(1, size + 1)
    arrays["next"][-1] = ~size
    arrays["leaf"] = np.zeros(size + 1, "<i4")


def to_itself(arrays: Arrays) -> None:
    arrays["next"][:2] = 0


def two_leaves_as_one(arrays: Arrays) -> None:
    arrays["next"][3] = arrays["next"][2]


def out_of_the_file(arrays: Arrays) -> None:
    arrays["next"][-1] = 3


def a_leaf_of_the_next_tree(arrays: Arrays) -> None:
    arrays["next"][3] = ~4


def no_place(arrays: Arrays) -> None:
    arrays["feature"][0] = 255


def fewer_than_no_trees(arrays: Arrays) -> None:
    arrays["trees"][:2] = -1, arrays["trees"][:2].sum() + 1


def a_chain_too_deep(arrays: Arrays) -> None:
    one_tree(arrays, 2_000)


def endless_sums(arrays: Arrays) -> None:
    arrays["bias"][0] = -(2**63)


def a_stranger(arrays: Arrays) -> None:
    arrays["more"] = np.zeros(3)


def a_missing_array(arrays: Arrays) -> None:
    del arrays["leaf"]


def another_type(arrays: Arrays) -> None:
    arrays["leaf"] = arrays["leaf"].astype("<i8")


def another_form(arrays: Arrays) -> None:
    arrays["stops"] = arrays["stops"].reshape(-1)


def pickled(arrays: Arrays) -> None:
    arrays["names"] = np.array([{}], object)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "change",
    [
        chain_of_shared,
        to_itself,
        two_leaves_as_one,
        out_of_the_file,
        a_leaf_of_the_next_tree,
        no_place,
        fewer_than_no_trees,
        a_chain_too_deep,
        endless_sums,
        a_stranger,
        a_missing_array,
        another_type,
        another_form,
        pickled,
    ],
)
def test_a_damaged_tree_file_is_refused(change: Callable[[Arrays], None]) -> None:
    arrays = arrays_of(CONTENT)
    change(arrays)
    with pytest.raises(TreesError):
        trained.unpacked(file_of(arrays))


@pytest.mark.timeout(60)
def test_a_chain_of_splits_is_a_tree() -> None:
    arrays = arrays_of(CONTENT)
    one_tree(arrays, 200)
    (first, *_) = trained.unpacked(file_of(arrays))
    assert len(first.trees[0].feature) == 200
    trained.record_of(file_of(arrays), load("pagat"))


def with_endless_leaves(method: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(CONTENT)) as before, zipfile.ZipFile(buffer, "w", method) as after:
        for name in before.namelist():
            with after.open(name, "w") as member:
                member.write(before.read(name))
                for _ in range(200 * (name == "leaf.npy")):
                    member.write(bytes(10**6))
    return buffer.getvalue()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_unpacks_without_end_is_not_unpacked(method: int) -> None:
    content = with_endless_leaves(method)
    tracemalloc.reset_peak()
    with pytest.raises(TreesError):
        trained.unpacked(content)


def test_more_trees_than_a_record_holds_are_refused_before_any_is_written() -> None:
    alone = Tree(np.zeros(0, "u1"), np.zeros(0, "<i4"), np.zeros((0, 2), np.int64), np.ones(1, "<i4"))
    record = np.zeros(1, trained.TRAINED_DTYPE)
    with pytest.raises(TreesError, match="more trees"):
        fill_trees(record, [Ensemble(7, (alone,) * (8 * MAX_GROUPS + 1))], {}, N_SIGHTS)
    assert not record["tree_bias"].any()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    training = Training(COURSE, RunOptions(workers=1))
    training.trees, training.rounds = CONTENT, 2
    training.save(tmp_path / "state")
    return tmp_path / "state"


def resumed(path: Path) -> tuple[bytes, int]:
    training = Training(COURSE, RunOptions(workers=1))
    training.restore(path)
    return training.trees, training.rounds


@pytest.mark.timeout(120)
def test_every_mutation_of_a_state_is_read_as_it_was_or_refused(state: Path) -> None:
    whole = state.read_bytes()
    chance = random.Random(3)
    before = resumed(state)
    for _ in range(300):
        content = bytearray(whole)
        content[chance.randrange(len(content))] = chance.randrange(256)
        state.write_bytes(content[: chance.choice((None, None, chance.randrange(len(content))))])
        try:
            assert resumed(state) == before
        except TrainingError:
            continue


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "changes",
    [
        {"rounds": np.array([-1])},
        {"rounds": np.array([4])},
        {"rounds": np.zeros(0, np.int64)},
        {"rounds": np.array([2**62])},
        {"rounds": np.array([2.5])},
        {"trees": np.zeros(0, np.uint8)},
        {"trees": np.frombuffer(b"nothing", np.uint8)},
        {"trees": np.zeros(40_000_000, np.uint8)},
        {"course": np.frombuffer(b"\xff", np.uint8)},
        {"more": np.zeros(1)},
    ],
)
def test_a_state_that_no_training_wrote_is_refused(state: Path, changes: Arrays) -> None:
    state.write_bytes(file_of(arrays_of(state.read_bytes()) | changes))
    tracemalloc.reset_peak()
    with pytest.raises(TrainingError, match="resume"):
        resumed(state)
