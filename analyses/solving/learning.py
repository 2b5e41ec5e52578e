"""Learning from play alone: rounds in which a seat compares alternatives at every decision, beside earlier selves.

A round seats the player as it has learned to play so far. At each of its decisions every alternative
(`strategies.alternatives`) is played on from the same position, and what it brings more than the own bot's answer is
summed by cell; older rounds weigh less, for less was known when they were played. The two others are, in turn, two of
itself, itself and the bot it learns from, and itself and that bot's card play with calls of its own: who only ever
meets itself learns what beats itself.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from analyses.solving.deviations import Advantages
from tongits_sim.errors import TongitsError
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

GAMES = 500_000
"""Games per round."""
FADE = 0.8
"""The weight of the earlier rounds' sums in the next one."""
MARGIN = 1.0
"""Standard errors by which an advantage must be sure to be played in the next round."""
EXPLORE = 0.02
"""Share of decisions where a game goes on with any of the answers."""
DEVIATING = "strategies.deviator:deviating"
_MOST_STATE = 50_000_000


class LearnError(TongitsError):
    """Learning that cannot begin, or cannot be resumed."""


@dataclass(frozen=True)
class Lesson:
    """The task of a learner.

    Attributes:
        rules: the house rules.
        base: the bot whose answers are the own ones: `solved`, or `expert` with a solved profile's file.
        rival: who sits beside it in one of four rounds.
        seed: 0 .. 2**64 - 1.
        games: games of a round.
    """

    rules: RuleSet
    base: Player
    rival: Player
    seed: int = 1
    games: int = GAMES

    def asked(self) -> dict[str, Any]:
        """Everything that determines the weights, as JSON."""
        from strategies.alternatives import MEANING

        return {
            "rules": self.rules.differing(),
            "base": self.base.manifest(),
            "rival": self.rival.manifest(),
            "seed": self.seed,
            "games": self.games,
            "cells": MEANING,
            "settings": [FADE, MARGIN, EXPLORE],
        }


class Learner:
    """The state of learning.

    Attributes:
        lesson: what is learned.
        how: where to play.
        rounds: rounds played.
        branches: alternatives played on in all.
    """

    def __init__(self, lesson: Lesson, how: How | None = None) -> None:
        from strategies.alternatives import CELLS

        self.lesson, self.how = lesson, how or How()
        self.rounds, self.branches = 0, 0
        self._advantages = Advantages(CELLS)

    def scores(self, margin: float = MARGIN) -> np.ndarray:
        """The gains of alternatives over the own answer, where they exceed `margin` standard errors; else 0.

        Returns:
            float32[cells], units, rounded as a file holds them.
        """
        return self._advantages.scores(margin).astype("<f2").astype("<f4")

    def player(self, margin: float = MARGIN) -> Player:
        """The player with the learned weights."""
        from strategies.deviator import deviating

        return deviating(self.lesson.base, self.scores(margin))

    def step(self) -> None:
        """Play a round and learn from it. Raises TongitsError."""
        from tongits_sim.designs.deviations.job import DeviationJob
        from tongits_sim.rules.amounts import UNIT

        lesson, scores, now = self.lesson, self.scores(), self.player()
        others = ((now, now), (now, lesson.base), (now, now), (now, lesson.rival))[self.rounds % 4]
        job = DeviationJob(
            *(lesson.rules, lesson.base, DEVIATING, len(scores), scores.tobytes()),
            games=lesson.games,
            seed=lesson.seed,
            first=self.rounds * lesson.games,
            explore=EXPLORE,
            others=others,
        )
        run = replace(self.how, out=None, resume=False, progress=None).run(job)
        sums: np.ndarray = run.totals["cells"].astype(np.float64) / np.array([1.0, UNIT, UNIT**2])
        self._advantages.add(sums, FADE)
        self.branches += int(run.totals["branches"][0])
        self.rounds += 1

    # ---- kept on disk

    def save(self, path: Path) -> None:
        """Write all that is needed to go on, to a temporary name first. Raises StoreError."""
        from tongits_sim.folders.run_folder import attempt, replace_file

        head = {"asked": self.lesson.asked(), "rounds": self.rounds, "branches": self.branches}
        text = json.dumps(head, sort_keys=True, default=str).encode()
        sums = self._advantages
        arrays = {"n": sums.n, "total": sums.total, "square": sums.square}
        digest = np.frombuffer(_digest(text, arrays), np.uint8)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, head=np.frombuffer(text, np.uint8), digest=digest, **arrays)  # type: ignore[arg-type]
        attempt(path, lambda: replace_file(path, buffer.getvalue()))

    def restore(self, path: Path) -> None:
        """Go on from what `save` wrote. Raises LearnError: it is damaged, or of another lesson."""
        from tongits_sim.folders.files import FileError, read_file

        try:
            with np.load(io.BytesIO(read_file(path, _MOST_STATE)), allow_pickle=False) as stored:
                text, digest = stored["head"].tobytes(), stored["digest"].tobytes()
                arrays = {name: stored[name] for name in ("n", "total", "square")}
            head = json.loads(text)
            if digest != _digest(text, arrays):
                raise ValueError("it is damaged")
        except (FileError, OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
            raise LearnError(f"{path} cannot be resumed: {error}; start over without --resume") from None
        asked = json.loads(json.dumps(self.lesson.asked(), default=str))
        if head["asked"] != asked:
            other = [name for name in asked if head["asked"].get(name) != asked[name]]
            raise LearnError(f"{path} is of another lesson ({', '.join(other)} differ); choose another file")
        for name, array in arrays.items():
            setattr(self._advantages, name, array)
        self.rounds, self.branches = int(head["rounds"]), int(head["branches"])


def _digest(text: bytes, arrays: dict[str, np.ndarray]) -> bytes:
    return hashlib.sha256(text + b"".join(each.tobytes() for each in arrays.values())).digest()
