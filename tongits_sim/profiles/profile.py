"""A profile as a value: grids of cells, and in each cell the probability of yes and the values of both answers.

A profile's file is gzipped JSON (`tongits-profile/1`): small, the same on every machine, and readable by other
programs. It names the rules it was solved for by a digest of their knobs, and is refused under others.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import itertools
import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, parse_json, read_file
from tongits_sim.profiles.cells import FEATURE, GRID_FIELDS, KINDS, MAX_AXES, MOST, MOST_CELLS, N_KINDS, fill_grid

FORMAT = "tongits-profile/1"
_LARGEST_FILE = 4_000_000
_LARGEST_TEXT = 24_000_000
VALUES = ("weight", "ev_yes", "ev_no", "se")
"""The arrays that a grid may hold beside probabilities."""
_SOLVED: Mapping[str, tuple[type, ...]] = {"knobs": (dict,), "gain": (dict,), "valued": (int, float)}

PROFILE_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    *GRID_FIELDS,
    ("profile_yes", "f4", (N_KINDS, MOST_CELLS)),
)
"""Fields of the parameters of a bot that plays a profile."""

Axes = tuple[tuple[str, tuple[int, ...]], ...]


class ProfileError(TongitsError):
    """A profile that cannot be read, or is for other rules."""


@dataclass(frozen=True)
class Grid:
    """The cells of one kind of decision.

    Attributes:
        kind: one of `cells.KINDS`.
        axes: features with the edges of their bins.
        yes: probability of yes in every cell, float32 in C order, as bytes.
        values: further float32 arrays of the same shape, as bytes: `weight` (decisions in 1000 games), `ev_yes`,
            `ev_no` (units), `se` (of their difference).
    """

    kind: str
    axes: Axes
    yes: bytes
    values: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in KINDS or not 1 <= len(self.axes) <= MAX_AXES:
            raise ProfileError(f"a grid is for {', '.join(KINDS[:-1])} or {KINDS[-1]} and has 1 to {MAX_AXES} axes")
        for feature, edges in self.axes:
            rising = all(low < high for low, high in itertools.pairwise(edges))
            if feature not in FEATURE or not edges or not rising or not 0 <= edges[0] <= edges[-1] <= MOST:
                raise ProfileError(f"a grid's axis {feature!r} must be a feature with increasing bins from 0 to {MOST}")
        if self.cells > MOST_CELLS:
            raise ProfileError(f"a grid has at most {MOST_CELLS:,} cells, not {self.cells:,}")
        if any(len(each) != 4 * self.cells for each in (self.yes, *self.values.values())):
            raise ProfileError(f"the grid for {self.kind} has {self.cells:,} cells and arrays of another size")

    @property
    def shape(self) -> tuple[int, ...]:
        """Bins of every axis."""
        return tuple(len(edges) for _, edges in self.axes)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return math.prod(self.shape)

    def array(self, name: str = "yes") -> np.ndarray:
        """One of its arrays: float32 of its shape."""
        data = self.yes if name == "yes" else self.values[name]
        return np.frombuffer(data, "<f4").reshape(self.shape)


@dataclass(frozen=True)
class Profile:
    """The result of a solver.

    Attributes:
        rules: name of the rules.
        digest: digest of their knobs.
        base: the bot whose card play it was solved with.
        grids: one for each kind of decision it answers.
        solved: how it was made: iterations, games, seed, exploitability ...; plain values.
    """

    rules: str
    digest: str
    base: str
    grids: tuple[Grid, ...]
    solved: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of decisions it answers."""
        return tuple(grid.kind for grid in self.grids)

    def grid(self, kind: str) -> Grid | None:
        """The grid of a kind of decision."""
        return next((grid for grid in self.grids if grid.kind == kind), None)

    def fill(self, record: np.ndarray) -> None:
        """Write the grids and probabilities into a record array of length 1 with PROFILE_FIELDS."""
        for grid in self.grids:
            kind = KINDS.index(grid.kind)
            fill_grid(record, kind, grid.axes)
            record["profile_yes"][0, kind, : grid.cells] = grid.array().reshape(-1)

    def check(self, rules: Any) -> None:
        """Refuse other rules, and say what differs. Raises ProfileError."""
        if rules.digest() == self.digest:
            return
        same_name = f"other rules of the name {rules.name}" if rules.name == self.rules else rules.name
        raise ProfileError(
            f"this profile was solved for {self.rules}, not for {same_name}{self._differences(rules)}; solve these "
            f"rules with 'tongits solve --rules {rules.name} -o FILE'"
        )

    def _differences(self, rules: Any) -> str:
        """The knobs in which its rules differ from others, in brackets; empty where it does not state its knobs."""
        stated = self.solved.get("knobs")
        if not isinstance(stated, Mapping):
            return ""
        own = {name: stated.get(name, knob.absent) for name, knob in rules.ALL.knobs.items()}
        other = [f"{name} ({own[name]}, not {value})" for name, value in rules.knobs().items() if own[name] != value]
        more = f" and {len(other) - 3} more" if len(other) > 3 else ""
        return f" (they differ in {', '.join(other[:3])}{more})" if other else ""

    def contents(self) -> str:
        """Sixteen hex digits that change with anything that decides how it plays."""
        digest = hashlib.sha256()
        for grid in self.grids:
            digest.update(repr((grid.kind, grid.axes)).encode() + grid.yes)
        return digest.hexdigest()[:16]


def to_bytes(profile: Profile) -> bytes:
    """A profile as the contents of its file; the same profile gives the same bytes."""
    grids = [
        {
            "kind": grid.kind,
            "axes": [[feature, list(edges)] for feature, edges in grid.axes],
            "yes": _pack(np.round(grid.array() * 65535).astype("<u2")),
            "values": {name: _pack(np.frombuffer(data, "<f4").astype("<f2")) for name, data in grid.values.items()},
        }
        for grid in profile.grids
    ]
    document = {
        "format": FORMAT,
        "rules": profile.rules,
        "rules_digest": profile.digest,
        "base": profile.base,
        "solved": dict(profile.solved),
        "grids": grids,
    }
    return gzip.compress(json.dumps(document, indent=1, allow_nan=False).encode(), 9, mtime=0)


def from_bytes(content: bytes, name: str) -> Profile:
    """The profile in the contents of a file called `name`. Raises ProfileError."""
    try:
        document = parse_json(_unzip(content))
        return _read(document)
    except (FileError, ProfileError, KeyError, TypeError, ValueError, OSError, EOFError, zlib.error) as error:
        why = str(error) or type(error).__name__
        raise ProfileError(f"{name} is not a profile of this program ({FORMAT}), or is damaged: {why[:200]}") from None


def read_profile(path: str) -> Profile:
    """The profile in a file. Raises ProfileError."""
    try:
        content = read_file(Path(path), _LARGEST_FILE)
    except FileError as error:
        raise ProfileError(f"the profile {path} cannot be read: {error}") from None
    return from_bytes(content, path)


def is_profile(path: str) -> bool:
    """Whether a file begins as a profile does."""
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError:
        return False


def _unzip(content: bytes) -> bytes:
    reader = zlib.decompressobj(wbits=31)
    text = reader.decompress(content, _LARGEST_TEXT)
    if reader.unconsumed_tail or not reader.eof:
        raise ProfileError("it is cut off, or larger than any profile")
    return text


def _pack(array: np.ndarray) -> str:
    return base64.b64encode(zlib.compress(array.tobytes(), 9)).decode()


def _unpack(text: Any, dtype: str, cells: int) -> np.ndarray:
    reader = zlib.decompressobj()
    size = np.dtype(dtype).itemsize * cells
    data = reader.decompress(base64.b64decode(str(text), validate=True), size + 1)
    if len(data) != size:
        raise ProfileError("an array has another size than its grid")
    return np.frombuffer(data, dtype)


def _read(document: Any) -> Profile:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ProfileError("it has another format")
    if "weighed" in document:
        raise ProfileError("it holds weights of the bot learned, which deep has replaced")
    grids = []
    for each in document["grids"]:
        axes = tuple((str(feature), tuple(_whole(edge) for edge in edges)) for feature, edges in each["axes"])
        cells = math.prod(len(edges) for _, edges in axes)
        if cells > MOST_CELLS:
            raise ProfileError("it has too many cells")
        yes = (_unpack(each["yes"], "<u2", cells).astype("<f4") / 65535).astype("<f4")
        grids.append(Grid(str(each["kind"]), axes, yes.tobytes(), _values(each["values"], cells)))
    if len({grid.kind for grid in grids}) < len(grids):
        raise ProfileError("it has two grids for one kind of decision")
    solved = document["solved"]
    if not isinstance(solved, dict):
        raise ProfileError("'solved' is not an object")
    for name, kinds in _SOLVED.items():
        if not isinstance(solved.get(name), (*kinds, type(None))):
            raise ProfileError(f"{name!r} in 'solved' has another form")
    texts = (document[name] for name in ("rules", "rules_digest", "base"))
    rules, digest, base = (str(text) for text in texts)
    return Profile(rules, digest, base, tuple(grids), solved)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ProfileError("an edge of a bin is not a whole number")
    return value


def _values(document: Any, cells: int) -> dict[str, bytes]:
    """The `values` of a `Grid`: all of the arrays or none."""
    if not isinstance(document, dict) or (document and set(document) != set(VALUES)):
        raise ProfileError(f"its values are not {', '.join(VALUES)}")
    arrays = {name: _unpack(text, "<f2", cells).astype("<f4") for name, text in document.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all() or (name in ("weight", "se") and array.min(initial=0.0) < 0):
            raise ProfileError(f"{name} of a cell is not a number, or below 0")
    return {name: array.tobytes() for name, array in arrays.items()}
