"""The answer of `tongits analyze claims`: common claims about Tongits, tested by games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from analyses.answers.question import Viewed
from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, AnswerError, Estimate

Word = Literal["true", "false", "undecided", "depends on the players"]
UNDECIDED: Word = "undecided"
DEPENDS: Word = "depends on the players"
Way = Literal["counted", "watched", "played", "no question"]


@dataclass(frozen=True)
class ClaimCase(Answer):
    """A claim for one set of players.

    Attributes:
        players: labels: three of one bot, or one bot and another.
        number, check, p, p_check, verdict: as of the claim.
    """

    players: tuple[str, ...]
    number: Estimate
    check: Estimate
    p: float | None
    p_check: float | None
    verdict: Word


@dataclass(frozen=True)
class ClaimRow(Answer):
    """A claim and its verdict.

    Attributes:
        key, says, where, asked, unit: see `analyses.claims.claim_list.Claim`.
        low, high: the claim is true if the number lies between them; None: no bound.
        way: the source of the number: counted without a game, watched at a table of three equal players, played
            between two bots.
        players: labels of the players of its games.
        number: of the first deals; None where there is no question.
        check: of other deals, another seed.
        elsewhere: under `other_rules`; no test.
        p, p_check: p-values of the distance from the nearest end, corrected over all tested claims by Holm's method;
            None where nothing was tested.
        verdict: true or false if it is so for all sets of players; depends on the players if it is true for some and
            false for others; else undecided.
        why: the reason where no number decides; else a remark on the verdict.
        cases: the claim for each of several sets of players; number, check and p-values are of the first.
    """

    key: str
    says: str
    where: str
    asked: str
    unit: str
    low: float | None
    high: float | None
    way: Way
    players: tuple[str, ...]
    number: Estimate | None
    check: Estimate | None
    elsewhere: Estimate | None
    p: float | None
    p_check: float | None
    verdict: Word
    why: str = ""
    cases: tuple[ClaimCase, ...] = ()

    @property
    def range(self) -> tuple[float, float] | None:
        """The smallest and the largest number over the cases; None with fewer than two."""
        means = [each.number.mean for each in self.cases if each.number.mean is not None]
        return (min(means), max(means)) if len(means) > 1 else None

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str = "") -> Self:
        """The row from `to_dict`; earlier versions called an undecided claim `cannot be said`. Raises AnswerError."""
        if not isinstance(document, Mapping):
            raise AnswerError(f"{where or 'a claim'} must be an object")
        old = document.get("verdict") == "cannot be said"
        return super().from_dict({**document, "verdict": UNDECIDED} if old else document, where)


@dataclass(frozen=True, kw_only=True)
class ClaimsAnswer(Viewed, Answer):
    """All claims.

    Attributes:
        command, question: "claims".
        asks: the question, a sentence.
        rules, rules_option, knobs: the house rules of the verdicts.
        other_rules: rules of the numbers `elsewhere`.
        players: labels of all players.
        games, deals: games that were watched, deals that bots played against each other, for each seed.
        seed, check_seed: of the first deals and of those that check.
        games_played: of all.
        alpha: the level of the corrected tests, the same for a claim and its check.
        tested: number of tests: one for each claim and set of players.
        claims: the claims.
        command_line, workers, elapsed_s, bots, versions: as everywhere.
    """

    command: Literal["claims"] = "claims"
    question: Literal["claims"] = "claims"
    asks: str = "What of the things said about Tongits is true?"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    other_rules: str
    players: tuple[str, ...]
    games: int
    deals: int
    seed: int
    check_seed: int
    games_played: int
    alpha: float
    tested: int
    claims: tuple[ClaimRow, ...]
    command_line: str = ""
    workers: int = 1
    elapsed_s: float = 0.0
    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)

    def asked(self) -> str:
        """What was asked, in one line."""
        return f"{len(self.claims)} claims · {self.games:,} games, {self.deals:,} deals · rules {self.rules}"

    def claim(self, key: str) -> ClaimRow:
        """The claim of a name. Raises KeyError."""
        return {row.key: row for row in self.claims}[key]
