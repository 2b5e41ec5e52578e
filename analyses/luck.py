"""Luck or skill: after how many games does the better bot lead?

Two independent parts. Duplicate matches - the same cards in every seating - give the edge of one bot over another and
the standard deviation per game; a formula turns these into a number of games. Then sessions of that length are played
with another seed to test the formula: does the better bot lead as often as it says?

A session consists of matches: dealer, jackpot and streak carry over within one, and the players change seats after it.
The order of the players matters, so sessions in fixed seats would measure the seats as well.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses.answers.luck import Agreement, FirstRow, LuckAnswer, PairRow, SessionRow
from analyses.question import Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.census.job import CensusJob
    from tongits_sim.run.answers import Estimate
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

LENGTHS = (10, 50, 100, 1000)
"""Session lengths that are always played."""
PROBABILITY = 0.95
MARGIN = 0.02
"""Maximum error at which the formula's probability counts as right."""
_FEWEST_SESSIONS = 200


@dataclass(frozen=True)
class Pair:
    """Two bots, the better one first: their row so far, and slots that they sit in."""

    row: PairRow
    slots: tuple[int, int]


def ask(inquiry: Inquiry) -> LuckAnswer:
    """Play duplicate matches and sessions, and compare."""
    from analyses.matchups import CONFIRMING
    from tongits_sim.any_game.jobs import MOST_SEED
    from tongits_sim.designs.census.estimates import CensusEstimates

    seated = table_of(inquiry.players)
    other_seed = (inquiry.seed + CONFIRMING) % (MOST_SEED + 1)
    length, sessions = int(inquiry.options["match_games"]), int(inquiry.options["sessions"])
    work = _census(inquiry, seated, inquiry.games, inquiry.seed, duplicate=True)
    run = inquiry.how.run(work, "edge")
    elapsed, counted = run.elapsed, CensusEstimates(work, run.totals)
    pairs = _pairs(counted)
    marks = tuple(dict.fromkeys(-(-games // length) * length for games in LENGTHS))
    short = _census(inquiry, seated, sessions * max(marks), other_seed, marks=marks)
    run = inquiry.how.run(short, "sessions")
    elapsed += run.elapsed
    standard = CensusEstimates(short, run.totals)
    rows = {
        (number, games): _session(pair, standard, place)
        for number, pair in enumerate(pairs)
        for place, games in enumerate(marks)
    }
    played, cells = [work.games, short.games], []
    for number, pair in enumerate(pairs):
        long = _long(inquiry, seated, pair.row, other_seed)
        if long is None:
            cells.append(pair.row)
            continue
        run = inquiry.how.run(long, f"lead-{number + 1}")
        elapsed += run.elapsed
        played.append(long.games)
        row = _session(pair, CensusEstimates(long, run.totals), 0)
        rows[number, row.games] = row
        cells.append(_with_sessions(pair.row, row))
    return LuckAnswer(
        **inquiry.head(LUCK),
        probability=PROBABILITY,
        table=tuple(player.label for player in seated),
        match_games=work.match_games,
        matches=counted.n,
        games_played=sum(played),
        other_seed=other_seed,
        cells=tuple(cells),
        sessions=tuple(sorted(rows.values(), key=lambda row: (row.a, row.b, row.games))),
        first=_first(standard),
        method=_method(work, len(cells), other_seed),
        workers=run.workers,
        elapsed_s=elapsed,
        turns=float(counted.ratio({"turns": 1}).estimate),
    )


def _with_sessions(cell: PairRow, row: SessionRow) -> PairRow:
    """A pair with what the sessions of its own length say."""
    return replace(
        cell,
        sessions=row.sessions,
        session_games=row.games,
        lead=row.lead,
        level=row.level,
        formula=row.formula,
        difference=row.difference,
        agreement=row.agreement,
        agrees=row.agrees,
    )


def table_of(players: tuple[Player, ...]) -> tuple[Player, Player, Player]:
    """The players at the table; of two bots the second takes two seats. Raises QuestionError."""
    if len(players) == 2:
        players = (players[0], players[1], players[1])
    if len(players) != 3 or len({player.spec for player in players}) == 1:
        raise QuestionError("analyze luck needs two or three bots that are not all the same")
    a, b, c = players
    return a, b, c


def _census(
    inquiry: Inquiry,
    seated: tuple[Player, Player, Player],
    games: int,
    seed: int,
    duplicate: bool = False,
    marks: tuple[int, ...] = (),
) -> CensusJob:
    """A census; `marks`, whole matches, are lengths of sessions, the longest that of all."""
    from tongits_sim.designs.census.job import CensusJob

    length = int(inquiry.options["match_games"])
    return CensusJob(inquiry.rules, seated, games, seed, length, duplicate, marks, max(marks, default=length) // length)


def _pairs(counted: CensusEstimates) -> list[Pair]:
    """For every two bots: who is better, by how much, with what swing, and after how many games that shows."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.stats import games_to_lead_interval, holm, p_value, verdict

    labels = counted.census.job.labels
    slots: dict[str, list[int]] = {}
    for slot, label in enumerate(labels):
        slots.setdefault(label, []).append(slot)
    edges = []
    for a, b in itertools.combinations(slots, 2):
        edge = _edge(counted, slots[a], slots[b])
        if edge.estimate < 0:
            a, b, edge = b, a, edge.scaled(-1)
        edges.append((a, b, edge))
    adjusted = holm([float(p_value(edge)) for *_, edge in edges])
    pairs = []
    for (a, b, edge), p in zip(edges, adjusted, strict=True):
        one, other = slots[a][0], slots[b][0]
        sd = counted.lead_sd(one, other) / math.sqrt(counted.census.match_games)
        needed = games_to_lead_interval(edge, sd, PROBABILITY)
        row = PairRow(
            a=a,
            b=b,
            edge=estimate(edge),
            sd=sd,
            games_to_lead=_whole(needed.estimate),
            games_to_lead_ci95=(_whole(needed.low), _whole(needed.high)),
            p_holm=float(p) if math.isfinite(p) else None,
            verdict=verdict(float(edge.estimate), float(p)),
        )
        pairs.append(Pair(row, (one, other)))
    return pairs


def _edge(counted: CensusEstimates, ones: list[int], others: list[int]) -> Interval:
    """Units a game by which one bot gets more than another; a bot that sits there twice counts with its mean."""
    weights = {f"payout_{slot}": len(others) for slot in ones} | {f"payout_{slot}": -len(ones) for slot in others}
    return counted.money(weights, {"games": len(ones) * len(others)})


def _whole(games: float) -> int | None:
    """Games, rounded up; None where no number of games is enough."""
    return math.ceil(games) if math.isfinite(games) else None


def _long(inquiry: Inquiry, seated: tuple[Player, Player, Player], cell: PairRow, seed: int) -> CensusJob | None:
    """Sessions as long as the formula asks for, to the end of a match; None where that would take too many games."""
    from tongits_sim.any_game.jobs import JobError

    needed, budget = cell.games_to_lead, int(inquiry.options["most_games"])
    length = int(inquiry.options["match_games"])
    if needed is None or cell.verdict != "better":
        return None
    games = -(-needed // length) * length
    if games * _FEWEST_SESSIONS > budget:
        return None
    sessions = min(int(inquiry.options["sessions"]), budget // games)
    try:
        return _census(inquiry, seated, sessions * games, seed, marks=(games,))
    except JobError:
        return None


def _session(pair: Pair, counted: CensusEstimates, mark: int) -> SessionRow:
    """How often the better bot led after a number of games, and the probability that the formula gives."""
    from tongits_sim.designs.census.layout import PAIRS
    from tongits_sim.designs.rows import estimate
    from tongits_sim.run.answers import Estimate
    from tongits_sim.stats import wilson_interval

    cell, (one, other) = pair.row, pair.slots
    ahead, level, behind = (int(count) for count in counted.totals["leads"][mark, PAIRS.index(_sorted(one, other))])
    if one > other:
        ahead, behind = behind, ahead
    sessions, games = ahead + level + behind, counted.census.marks[mark]
    edge = cell.edge.mean or 0.0
    low, high = cell.edge.ci95 or (edge, edge)
    claim = chance(edge, cell.sd, games)
    difference = compared(ahead, level, behind, claim)
    agreement = agreement_of(difference)
    return SessionRow(
        a=cell.a,
        b=cell.b,
        games=games,
        sessions=sessions,
        lead=estimate(wilson_interval(ahead, sessions)),
        level=level / sessions,
        formula=Estimate(claim, (chance(low, cell.sd, games), chance(high, cell.sd, games))),
        difference=difference,
        agreement=agreement,
        agrees=None if agreement == "cannot tell" else agreement == "agrees",
    )


def _sorted(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def compared(ahead: int, level: int, behind: int, claim: float) -> Estimate:
    """Share of sessions led minus the claimed probability, with its 95 % interval; the claim is taken as exact.

    The formula splits a level session between the two, so it counts half here; the Wilson interval with the design
    effect allows for the smaller variance of such halves.

    Args:
        ahead, level, behind: numbers of sessions.
        claim: the probability of leading that the formula gives.
    """
    from tongits_sim.run.answers import Estimate
    from tongits_sim.stats import clustered_share

    n, halves = ahead + level + behind, 2 * ahead + level
    share = clustered_share(n, 2 * n, halves, 4 * n, 2 * halves, 4 * ahead + level)
    return Estimate(halves / (2 * n) - claim, (float(share.low) - claim, float(share.high) - claim))


def agreement_of(difference: Estimate) -> Agreement:
    """The verdict of the sessions on the claim: they agree only if the whole interval lies within the margin.

    They disagree if the interval excludes 0 and reaches beyond the margin; otherwise there are too few to tell.
    """
    if difference.ci95 is not None:
        if all(abs(limit) <= MARGIN for limit in difference.ci95):
            return "agrees"
        if difference.decided:
            return "disagrees"
    return "cannot tell"


def chance(edge: float, sd: float, games: int) -> float:
    """P(the lead is positive after so many games); normal approximation."""
    from tongits_sim.stats import session_loss

    return 1.0 - float(session_loss(edge, sd, games, 0.0))


def _first(counted: CensusEstimates) -> tuple[FirstRow, ...]:
    """Share of sessions in which each of three different bots alone was first; nothing where two are the same."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.stats import wilson_interval

    labels = counted.census.job.labels
    if len(set(labels)) < 3:
        return ()
    rows = []
    for mark, games in enumerate(counted.census.marks):
        counts = [int(count) for count in counted.totals["first"][mark]]
        for slot, label in enumerate(labels):
            rows.append(FirstRow(games, label, estimate(wilson_interval(counts[slot], sum(counts)))))
    return tuple(rows)


def _method(work: CensusJob, pairs: int, other_seed: int) -> dict[str, str]:
    return {
        "unit": f"For the edge: the deal, a match of {work.match_games:,} games played in all {len(work.seatings)} "
        "seatings. For sessions: the session.",
        "swing": "Standard deviation per game of the difference of two players, from whole matches in one seating.",
        "formula": "Games = (1.645 x standard deviation / edge) squared: normal approximation.",
        "sessions": f"Played with another seed ({other_seed}): matches of {work.match_games:,} games, after each of "
        "which the pot is shared out and the players take the next seating.",
        "agreement": "The share of sessions led, a level one counting half, less the formula's probability: agrees "
        f"where the 95 % interval of the difference lies within {100 * MARGIN:.0f} percentage points, disagrees where "
        "it leaves out 0 and reaches beyond them, otherwise cannot tell.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": f"{pairs}: which bot is better is decided with Holm's correction.",
    }


LUCK = Question(
    name="luck",
    asks="Luck or skill: after how many games does the better bot lead with 95 % probability?",
    games=1_200_000,
    ask=ask,
    answer=LuckAnswer,
    options=(
        Option("match_games", "Games per match, after which the players change seats.", "whole", 10, 1, 10_000),
        Option("sessions", "Maximum number of sessions of each length.", "whole", 4000, _FEWEST_SESSIONS, 10**6),
        Option(
            "most_games",
            "Maximum number of games for one pair's sessions; none are played where 200 sessions would need more.",
            "whole",
            20_000_000,
            10_000,
        ),
    ),
    seats=None,
    example="--players greedy,caller,hunter --rules pagat",
    games_help="Games from which the edge is estimated.",
)
