"""Trains the trees of `trained` from games alone, under presets and house rules drawn at random."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from strategies import trained
from strategies.deviator import deviating
from strategies.option_trees import KINDS
from strategies.registry import load_player
from strategies.trained import RULES, with_trees
from tongits_sim.bots.tree_ensembles import LANES, LEAF, NEVER, Column, Ensemble, Tree, TreesError, read_arrays
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.samples import SampleJob
from tongits_sim.game.state import DECISIONS, ENDINGS
from tongits_sim.knobs.knob import Value
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, preset_names
from tongits_sim.rules.play_knobs import NextDealer
from tongits_sim.run.files import FileError, attempt, read_file, replace_file

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.run_options import RunOptions
    from tongits_sim.strategy import Player

MOVED = (1, 6)
"""Fewest and most knobs to move."""
_FACTORS = (0.5, 0.75, 1.5, 2.0, 3.0)
_LEFT = ("match.progressive_target", "fees.antes", "fees.winnings")
_TRIES = 100


def draw_rules(number: int, seed: int) -> RuleSet:
    """The drawn rules with a number: a preset, sometimes with jokers, with up to six knobs moved.

    A choice takes any of its values; an amount is multiplied, or set to 0, or set; a whole number moves by one or two.

    Args:
        number: of the draw, from 0.
        seed: 0 .. 2**64 - 1.

    Raises:
        RuleError: no draw holds together.
    """
    chance = random.Random(f"{seed}:{number}")
    names = [name for name in preset_names() if load(name).match.progressive_target == 0]
    for _ in range(_TRIES):
        base = chance.choice(names) + ("+joker" if chance.random() < 0.15 else "")
        rules = load(base)
        knobs = rules.knobs()
        for name in chance.sample([name for name in KNOBS if name not in _LEFT], chance.randint(*MOVED)):
            knobs[name] = _move(name, knobs[name], chance)
        try:
            drawn = RuleSet.from_knobs(knobs)
        except RuleError:
            continue
        if drawn.pay.fold > 0:
            return drawn
    raise RuleError(f"no draw of {_TRIES} gave rules that hold together")


def _move(name: str, value: Value, chance: random.Random) -> Value:
    knob = KNOBS[name]
    if knob.choices is not None:
        return chance.choice([str(choice) for choice in knob.choices])
    if knob.kind == "flag":
        return not value
    if knob.kind == "units":
        amount = float(value)
        if amount == 0:
            return float(chance.choice((1, 2, 5)))
        return 0.0 if chance.random() < 0.15 else round(amount * chance.choice(_FACTORS), 2)
    whole = int(value) + chance.choice((-2, -1, 1, 2))
    return min(max(whole, knob.lowest), knob.highest or whole)


_RARE: tuple[dict[str, Value], ...] = ({"jokers.count": 2}, {"pay.mode": "deadwood_total"}, {}, {})
"""Changes of drawn rules, in turn, because few presets have jokers or pay by points."""

ROUNDS = 6
DRAWN = 24
"""Drawn rule sets of a round, beside the presets."""
GAMES = 96_000
"""Games of the last round for each rule set, at all tables together."""
_FEWEST = 8_000
DRAWN_GAMES = 1 / 6
"""Games of a drawn rule set, as a part of those of a preset."""
TWICE = ("rulesofcards", "pagat+joker")
"""Rules that get twice the games, because few others have jokers or pay by points."""
MATCH_GAMES = 12
"""Games of a match, whose players stay: what they did in its earlier games is seen in the later ones."""
SELF = "self"
"""The player in training, at a table."""
_UP_TO_18 = "greedy(challenge_at=18)"
_UP_TO_28 = "greedy(challenge_at=28)"
_UP_TO_36 = "greedy(challenge_at=36)"
_UP_TO_44 = "greedy(challenge_at=44)"


class Length(NamedTuple):
    """A length of matches."""

    match_games: int
    part: float  # games in matches of this length, as a part of all games


LENGTHS = (Length(MATCH_GAMES, 2 / 3), Length(3, 1 / 3))
TABLES: dict[tuple[str, str], tuple[int, int]] = {
    (SELF, SELF): (38, 30),
    (SELF, "expert"): (15, 14),
    ("expert", "expert"): (15, 18),
    (_UP_TO_18, _UP_TO_18): (4, 2),
    ("greedy", "greedy"): (4, 3),
    (_UP_TO_28, _UP_TO_28): (4, 4),
    (_UP_TO_36, _UP_TO_36): (3, 5),
    (_UP_TO_44, _UP_TO_44): (3, 6),
    ("caller", "caller"): (9, 8),
    ("hunter", "hunter"): (2, 2),
    (SELF, "greedy"): (2, 2),
    (SELF, "caller"): (2, 2),
    (SELF, "hunter"): (1, 1),
    ("expert", "greedy"): (2, 2),
    ("greedy", "caller"): (2, 2),
}
"""The two others at a table, and the share of games with them, for each of `LENGTHS`.

The trees play all tables alike until a match has shown who sits there, so these shares say which tables pay for which:
with two of its own kind at a quarter of the games, the trees lose against strong players. Short matches have shares of
their own, because their games say what to do as long as nobody is known. Without them, the trees lose a little in the
first games against strong players and those who challenge often.
"""
STREAK_WEIGHT = 0.4
"""A match may end at any time, and the jackpot doubles the noise of a game. At 0 the trees lose jackpots against weak
players; at 0.5 and at 1 they lose other money against strong ones.
"""
_MEASURED_GAMES = 2_400


class Growth(NamedTuple):
    """How the trees of a decision are grown: the clearer the gains, the more and the finer trees."""

    trees: int  # trees of a kind; leaves: of a tree
    leaves: int
    rate: float  # learning rate; least: rows of a leaf; shrink: L2 penalty of leaves
    least: int
    shrink: float
    # standard deviations that an option must gain to be chosen, because the best of several guesses is biased upwards
    margin: float


GROWTH = {
    "call": Growth(240, 63, 0.08, 300, 5.0, 0.0),
    "respond": Growth(240, 63, 0.08, 300, 5.0, 0.0),
    "draw": Growth(60, 31, 0.05, 1000, 20.0, 0.02),
    "lay": Growth(100, 31, 0.06, 300, 5.0, 0.02),
    "sapaw": Growth(80, 31, 0.06, 300, 5.0, 0.02),
    "discard": Growth(40, 15, 0.08, 2000, 50.0, 0.02),
}
"""Chosen by the gains on rows of other games."""
SHARE = {"call": 0.7, "respond": 1.0, "draw": 0.3, "lay": 0.25, "sapaw": 0.25, "discard": 0.2}
"""Share of a seat's decisions that are sampled."""
EXPLORE = 0.02
"""Share of decisions after which the game goes on with another option."""
DOUBT = 0.003
"""Stop asking trees as soon as the rest would turn the sign of a sum in at most this share of the rows."""
_DOUBTED = 50_000
_DEPTH = 8
"""Most splits from root to leaf: deeper trees predict no better, and are slower."""
_HELD_OUT, _PATIENCE = 0.2, 20
_STATE = {
    "trees": Column("u1", trained.MAX_BYTES),
    "course": Column("u1", 2**20),
    "rounds": Column("<i8", 1),
}
_MAX_STATE = 2 * trained.MAX_BYTES
MIN_ROWS = 2_000
"""A kind with fewer rows gets no trees."""


class TrainingError(TongitsError):
    """Trees cannot be trained."""


@dataclass(frozen=True)
class Course:
    """A course of training."""

    # specs of rule sets that every round plays; by default the presets and `pagat+joker`
    rules: tuple[str, ...] = RULES
    drawn: int = DRAWN  # rule sets drawn for every round beside them
    rounds: int = ROUNDS  # rounds in all
    games: int = GAMES  # games of the last round for each rule set, at all tables together
    seed: int = 1  # 0 .. 2**64 - 1.
    rivals: tuple[str, ...] = ()  # specs of the two players of the only table; empty: `TABLES`
    match_games: int = MATCH_GAMES  # games of a match at the only table
    start: str = ""  # a file of trees to begin with; empty: the play of `expert`
    decisions: tuple[str, ...] = DECISIONS  # decisions to grow trees for; the trees of `start` stay at all others

    def as_json(self) -> str:
        """The course as JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    def games_of(self, number: int) -> int:
        return max(min(_FEWEST, self.games), self.games >> self.rounds - 1 - number)

    def rule_sets(self, number: int) -> Iterator[tuple[RuleSet, int]]:
        """The rule sets of a round, and how many games of each to play."""
        games = self.games_of(number)
        for name in self.rules:
            yield load(name), 2 * games if name in TWICE else games
        games = round(games * DRAWN_GAMES)
        for draw in range(self.drawn):
            drawn = draw_rules(number * self.drawn + draw, self.seed)
            with contextlib.suppress(RuleError):  # some rules do not go with the change
                drawn = RuleSet.from_knobs(drawn.knobs() | _RARE[draw % len(_RARE)])
            yield drawn, games


@dataclass(frozen=True)
class TrainingSamples:
    """Sampled options."""

    kind: np.ndarray  # int8[n], number in `strategies.option_trees.KINDS`
    sight: np.ndarray  # int16[n, places], what the seat saw (`strategies/sights.py`)
    gain: np.ndarray  # float32[n], what the option gained, in standard deviations of its rules


def joined(parts: Sequence[TrainingSamples]) -> TrainingSamples:
    return TrainingSamples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("kind", "sight", "gain"))
    )


class Training:
    """Training in progress.

    Attributes:
        course: the course.
        rounds: rounds done.
        games: games played in them.
        trees: the trees of the last round, as `trained.packed` makes them.
        share: sampled share of a seat's decisions.
        streak_weight: how much the jackpot counts (`SampleJob.streak_weight`).
        held_out: share of rows that decide when to stop adding trees; 0: grow as many as `GROWTH` says.
        bag: share of the other rows that a tree is grown from.
    """

    share: ClassVar[Mapping[str, float]] = SHARE
    streak_weight: ClassVar[float] = STREAK_WEIGHT
    held_out: ClassVar[float] = 0.0
    bag: ClassVar[float] = 0.4

    def __init__(self, course: Course, run_options: RunOptions) -> None:
        self.course, self.run_options = course, run_options
        self.rounds = self.games = 0
        self.trees = trained.trees_in(course.start) if course.start else b""

    @property
    def player(self) -> Player:
        return self._with(self.trees)

    def _with(self, trees: bytes, keeps: bool = False) -> Player:
        return with_trees(trees, keeps)

    def _rules(self) -> Iterator[tuple[RuleSet, int]]:
        yield from self.course.rule_sets(self.rounds)

    def step(self, look: Callable[[str], None] = lambda text: None) -> None:
        """Play a round and grow its trees. `look` gets a line after each part."""
        began = time.monotonic()
        rows = self._play()
        look(f"{len(rows.kind):,} decisions played in {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        before = trained.unpacked(self.trees) if self.trees else (Ensemble(),) * len(KINDS)
        grown = grow(rows, self.course, self.run_options.workers or 1, self.held_out, self.bag)
        chosen = [
            new if decision in self.course.decisions else old
            for (decision, _), new, old in zip(KINDS, grown, before, strict=True)
        ]
        self.trees = trained.packed(chosen)
        self.rounds += 1
        look(f"trees grown in {time.monotonic() - began:.0f} s, {len(self.trees) / 1000:.0f} kB")

    def _play(self) -> TrainingSamples:
        run_options = replace(self.run_options, out=None, resume=False, progress=None)
        me = self._with(self.trees, keeps=True)
        parts = []
        share = {name: self.share[name] for name in self.course.decisions}
        for place, (rules, games) in enumerate(self._rules()):
            mine = []
            again = self._wins_again(rules, run_options)
            for table, (rivals, match_games, part) in enumerate(self._tables()):
                seed = _seed(self.course.seed, self.rounds, place, table)
                number = max(1, round(games * part))
                job = SampleJob(
                    rules,
                    (me, *rivals),
                    share,
                    number,
                    seed,
                    match_games=match_games,
                    again=again,
                    streak_weight=self.streak_weight,
                    explore=EXPLORE,
                )
                kind, sight, gain = run_options.run(job).totals.rows()
                self.games += number
                mine.append(TrainingSamples(kind, sight, gain.astype(np.float32)))
            rows = joined(mine)
            spread = float(np.sqrt((rows.gain.astype(float) ** 2).mean())) if len(rows.gain) else 0.0
            parts.append(TrainingSamples(rows.kind, rows.sight, rows.gain / np.float32(spread or 1.0)))
        return joined(parts)

    def _tables(self) -> Iterator[tuple[tuple[Player, Player], int, float]]:
        """The two other players, table by table, with the games of a match and the part of all games."""
        if self.course.rivals:
            first, second = self.course.rivals
            yield (load_player(first), load_player(second)), self.course.match_games, 1.0
            return
        for at, length in enumerate(LENGTHS):
            whole = sum(shares[at] for shares in TABLES.values())
            for (first, second), shares in TABLES.items():
                part = length.part * shares[at] / whole
                yield (self._seated(first), self._seated(second)), length.match_games, part

    def _seated(self, name: str) -> Player:
        return self.player if name == SELF else load_player(name)

    def _wins_again(self, rules: RuleSet, run_options: RunOptions) -> float:
        """The chance that the winner of a game wins the next, for the worth of streaks (`SampleJob.again`)."""
        paid = self.course.match_games > 1 and rules.jackpot.seed + rules.jackpot.add > 0
        if not paid or rules.deal.next_dealer != NextDealer.WINNER:
            return 1 / 3
        me = self.player
        job = BatchJob(rules, (me, me, me), _MEASURED_GAMES, _seed(self.course.seed, self.rounds), 12)
        counts = run_options.run(job).totals
        wins: int = sum(counts.field(f"wins_{ending}", role=1) for ending in ENDINGS)
        return wins / int(counts.field("games", role=1))

    # ---- kept on disk

    def save(self, path: Path) -> None:
        """Write the state for `restore`. Raises StoreError."""
        state = {"trees": self.trees, "course": self.course.as_json().encode()}
        buffer = io.BytesIO()
        arrays = {name: np.frombuffer(content, np.uint8) for name, content in state.items()}
        np.savez(buffer, rounds=np.array([self.rounds], "<i8"), **arrays)  # type: ignore[arg-type]
        attempt(path, lambda: replace_file(path, buffer.getvalue()))

    def restore(self, path: Path) -> None:
        """Continue from a file of `save`. Raises TrainingError if it is damaged, or of another course."""
        try:
            kept = read_arrays(read_file(path, _MAX_STATE), _STATE)
            if kept["course"].tobytes().decode(errors="replace") != self.course.as_json():
                raise TrainingError(f"{path} is of another course; choose another file, or start over without --resume")
            trees = kept["trees"].tobytes()
            (rounds,) = kept["rounds"].tolist() or (0,)
            if not 1 <= rounds <= self.course.rounds:
                raise FileError("its round is not one of the course")
            trained.unpacked(trees)
        except (FileError, TreesError) as error:
            raise TrainingError(f"{path} cannot be resumed: {error}; start over without --resume") from None
        self.trees, self.rounds = trees, rounds


class Answering(Training):
    """Train the best response to two copies of a player under one rule set: the player, with trees that deviate.

    The two others never change, so rows of all rounds stay valid. Rows are few, so every decision is sampled, and trees
    are added only as long as they predict rows that they were not grown on. A tree is trained on a larger share
    of the rows, because the least rows of a leaf (`GROWTH`) are counted within this share: against two `expert`, trees
    from 0.4 of the rows find 43 % of what is known to be gained, from 0.7 75 % (`tests/tools/test_exact_response.py`).
    """

    share: ClassVar[Mapping[str, float]] = dict.fromkeys(SHARE, 1.0)
    streak_weight: ClassVar[float] = 1.0
    held_out: ClassVar[float] = _HELD_OUT
    bag: ClassVar[float] = 0.7

    def __init__(self, course: Course, run_options: RunOptions, rules: RuleSet, player: Player) -> None:
        super().__init__(course, run_options)
        self.table, self.rival = rules, player
        self._rows: list[TrainingSamples] = []

    def _play(self) -> TrainingSamples:
        self._rows.append(super()._play())
        return joined(self._rows)

    def _with(self, trees: bytes, keeps: bool = False) -> Player:
        return deviating(self.rival, trees, keeps)

    def _rules(self) -> Iterator[tuple[RuleSet, int]]:
        yield self.table, self.course.games_of(self.rounds)

    def _tables(self) -> Iterator[tuple[tuple[Player, Player], int, float]]:
        yield (self.rival, self.rival), self.course.match_games, 1.0


def _seed(*parts: int) -> int:
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


# ---- trees


def grow(
    rows: TrainingSamples,
    course: Course,
    threads: int = 1,
    held_out: float = Training.held_out,
    bag: float = Training.bag,
) -> tuple[Ensemble, ...]:
    """The trees of every kind; no trees for kinds with too few rows.

    Args:
        rows: the samples.
        course: the course.
        threads: kinds to grow at a time.
        held_out, bag: see `Training`.
    """
    # grow kinds in parallel: the library's own threads would wait for each other, and change its sums
    with ThreadPoolExecutor(threads) as pool:
        return tuple(pool.map(lambda number: _grow_kind(rows, number, course, held_out, bag), range(len(KINDS))))


def _grow_kind(rows: TrainingSamples, number: int, course: Course, held_out: float, bag: float) -> Ensemble:
    lightgbm = library()
    mine = rows.kind == number
    count = int(mine.sum())
    growth = GROWTH[KINDS[number][0]]
    if count < MIN_ROWS:
        return Ensemble()
    gain = rows.gain[mine].astype(float)
    bias = float(gain.mean())
    settings = {
        "objective": "regression",
        "num_leaves": growth.leaves,
        "learning_rate": growth.rate,
        "max_depth": _DEPTH,
        "min_data_in_leaf": growth.least,
        "lambda_l2": growth.shrink,
        "feature_fraction": 0.5,
        "bagging_fraction": bag,
        "bagging_freq": 1,
        "max_bin": 127,
        "boost_from_average": False,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "seed": course.seed % 2**31,
        "verbose": -1,
    }
    sight = rows.sight[mine].astype(np.float32)
    fitted = count - round(count * held_out)
    data = lightgbm.Dataset(sight[:fitted], gain[:fitted] - bias, params=settings)
    if held_out:
        others = lightgbm.Dataset(sight[fitted:], gain[fitted:] - bias, reference=data, params=settings)
        enough = lightgbm.early_stopping(_PATIENCE, verbose=False)
        booster = lightgbm.train(settings, data, growth.trees, valid_sets=[others], callbacks=[enough])
        model = booster.dump_model(num_iteration=booster.best_iteration)
    else:
        model = lightgbm.train(settings, data, growth.trees).dump_model()
    trees = tuple(tree_of(info["tree_structure"]) for info in model["tree_info"])
    grown = Ensemble(round((bias - growth.margin) * LEAF), trees)
    sums = sums_of(grown, rows.sight[mine][:: 1 + count // _DOUBTED])
    if not (sums[-1] > 0).any():
        return Ensemble()
    alone = sum(decision == KINDS[number][0] for decision, _ in KINDS) == 1
    return replace(grown, stops=stops_of(sums, alone))


def sums_of(ensemble: Ensemble, rows: np.ndarray) -> np.ndarray:
    """Sums of rows (int[n, places]) after each group of trees: int64[groups, n]."""
    total = np.full(len(rows), ensemble.bias)
    after = []
    for number, tree in enumerate(ensemble.trees, 1):
        total = total + tree.values(rows)
        if number % LANES == 0 or number == len(ensemble.trees):
            after.append(total)
    return np.array(after)


def stops_of(sums: np.ndarray, alone: bool) -> tuple[tuple[int, int], ...]:
    """Sums beyond which the remaining trees turn a yes or no in few rows (see `Ensemble.stops`).

    Args:
        sums: of rows, from `sums_of`.
        alone: only yes or no matters; otherwise also the size of the gain.
    """
    stops = []
    for part in sums:
        least, most = np.quantile(sums[-1] - part, [DOUBT, 1 - DOUBT])
        stops.append((int(np.floor(-most)), int(np.ceil(-least)) if alone else NEVER))
    return tuple(stops)


def tree_of(structure: Mapping[str, Any]) -> Tree:
    """A tree of the library (from `dump_model`) in integers."""
    feature: list[int] = []
    edge: list[int] = []
    following: list[list[int]] = []
    leaf: list[int] = []

    def go(node: Mapping[str, Any]) -> int:
        if "split_feature" not in node:
            leaf.append(round(node["leaf_value"] * LEAF))
            return ~(len(leaf) - 1)
        me = len(feature)
        feature.append(node["split_feature"])
        edge.append(int(np.floor(node["threshold"])))
        following.append([0, 0])
        following[me] = [go(node["left_child"]), go(node["right_child"])]
        return me

    go(structure)
    return Tree(
        np.array(feature, "u1"),
        np.array(edge, "<i4"),
        np.array(following, np.int64).reshape(-1, 2),
        np.array(leaf, "<i4"),
    )


def library() -> Any:
    """LightGBM, which grows the trees. Raises TrainingError if it is not installed."""
    try:
        import lightgbm
    except ImportError:
        raise TrainingError("training needs LightGBM, the extra `train`: pip install --editable '.[train]'") from None
    return lightgbm
