"""Weights learned from play alone, for the bot `learned`: where another answer than a solved player's is better.

Every so often what one seat earns by it is measured on deals that nothing was learned from: the learning curve. Which
margin is played in the end is chosen on those deals too; what it gains is then measured on others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.answers.learning import Beside, LearnAnswer, LearnReading
from analyses.answers.shared import Bot, Versions
from analyses.solve import estimate
from analyses.solving.deviations import MARGINS, best_of
from analyses.solving.deviations import Plan as Candidate
from analyses.solving.learning import GAMES, Learner, LearnError, Lesson
from analyses.solving.resumable import STATE, ResumableRun, Stopped
from analyses.solving.solver import Problem
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Profile
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

ROUNDS = 24
"""Rounds where no end is given."""
EVERY = 4
"""Rounds from one point of the curve to the next."""
CHOOSING = 9_000_011
"""Added to a seed to get the one of the curve, on which the margin is chosen too."""
MEASURING = 3_000_017
"""Added to a seed to get the one that the gain is measured on in the end."""
DEALS, LAST_DEALS = 20_000, 100_000
SUFFIX = ".profile"

Look = Callable[[int, float, LearnReading | None], None]
"""Called after every round with its number, the seconds so far, and the last point of the curve."""


@dataclass(frozen=True)
class Until:
    """When to stop: at the first of these; after `ROUNDS` where none is given.

    Attributes:
        rounds: rounds in all, those of a resumed run included.
        minutes: minutes from now.
    """

    rounds: int | None = None
    minutes: float | None = None

    @property
    def most(self) -> int | None:
        """Rounds after which it ends in any case."""
        return ROUNDS if self.rounds is None and self.minutes is None else self.rounds


def lesson_of(rules: RuleSet, profile: str = "", seed: int = 1, games: int = GAMES) -> Lesson:
    """A lesson under these rules.

    Args:
        rules: the house rules.
        profile: path of a profile that `tongits solve` made of `expert`; empty: the one that ships.
        seed: 0 .. 2**64 - 1.
        games: games of a round.

    Raises:
        TongitsError: there is no solved profile of these rules, or it is no profile of calls and challenges.
    """
    from strategies import load_player
    from strategies.solved import BASE
    from tongits_sim.profiles.profile import read_profile

    if profile:
        read_profile(profile)  # so that another file is refused as no profile, not as no table
    base = load_player(f'{BASE}(file="{profile}")' if profile else "solved")
    own = base.profile_under(rules)  # refuses other rules
    if own is None or own.base != BASE or set(own.kinds) != {"call", "respond"}:
        raise LearnError(f"{profile} was not solved with the card play of {BASE} for calls and challenges alone")
    return Lesson(rules, base, load_player(BASE), seed, games)


def learn(
    lesson: Lesson,
    until: Until | None = None,
    file: Path | None = None,
    resume: bool = False,
    how: How | None = None,
    look: Look | None = None,
    deals: int | None = None,
) -> tuple[Profile, LearnAnswer]:
    """Learn; returns the weights and the answer.

    Args:
        lesson: rules, bot, seed, games.
        until: when to stop.
        file: where to write the weights; beside it, the state to go on from.
        resume: go on from the state beside `file`.
        how: where to play; `out` is not used.
        look: called after every round.
        deals: deals that the gain is measured on in the end, `LAST_DEALS` by default; 0: it is not.

    Raises:
        TongitsError: for anything that cannot be learned, read or written. On Ctrl-C weights and state are written
            before KeyboardInterrupt goes on.
    """
    run = _Run(lesson, until or Until(), file, how or How(), look)
    run.begin(resume, LearnError, "learning")
    return run.play(LAST_DEALS if deals is None else deals)


class _Run(ResumableRun):
    """Learning in progress."""

    def __init__(self, lesson: Lesson, until: Until, file: Path | None, how: How, look: Look | None) -> None:
        self.lesson, self.until, self.how = lesson, until, how
        self.learner = Learner(lesson, how)
        super().__init__(file, self.learner)
        self.readings: list[LearnReading] = []
        self._problem = Problem(lesson.rules, lesson.rival, lesson.seed)
        self._look = look or (lambda number, elapsed, reading: None)

    def play(self, deals: int) -> tuple[Profile, LearnAnswer]:
        """Learn to the end, choose the margin, and measure the result."""
        try:
            stopped = self._rounds()
            best = self._chosen()
            beside = self._beside(best, deals) if deals else ()
        except KeyboardInterrupt:
            rounds = self.learner.rounds
            if self.file is not None and rounds:
                self.write(self._profile(Candidate("1", self.learner.scores()), (), 0))
                raise Stopped(
                    f"Stopped after {rounds:,} rounds. {self.file} holds what is learned so far, not measured; the "
                    "same command with --resume goes on."
                ) from None
            raise Stopped("Stopped; nothing is kept without a file and a whole round: name one with -o FILE.") from None
        profile = self._profile(best, beside, deals)
        self.write(profile)
        return profile, self._answer(best, beside, deals, stopped)

    def _rounds(self) -> str:
        """Learn until it is enough; returns why it ended."""
        until, learner = self.until, self.learner
        while True:
            if until.most is not None and learner.rounds >= until.most:
                return f"Stopped after {learner.rounds:,} rounds, as planned."
            if until.minutes is not None and self.elapsed >= 60 * until.minutes and learner.rounds:
                return f"Stopped after {until.minutes:g} minutes and {learner.rounds:,} rounds, as planned."
            learner.step()
            if learner.rounds % EVERY == 0:
                self.save()
                (gain,) = self._gains([learner.player()], DEALS, CHOOSING)
                self.readings.append(LearnReading(learner.rounds, self.elapsed, estimate(gain), DEALS))
            self._look(learner.rounds, self.elapsed, self.readings[-1] if self.readings else None)

    def _gains(self, players: list[Player], deals: int, seed: int, others: Player | None = None) -> list[Any]:
        """The gain of each over the base beside two others (by default of the base)."""
        from analyses.solving.held_out import gains

        base = self.lesson.base
        seats = (base, others or base, others or base)
        return list(gains(self._problem, seats, players, self.how, deals, (self.lesson.seed + seed) % 2**64))

    def _chosen(self) -> Candidate:
        """The margin that gains most on deals that measure nothing."""
        from strategies.deviator import deviating

        plans = [Candidate(f"{margin:g}", self.learner.scores(margin)) for margin in MARGINS]
        players = [deviating(self.lesson.base, plan.scores) for plan in plans]
        gains = self._gains(players, 2 * DEALS, CHOOSING)
        return best_of(plans, [float(gain.estimate) for gain in gains])

    def _beside(self, best: Candidate, deals: int) -> tuple[Beside, ...]:
        """Its gains at three tables, on held-out deals."""
        from strategies.deviator import deviating

        player = deviating(self.lesson.base, best.scores)
        tables = {self.lesson.base.label: None, self.lesson.rival.label: self.lesson.rival, "itself": player}
        return tuple(
            Beside(f"two of {name}", estimate(gain))
            for name, others in tables.items()
            for gain in self._gains([player], deals, MEASURING, others)
        )

    # ---- what is kept

    def _profile(self, best: Candidate, beside: tuple[Beside, ...], deals: int) -> Profile:
        from strategies.alternatives import MEANING

        own = self.lesson.base.profile_under(self.lesson.rules)
        if own is None:
            raise LearnError("there is no profile to learn from")
        learned = {
            "rounds": self.learner.rounds,
            "games": self.lesson.games,
            "seed": self.lesson.seed,
            "margin": float(best.name),
            "curve": [each.to_dict() for each in self.readings],
            "beside": [each.to_dict() for each in beside],
            "deals": deals if beside else 0,
        }
        solved = {**own.solved, "learned": learned}
        return replace(own, solved=solved, scores=best.scores.astype("<f4").tobytes(), weighed=MEANING)

    def _answer(self, best: Candidate, beside: tuple[Beside, ...], deals: int, stopped: str) -> LearnAnswer:
        from tongits_sim.designs.batch.job import rules_option

        lesson, rules = self.lesson, self.lesson.rules
        return LearnAnswer(
            command="learn",
            rules=rules.name,
            rules_option=rules_option(rules),
            knobs=rules.knobs(),
            base=lesson.base.label,
            seed=lesson.seed,
            rounds=self.learner.rounds,
            games_per_round=lesson.games,
            branches=self.learner.branches,
            cells=len(best.scores),
            scored=int((best.scores > 0).sum()),
            margin=float(best.name),
            readings=tuple(self.readings),
            beside=beside,
            deals=deals,
            file="" if self.file is None else str(self.file),
            stopped=stopped,
            elapsed_s=self.elapsed,
            bots=tuple(map(Bot.of, (lesson.base, lesson.rival))),
            versions=Versions.current(),
        )


def learn_all(folder: Path, until: Until, how: How, seed: int = 1, games: int = GAMES) -> Iterator[LearnAnswer]:
    """Learn under all rules that solved profiles ship for, into a folder; files that are there are left as they are.

    Args:
        folder: where the weights are written, `NAME.profile` each; made if it is not there.
        until: when to stop, for each rules.
        how: where to play.
        seed: 0 .. 2**64 - 1.
        games: games of a round.

    Raises:
        TongitsError: the folder cannot be written to.
    """
    from strategies.solved import RULES
    from tongits_sim.folders.run_folder import attempt
    from tongits_sim.rules import load

    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    for name in RULES:
        file = folder / f"{name}{SUFFIX}"
        state = Path(f"{file}{STATE}")
        if file.exists() and not state.exists():
            continue
        yield learn(lesson_of(load(name), seed=seed, games=games), until, file, state.exists(), how)[1]
        attempt(state, state.unlink)
