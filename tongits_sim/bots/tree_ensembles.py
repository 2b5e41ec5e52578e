"""Ensembles of regression trees, stored as integers so that bots act alike on every machine.

An ensemble scores a *row* of whole numbers: a constant plus a leaf of each tree (gradient boosting: Friedman 2001).
Sums of integers do not depend on their order.

Files hold them as named arrays, as numpy's `savez` writes them. A reader does not trust what a file says of itself.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import FileError, parse_json

_MAGIC = b"\x93NUMPY\x01\x00"
_AT = len(_MAGIC) + 2  # behind the header's length
_HEADER = re.compile(rb"\{'descr': '([<|]\w+)', 'fortran_order': False, 'shape': \(([\d, ]{0,40})\), \}")
_MAX_HEADER = 2**12
_MAX_MEMBERS = 64


class Column(NamedTuple):
    """An array that a file must hold: type, maximum of the first axis, size of the second axis (0: no second axis)."""

    dtype: str
    most: int
    width: int = 0


def read_arrays(content: bytes, columns: Mapping[str, Column]) -> dict[str, np.ndarray]:
    """Read exactly the arrays in `columns`, which bound the memory. Raises FileError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > _MAX_MEMBERS or sorted(member.filename for member in members) != sorted(
                f"{name}.npy" for name in columns
            ):
                raise FileError(f"it does not hold the arrays {', '.join(columns)}")
            return {name: _read(archive, f"{name}.npy", column) for name, column in columns.items()}
    except FileError:
        raise
    except Exception:  # noqa: BLE001 - zipfile lets errors of many modules through when bytes are damaged
        raise FileError("it is not an archive of arrays, or it is damaged") from None


def _read(archive: zipfile.ZipFile, name: str, column: Column) -> np.ndarray:
    # Only these two methods bound the unpacked size.
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError(f"its {name} is not packed as numpy packs")
    dtype = np.dtype(column.dtype)
    most = _MAX_HEADER + column.most * max(column.width, 1) * dtype.itemsize
    with archive.open(name) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise FileError(f"its {name} is larger than {most:,} bytes")
    start = _AT + int.from_bytes(content[len(_MAGIC) : _AT], "little")
    header = _HEADER.fullmatch(content[_AT:start].rstrip())
    if not content.startswith(_MAGIC) or header is None or start > len(content):
        raise FileError(f"its {name} is not an array of numpy")
    shape = tuple(int(size) for size in header[2].replace(b" ", b"").split(b",") if size)
    form = (column.most, column.width) if column.width else (column.most,)
    if np.dtype(header[1].decode()) != dtype or len(shape) != len(form) or shape[1:] != form[1:]:
        raise FileError(f"its {name} is an array of another form")
    if shape[0] > column.most or len(content) - start != int(np.prod(shape)) * dtype.itemsize:
        raise FileError(f"its {name} has another size than it says, or too many items")
    return np.frombuffer(content, dtype, offset=start).reshape(shape)


MAX_KINDS = 16
MAX_GROUPS = 2**9
MAX_NODES = 2**17
MAX_SPLITS = 255
"""Most splits of a tree. Writing recurses into a tree, which may be as deep as its number of splits."""
LANES = 8
"""Trees of a group are walked together: while the processor waits for memory in one tree, it steps in the others."""
LEAF = 10_000
"""Leaves are in parts: this many make a unit."""
LOWEST = -(2**31)
"""Stands behind the last place of a row. A leaf compares it with its edge, and it never exceeds the edge."""
NEVER = 2**31 - 1

TREE_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("tree_bias", "i8", (MAX_KINDS,)),
    ("tree_first", "i4", (MAX_KINDS + 1,)),  # the first group of each kind of question
    ("tree_root", "u4", (MAX_GROUPS, LANES)),
    ("tree_depth", "i4", (MAX_GROUPS,)),  # steps until all trees of the group are at a leaf
    ("tree_stop", "i8", (MAX_GROUPS, 2)),  # later trees are skipped if the sum is at most the first or above the second
    # Feature (8 bits), low child (24 bits; the high child follows it), edge (32 bits): a value up to the edge goes low.
    # A leaf's edge is its value, and its child is itself. A node is one word, so a step reads memory once.
    ("tree_node", "u8", (MAX_NODES,)),
)
"""Fields of a record that `score_of` reads."""
_FEATURE = np.uint64(0xFF)
_SIDE = np.uint64(0xFFFFFF)
_SIDE_AT = np.uint64(8)


class TreesError(TongitsError):
    """Bytes that hold no trees, or trees of another program. The message continues after the name of a file."""


@njit
def _next(trees, row, node):
    """The next node; a leaf leads to itself."""
    word = trees.tree_node[node]
    high = np.uint64(np.int64(row[word & _FEATURE]) > np.int64(word) >> np.int64(32))
    return ((word >> _SIDE_AT) & _SIDE) + high


@njit
def _value(trees, node):
    return np.int64(trees.tree_node[node]) >> np.int64(32)


@njit
def score_of(trees, row, kind):
    """Score a row for a kind of question, in parts (LEAF); 0 without trees.

    The score stops early if the first trees leave no doubt. The row (int32[]) ends with LOWEST.
    """
    total = trees.tree_bias[kind]
    for group in range(trees.tree_first[kind], trees.tree_first[kind + 1]):
        root = trees.tree_root[group]
        a = np.uint64(root[0])
        b = np.uint64(root[1])
        c = np.uint64(root[2])
        d = np.uint64(root[3])
        e = np.uint64(root[4])
        f = np.uint64(root[5])
        g = np.uint64(root[6])
        h = np.uint64(root[7])
        for _ in range(trees.tree_depth[group]):
            a = _next(trees, row, a)
            b = _next(trees, row, b)
            c = _next(trees, row, c)
            d = _next(trees, row, d)
            e = _next(trees, row, e)
            f = _next(trees, row, f)
            g = _next(trees, row, g)
            h = _next(trees, row, h)
        total += _value(trees, a) + _value(trees, b) + _value(trees, c) + _value(trees, d)
        total += _value(trees, e) + _value(trees, f) + _value(trees, g) + _value(trees, h)
        if total <= trees.tree_stop[group, 0] or total > trees.tree_stop[group, 1]:
            break
    return total


@dataclass(frozen=True)
class Tree:
    """A regression tree; a tree without splits is a single leaf."""

    feature: np.ndarray  # int[nodes]; edge: int[nodes]; a value up to the edge goes low
    edge: np.ndarray
    next: np.ndarray  # int[nodes, 2], low and high child; ~number for a leaf
    leaf: np.ndarray  # int[leaves], parts

    def values(self, rows: np.ndarray) -> np.ndarray:
        """The leaf (int64[n]) of each row (int[n, places])."""
        node = np.full(len(rows), 0 if len(self.feature) else ~0)
        asked = np.flatnonzero(node >= 0)
        while len(asked):
            at = node[asked]
            node[asked] = self.next[at, (rows[asked, self.feature[at]] > self.edge[at]).astype(int)]
            asked = asked[node[asked] >= 0]
        leaves: np.ndarray = self.leaf[~node].astype(np.int64)
        return leaves


@dataclass(frozen=True)
class Ensemble:
    """The trees of one kind of question."""

    bias: int = 0  # constant, in parts
    trees: tuple[Tree, ...] = ()
    # for each group of LANES trees: `tree_stop`; empty: always ask all trees
    stops: tuple[tuple[int, int], ...] = ()

    @property
    def groups(self) -> int:
        """The number of groups of LANES trees."""
        return -(-len(self.trees) // LANES)


def fill_trees(record: np.ndarray, ensembles: Sequence[Ensemble], known: Mapping[int, int], places: int) -> None:
    """Write the ensembles of all kinds of question into a record array of length 1 with TREE_FIELDS.

    Args:
        ensembles: an ensemble for each kind of question.
        known: constant places of rows, with their numbers; splits on them are left out.
        places: the number of places of a row.

    Raises TreesError: there are more trees or nodes than a record holds.
    """
    if sum(ensemble.groups for ensemble in ensembles) > MAX_GROUPS:
        raise TreesError("they are more trees than a record holds")
    words: list[int] = []
    groups = 0
    for kind, ensemble in enumerate(ensembles):
        record["tree_bias"][0, kind] = ensemble.bias
        record["tree_first"][0, kind] = groups
        for number in range(0, len(ensemble.trees), LANES):
            shared = ensemble.trees[number : number + LANES]
            walks = [_append_nodes(tree, known, places, words) for tree in shared]
            walks += [_append_nodes(_NOTHING, known, places, words)] * (LANES - len(shared))
            record["tree_root"][0, groups] = [root for root, _ in walks]
            record["tree_depth"][0, groups] = max(depth for _, depth in walks)
            record["tree_stop"][0, groups] = ensemble.stops[number // LANES] if ensemble.stops else (LOWEST, NEVER)
            groups += 1
    record["tree_first"][0, len(ensembles) :] = groups
    if len(words) > MAX_NODES:
        raise TreesError("its trees have more nodes than a record holds")
    record["tree_node"][0, : len(words)] = np.array(words, np.uint64)


def _append_nodes(tree: Tree, known: Mapping[int, int], places: int, words: list[int]) -> tuple[int, int]:
    """Append the nodes of a tree in the format of TREE_FIELDS. Returns its root and its depth."""

    def skip_known(node: int) -> int:
        while node >= 0 and (at := int(tree.feature[node])) in known:
            node = int(tree.next[node, int(known[at] > tree.edge[node])])
        return node

    def write(place: int, node: int) -> int:
        if node < 0:
            words[place] = (int(tree.leaf[~node]) & 0xFFFFFFFF) << 32 | place << 8 | places
            return 0
        low = len(words)
        words.extend((0, 0))
        words[place] = (int(tree.edge[node]) & 0xFFFFFFFF) << 32 | low << 8 | int(tree.feature[node])
        return 1 + max(write(low + side, skip_known(int(tree.next[node, side]))) for side in (0, 1))

    root = len(words)
    words.append(0)
    return root, write(root, skip_known(0 if len(tree.feature) else ~0))


_NOTHING = Tree(np.zeros(0, "u1"), np.zeros(0, "<i4"), np.zeros((0, 2), np.int64), np.zeros(1, "<i4"))


def packed(ensembles: Sequence[Ensemble], kinds: Sequence[str], places: Sequence[str]) -> bytes:
    """Store ensembles as bytes, with the names of the kinds of question and of a row's places."""
    trees = [tree for ensemble in ensembles for tree in ensemble.trees]
    stops = [ensemble.stops or ((LOWEST, NEVER),) * ensemble.groups for ensemble in ensembles]
    arrays = {
        "names": np.frombuffer(json.dumps([list(kinds), list(places)]).encode(), np.uint8),
        "bias": np.array([ensemble.bias for ensemble in ensembles], "<i8"),
        "trees": np.array([len(ensemble.trees) for ensemble in ensembles], "<i4"),
        "stops": _concatenate([np.array(pairs, "<i4").reshape(-1) for pairs in stops], "<i4").reshape(-1, 2),
        "nodes": np.array([len(tree.feature) for tree in trees], "<i2"),
        "feature": _concatenate([tree.feature for tree in trees], "u1"),
        "edge": _concatenate([tree.edge for tree in trees], "<i4"),
        "next": _concatenate([tree.next.reshape(-1) for tree in trees], "<i2"),
        "leaf": _concatenate([tree.leaf for tree in trees], "<i4"),
    }
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


_MAX_TREES = MAX_GROUPS * LANES
_MAX_BIAS = 2**31
_COLUMNS = {
    "names": Column("u1", 2**16),
    "bias": Column("<i8", MAX_KINDS),
    "trees": Column("<i4", MAX_KINDS),
    "stops": Column("<i4", MAX_GROUPS, 2),
    "nodes": Column("<i2", _MAX_TREES),
    "feature": Column("u1", MAX_NODES),
    "edge": Column("<i4", MAX_NODES),
    "next": Column("<i2", 2 * MAX_NODES),
    "leaf": Column("<i4", MAX_NODES),
}


def unpacked(content: bytes, kinds: Sequence[str], places: Sequence[str]) -> tuple[Ensemble, ...]:
    """Read the bytes of `packed`. Rows may have new places since, such as a new rule. Raises TreesError: no trees, or
    trees for other questions or rows.
    """
    try:
        arrays = read_arrays(content, _COLUMNS)
        names = _names(arrays["names"].tobytes(), kinds, places)
    except FileError as error:
        raise TreesError(f"it holds no trees: {error}") from None
    stored = _Stored(**{name: array for name, array in arrays.items() if name != "names"})
    stored.check(len(kinds), len(names))
    place_of = np.array([places.index(name) for name in names], "u1")
    return tuple(stored._replace(feature=place_of[stored.feature]).ensembles())


def _names(content: bytes, kinds: Sequence[str], places: Sequence[str]) -> list[str]:
    """The places that trees look at. Raises FileError, TreesError."""
    value = parse_json(content)
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(part, list) for part in value)):
        raise FileError("it does not name the questions and the places of a row")
    answered, names = value
    if not all(isinstance(name, str) for name in names):
        raise FileError("a place of a row has no name")
    if missing := sorted(set(names) - set(places)):
        raise TreesError(f"its trees look at {', '.join(missing[:3])}, which no row has")
    if answered != list(kinds):
        raise TreesError("its trees answer other questions")
    return list(names)


class _Stored(NamedTuple):
    """The arrays of a file; all trees follow each other."""

    bias: np.ndarray
    trees: np.ndarray
    stops: np.ndarray
    nodes: np.ndarray
    feature: np.ndarray
    edge: np.ndarray
    next: np.ndarray
    leaf: np.ndarray

    def check(self, kinds: int, places: int) -> None:
        """Raises TreesError: the arrays hold no trees, or trees too large for a record."""
        counts = self.trees.astype(np.int64)
        sizes = self.nodes.astype(np.int64)
        if not len(counts) == len(self.bias) == kinds or (counts < 0).any() or counts.sum() != len(sizes):
            raise TreesError("it does not say how many trees each question has")
        if ((self.bias > _MAX_BIAS) | (self.bias < -_MAX_BIAS)).any():
            raise TreesError("the constant of a question is beyond all bounds")
        if len(self.stops) != (-(-counts // LANES)).sum():
            raise TreesError("it does not say where the sums of its trees end")
        if ((sizes < 0) | (sizes > MAX_SPLITS)).any():
            raise TreesError(f"a tree has more than {MAX_SPLITS} splits, or fewer than none")
        splits = int(sizes.sum())
        if not (len(self.feature) == len(self.edge) == splits and len(self.next) == 2 * splits):
            raise TreesError("its trees have other splits than it says")
        if len(self.leaf) != splits + len(sizes):
            raise TreesError("its trees have other leaves than it says")
        if 2 * splits + LANES * len(self.stops) > MAX_NODES:
            raise TreesError("its trees have more nodes than a record holds")
        if (self.feature >= places).any():
            raise TreesError("a tree looks at a place that has no name")
        self._check_shape(sizes)

    def _check_shape(self, sizes: np.ndarray) -> None:
        """Check that every walk from a root ends at a leaf of its tree: children come after their parents, and every
        node but the root has exactly one parent. Raises TreesError.
        """
        following = self.next.reshape(-1, 2).astype(np.int64)
        size = np.repeat(sizes, sizes)[:, None]
        first = np.repeat(np.cumsum(sizes) - sizes, sizes)[:, None]  # index of the tree's first split
        first_leaf = first + np.repeat(np.arange(len(sizes)), sizes)[:, None]  # a tree has a leaf more than splits
        own = np.arange(len(following))[:, None] - first
        split = following >= 0
        if (np.where(split, following <= own, ~following > size) | (following >= size)).any():
            raise TreesError("a branch of a tree leads back, or out of its tree")
        parents = np.bincount((first + following)[split], minlength=len(following))
        roots = (own == 0)[:, 0]
        leaf_parents = np.bincount((first_leaf + ~following)[~split], minlength=len(self.leaf))
        lone = np.repeat(sizes == 0, sizes + 1)  # the leaf of a tree without splits
        if (parents != np.where(roots, 0, 1)).any() or (leaf_parents != np.where(lone, 0, 1)).any():
            raise TreesError("two branches of a tree meet, or a part of it cannot be reached")

    def ensembles(self) -> Iterator[Ensemble]:
        number = node = leaf = group = 0
        for bias, count in zip(self.bias.tolist(), self.trees.tolist(), strict=True):
            trees = []
            for size in self.nodes[number : number + count].tolist():
                at = slice(node, node + size)
                ends = slice(leaf, leaf + size + 1)
                following = self.next[2 * node : 2 * (node + size)].reshape(-1, 2).astype(np.int64)
                trees.append(Tree(self.feature[at], self.edge[at], following, self.leaf[ends]))
                node = node + size
                leaf = leaf + size + 1
            groups = -(-count // LANES)
            stops = tuple((low, high) for low, high in self.stops[group : group + groups].tolist())
            number = number + count
            group = group + groups
            yield Ensemble(bias, tuple(trees), stops)


def _concatenate(parts: list[np.ndarray], dtype: str) -> np.ndarray:
    return np.concatenate([np.zeros(0, dtype), *parts]).astype(dtype)
