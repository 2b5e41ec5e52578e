"""The answer of `simulate`, with its bots, versions and command line for a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyses.answers.shared import Bot, Versions
from tongits_sim.experiments.batch_answer import BatchAnswer
from tongits_sim.experiments.results import Results


@dataclass(frozen=True)
class BatchReport(BatchAnswer):
    """A batch, with fields that its JSON lacks: a page reads them from the manifest of the run.

    Attributes:
        bots: the players.
        versions: of what the numbers depend on.
        command_line: the command that plays it again; empty if unknown.
    """

    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)
    command_line: str = ""

    @classmethod
    def of(cls, results: Results) -> BatchReport:
        """The report of a batch that was just played."""
        job = results.job
        line = f"tongits simulate {job.options()} --games {job.games} --seed {job.seed}"
        line += f" --match-games {job.match_games}" if job.match_games > 1 else ""
        line += " --fixed-seats" if job.fixed_seats else ""
        return cls(
            **vars(results.answer),
            bots=tuple(Bot.of(player, label) for player, label in zip(job.players, job.labels, strict=True)),
            versions=Versions.current(),
            command_line=line,
        )
