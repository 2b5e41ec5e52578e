"""Best responses to styles of opponents, cell by cell, for a player who moves towards them as it learns a style.

A style is a place on two scales: how often somebody calls and how often he challenges, each *less*, *usual* or *more*
often than a solved player. In the middle nothing is stored: there a profile plays. For each of the eight other places
there is an answer in each cell: yes, no, or as the profile. `rates` say how often a player of each place says yes when
he may, so that frequencies seen at a table can be placed.
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
from tongits_sim.folders.files import parse_json, read_file
from tongits_sim.profiles.cells import KINDS, MOST_CELLS
from tongits_sim.profiles.profile import Axes, Grid, Profile

FORMAT = "tongits-responses/1"
PLACES = ("less", "usual", "more")
"""Places on a scale."""
STYLES = tuple(itertools.product(PLACES, PLACES))
"""How somebody calls, how he challenges; a style's number is its place here."""
MIDDLE = ("usual", "usual")
ANSWERED = ("call", "respond")
"""The kinds of decisions with responses; a scale for each."""
SAY_NO, SAY_YES, AS_PROFILE = (np.uint8(number) for number in range(3))
_LARGEST_FILE = 1_000_000
_LARGEST_TEXT = 8_000_000

RESPONSE_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("response_say", "u1", (len(ANSWERED), MOST_CELLS, len(STYLES))),
    ("response_rates", "f8", (len(ANSWERED), len(PLACES))),
    ("response_weight", "f8", (len(ANSWERED),)),
)
"""Fields of the parameters of a bot that plays responses."""


class ResponseError(TongitsError):
    """Responses that cannot be read, or are for another profile."""


@dataclass(frozen=True)
class Responses:
    """Responses to eight styles under one set of rules.

    Attributes:
        rules: name of the rules.
        digest: digest of their knobs.
        axes: by kind of decision, the axes of its grid: those of the profile they belong to.
        says: by kind and style, `SAY_NO`, `SAY_YES` or `AS_PROFILE` in every cell, uint8 as bytes; no `MIDDLE`.
        rates: by kind, how often players of the three places say yes when they may; rising.
        weight: by kind, how many chances of a player the usual frequency counts for (a + b of a beta distribution).
        about: how they were made; plain values.
    """

    rules: str
    digest: str
    axes: Mapping[str, Axes]
    says: Mapping[tuple[str, str, str], bytes]
    rates: Mapping[str, tuple[float, float, float]]
    weight: Mapping[str, float]
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wanted = {(kind, *style) for kind in self.axes for style in STYLES if style != MIDDLE}
        if set(self.says) != wanted or set(self.axes) != set(ANSWERED):
            raise ResponseError("there must be an answer to each of the eight styles for each kind of decision")
        for kind, axes in self.axes.items():
            cells = Grid(kind, axes, bytes(4 * math.prod(len(edges) for _, edges in axes))).cells
            each = [np.frombuffer(says, np.uint8) for key, says in self.says.items() if key[0] == kind]
            if any(len(says) != cells or says.max(initial=0) > AS_PROFILE for says in each):
                raise ResponseError(f"the answers to a {kind} do not fill its {cells:,} cells with yes, no or neither")
            rates, weight = self.rates[kind], self.weight[kind]
            if not 0 <= rates[0] <= rates[1] <= rates[2] <= 1 or not 0 < weight < math.inf:
                raise ResponseError("frequencies must rise from less to more, and have positive weights")

    def fill(self, record: np.ndarray) -> None:
        """Write them into a record array of length 1 with RESPONSE_FIELDS."""
        record["response_say"] = AS_PROFILE
        record["response_weight"] = 1.0
        for kind in self.axes:
            number = ANSWERED.index(kind)
            for style in STYLES:
                if style != MIDDLE:
                    says = np.frombuffer(self.says[kind, *style], np.uint8)
                    record["response_say"][0, number, : len(says), STYLES.index(style)] = says
            record["response_rates"][0, number] = self.rates[kind]
            record["response_weight"][0, number] = self.weight[kind]

    def played(self, profile: Profile, style: tuple[str, str]) -> dict[str, np.ndarray]:
        """The probabilities of yes, float64[cells] by kind, of a player who answers one style, on top of a profile.

        Raises ResponseError: the profile has other cells.
        """
        self.check(profile)
        probabilities: dict[str, np.ndarray] = {}
        for grid in profile.grids:
            yes = grid.array().reshape(-1).astype(float)
            if style != MIDDLE and grid.kind in self.axes:
                says = np.frombuffer(self.says[grid.kind, *style], np.uint8)
                yes = np.where(says == AS_PROFILE, yes, says.astype(float))
            probabilities[grid.kind] = yes
        return probabilities

    def check(self, profile: Profile) -> None:
        """Refuse a profile that they do not belong to. Raises ResponseError."""
        grids = {grid.kind: grid.axes for grid in profile.grids}
        if self.digest != profile.digest or any(grids.get(kind) != axes for kind, axes in self.axes.items()):
            raise ResponseError(f"these responses are for {self.rules}, and for other cells than those of the profile")

    def contents(self) -> str:
        """Sixteen hex digits that change with anything that decides how they are played."""
        digest = hashlib.sha256(repr(sorted((kind, axes) for kind, axes in self.axes.items())).encode())
        for key in sorted(self.says):
            digest.update(repr(key).encode() + self.says[key])
        digest.update(repr([sorted(self.rates.items()), sorted(self.weight.items())]).encode())
        return digest.hexdigest()[:16]


def to_bytes(responses: Responses) -> bytes:
    """Responses as the contents of their file; the same ones give the same bytes."""
    document = {
        "format": FORMAT,
        "rules": responses.rules,
        "rules_digest": responses.digest,
        "about": dict(responses.about),
        "kinds": {
            kind: {
                "axes": [[feature, list(edges)] for feature, edges in axes],
                "rates": list(responses.rates[kind]),
                "weight": responses.weight[kind],
                "says": {
                    "/".join(style): base64.b64encode(zlib.compress(responses.says[kind, *style], 9)).decode()
                    for style in STYLES
                    if style != MIDDLE
                },
            }
            for kind, axes in responses.axes.items()
        },
    }
    return gzip.compress(json.dumps(document, indent=1, allow_nan=False).encode(), 9, mtime=0)


def read_responses(path: str | Path) -> Responses:
    """The responses in a file. Raises ResponseError."""
    try:
        reader = zlib.decompressobj(wbits=31)
        text = reader.decompress(read_file(Path(path), _LARGEST_FILE), _LARGEST_TEXT)
        if reader.unconsumed_tail or not reader.eof:
            raise ResponseError("it is cut off, or too large")
        return _read(parse_json(text))
    except (TongitsError, KeyError, TypeError, ValueError, OSError, EOFError, zlib.error) as error:
        why = str(error) or type(error).__name__
        raise ResponseError(
            f"{path} holds no responses of this program ({FORMAT}), or is damaged: {why[:200]}"
        ) from None


def _read(document: Any) -> Responses:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ResponseError("it has another format")
    if not isinstance(document["kinds"], dict) or not isinstance(document["about"], dict):
        raise ResponseError("'kinds' or 'about' is not an object")
    axes, says, rates, weight = {}, {}, {}, {}
    for kind in (each for each in KINDS if each in document["kinds"]):
        stored = document["kinds"][kind]
        axes[kind] = tuple((str(feature), tuple(int(edge) for edge in edges)) for feature, edges in stored["axes"])
        low, usual, high = (float(rate) for rate in stored["rates"])
        rates[kind], weight[kind] = (low, usual, high), float(stored["weight"])
        for style in STYLES:
            if style != MIDDLE:
                packed = base64.b64decode(str(stored["says"]["/".join(style)]), validate=True)
                says[kind, *style] = zlib.decompressobj().decompress(packed, MOST_CELLS + 1)
    return Responses(
        str(document["rules"]), str(document["rules_digest"]), axes, says, rates, weight, document["about"]
    )
