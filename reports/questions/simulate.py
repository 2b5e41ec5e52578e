"""A batch of games on a page: sentences, tables and figures."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyses.answers.shared import Bot, Versions
from analyses.figures import ENDING_WORDS, Flow, Point, moving
from analyses.money import length
from analyses.words import Advice, Finding, Table
from reports.questions.findings import by_ending, earnings
from reports.questions.tables import channel_table, share_cell, share_table
from tongits_sim.core.record_form import LETTERS
from tongits_sim.experiments.batch_answer import (
    BatchAnswer,
    DealerRow,
    SeatRow,
    asked,
    dealer_sentence,
    house_sentence,
    jackpot_sentence,
    leader_sentence,
    progressive,
)
from tongits_sim.experiments.results import Results
from tongits_sim.run.numbers import amount, known

__all__ = ["advice", "asked", "findings", "headline", "method", "sentences", "tables", "title"]


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


NO_DUPLICATES = "Deals were not duplicated: to compare players, use tongits compare."


def title(answer: BatchReport) -> str:
    """The heading over its numbers."""
    return "A batch of games"


def headline(answer: BatchReport) -> str:
    """The player who earns most."""
    return leader_sentence(answer) if answer.games else "No game was finished."


def sentences(answer: BatchReport) -> list[str]:
    """The value of dealing, the length of games, and the limits of these numbers."""
    if not answer.games:
        return []
    lasts = length(1, answer.turns_per_game)
    turns = f"A game lasts {answer.turns_per_game:.1f} turns, all players together{f': {lasts}' if lasts else ''}."
    jackpot = jackpot_sentence(answer.knobs, answer.match_games)
    every = [dealer_sentence(answer), house_sentence(answer), jackpot, turns, NO_DUPLICATES, _stopping(answer)]
    return [text for text in every if text]


def advice(answer: BatchReport) -> list[Advice]:
    """The player who earns most, the earnings of the dealer, the income of the house."""
    if not answer.games or progressive(answer):
        return [Advice("Which bot earns most?", headline(answer))]
    dealer = Advice("What is dealing worth?", dealer_sentence(answer))
    house = [Advice("What does the house keep?", house_sentence(answer))] if answer.house else []
    return [Advice("Which bot earns most?", headline(answer), NO_DUPLICATES), dealer, *house]


def method(answer: BatchReport) -> dict[str, str]:
    """How the numbers were obtained."""
    unit = "match" if answer.match_games > 1 else "game"
    return {
        "stopping": _stopping(answer),
        "intervals": f"95 %; the unit is the {unit}",
        "correction": "none: one table of players",
    }


def _stopping(answer: BatchReport) -> str:
    if answer.broken_off:
        return f"Stopped after {answer.games:,} games because a bot failed."
    return f"Played {answer.games:,} games, fixed before the start."


def tables(answer: BatchReport) -> list[Table]:
    """The tables of a batch; empty ones are left out."""
    if not answer.games:
        return []
    every = [_players(answer), _shares(answer), _channels(answer), _places(answer), _endings(answer)]
    return [table for table in every if table.rows]


def _players(answer: BatchReport) -> Table:
    headings = ["Player", "Slots", "Units a game", "Standard deviation per game", "5 %", "Median", "95 %"]
    rows = [
        [
            row.player,
            str(len(row.slots)),
            known(row.payout.mean, row.payout.ci95),
            amount(row.payout_sd, 1, sign=False),
            *(amount(value, 0) for value in (row.payout_p05, row.payout_median, row.payout_p95)),
        ]
        for row in answer.players_summary
    ]
    note = "± is half a 95 % interval. 5 %, median and 95 %: quantiles of the payout of one game, units."
    if answer.house is not None:
        rows.append(["house", "", known(answer.house.income.mean, answer.house.income.ci95), *[""] * 4])
        note += " House: its fees, which the players together lose."
    return Table("players", "What each player earns", headings, rows, note=note)


def _shares(answer: BatchReport) -> Table:
    return share_table(
        [
            [
                row.player,
                share_cell(row.wins.mean, row.wins.ci95),
                share_cell(row.second_rate),
                share_cell(row.sunog.mean, row.sunog.ci95),
                *map(share_cell, (row.call_rate, row.calls_won, row.challenge_rate, row.challenges_won)),
            ]
            for row in answer.players_summary
        ]
    )


def _channels(answer: BatchReport) -> Table:
    flows = channels(answer)
    cells = {
        (flow.player, way, flow.ending): known(units, None)
        for flow in flows
        for way, units in (("won", flow.won), ("lost", flow.lost))
    }
    return channel_table(cells, {flow.ending for flow in flows})


def _places(answer: BatchReport) -> Table:
    places: list[tuple[str, SeatRow | DealerRow]] = [(f"Seat {LETTERS[row.seat]}", row) for row in answer.seats_summary]
    places.append(("Dealer", answer.dealer_summary))
    rows = [
        [name, known(row.payout.mean, row.payout.ci95), share_cell(row.wins.mean, row.wins.ci95)]
        for name, row in places
    ]
    note = (
        "All players together. The first dealer of a match is drawn at random; seats differ by chance and by the bots "
        "in them."
    )
    return Table("places", "Seats and dealer", ["Place", "Units a game", "Wins, per cent"], rows, note=note)


def _endings(answer: BatchReport) -> Table:
    rows = [[ENDING_WORDS[ending], share_cell(share)] for ending, share in answer.endings.items() if share]
    return Table("endings", "How games end", ["Ending", "Per cent of the games"], rows)


def findings(answer: BatchReport) -> list[Finding]:
    """The figures of a batch; empty ones are left out."""
    if not answer.games or progressive(answer):
        return []
    figures = [earnings(forest(answer), headline(answer)), by_ending(channels(answer))]
    return [finding for finding in figures if finding is not None]


def forest(answer: BatchReport) -> list[Point]:
    """Payouts, the best first."""
    rows = sorted(answer.players_summary, key=lambda row: -(row.payout.mean or 0))
    return [
        Point(row.player, row.payout.mean, row.payout.ci95 or (row.payout.mean, row.payout.mean))
        for row in rows
        if row.payout.mean is not None
    ]


def channels(answer: BatchReport) -> list[Flow]:
    """Payoff by ending: gains and losses of a player, per game of all its games."""
    return moving(
        Flow(row.player, ending, won, (row.payout_by_ending.get(ending) or 0.0) - won)
        for row in sorted(answer.players_summary, key=lambda row: -(row.payout.mean or 0))
        for ending, won in row.won_by_ending.items()
        if won is not None
    )
