"""A batch of games in words, tables and figures, for a page."""

from __future__ import annotations

from analyses.answers.batch import BatchReport
from analyses.figures.batch import channels, forest
from reports.page.findings import Advice, Finding, by_ending, earned
from reports.page.tables import Table, channel_table, share_cell, share_table
from tongits_sim.designs.batch.answer import DealerRow, SeatRow
from tongits_sim.designs.batch.text import asked, dealer_sentence, leader_sentence, progressive
from tongits_sim.run.numbers import amount, known

__all__ = ["advice", "answer", "asked", "command_line", "findings", "method", "sentences", "tables", "title"]

NO_DUPLICATES = "Seats were shared, deals were not duplicated: to compare players, use tongits compare."


def title(document: BatchReport) -> str:
    """What stands over its numbers."""
    return "A batch of games"


def answer(document: BatchReport) -> str:
    """Who earns most."""
    return leader_sentence(document) if document.games else "No game was finished."


def sentences(document: BatchReport) -> list[str]:
    """What dealing is worth, how long games are, and how far the numbers carry."""
    if not document.games:
        return []
    turns = f"A game lasts {document.turns_per_game:.1f} turns, all players together."
    return [dealer_sentence(document), turns, NO_DUPLICATES, _stopping(document)]


def advice(document: BatchReport) -> list[Advice]:
    """Who earned most, and what the dealer makes."""
    if not document.games or progressive(document):
        return [Advice("Which bot earns most?", answer(document))]
    dealer = Advice("What is it worth to deal?", dealer_sentence(document))
    return [Advice("Which bot earns most?", answer(document), NO_DUPLICATES), dealer]


def method(document: BatchReport) -> dict[str, str]:
    """How the numbers were made."""
    unit = "match" if document.match_games > 1 else "game"
    return {
        "stopping": _stopping(document),
        "intervals": f"95 %, the unit is the {unit}",
        "correction": "none: one table of players",
    }


def _stopping(document: BatchReport) -> str:
    if document.broken_off:
        return f"Broken off by a bot that failed, after {document.games:,} games."
    return f"Played {document.games:,} games, fixed before the start."


def command_line(document: BatchReport) -> str:
    """The command that plays it again; empty where that is not known."""
    return document.command_line


def tables(document: BatchReport) -> list[Table]:
    """The tables of a batch, without those that have nothing to say."""
    if not document.games:
        return []
    every = [_players(document), _shares(document), _channels(document), _places(document), _endings(document)]
    return [table for table in every if table.rows]


def _players(document: BatchReport) -> Table:
    headings = ["Player", "Slots", "Units a game", "Spread of one game", "5 %", "Median", "95 %"]
    rows = [
        [
            row.player,
            str(len(row.slots)),
            known(row.payout_mean, row.payout_ci95),
            amount(row.payout_sd, 1, sign=False),
            *(amount(value, 0) for value in (row.payout_p05, row.payout_median, row.payout_p95)),
        ]
        for row in document.players_summary
    ]
    note = (
        "± is half a 95 % interval. Spread: standard deviation of one game's payout; 5 % to 95 %: quantiles of the "
        "payout of one game, units."
    )
    return Table("players", "What each player earns", headings, rows, note=note)


def _shares(document: BatchReport) -> Table:
    return share_table(
        [
            [
                row.player,
                share_cell(row.win_rate, row.win_ci95),
                share_cell(row.second_rate),
                share_cell(row.sunog_rate, row.sunog_ci95),
                *map(share_cell, (row.call_rate, row.calls_won, row.challenge_rate, row.challenges_won)),
            ]
            for row in document.players_summary
        ]
    )


def _channels(document: BatchReport) -> Table:
    flows = channels(document)
    cells = {
        (flow.player, way, flow.ending): known(units, None)
        for flow in flows
        for way, units in (("won", flow.won), ("lost", flow.lost))
    }
    return channel_table(cells, {flow.ending for flow in flows})


def _places(document: BatchReport) -> Table:
    places: list[tuple[str, SeatRow | DealerRow]] = [(f"Seat {row.seat}", row) for row in document.seats_summary]
    places.append(("Dealer", document.dealer_summary))
    rows = [
        [name, known(row.payout_mean, row.payout_ci95), share_cell(row.win_rate, row.win_ci95)] for name, row in places
    ]
    note = "All players together. The first dealer of a match is drawn; seats differ by chance and by who sits there."
    return Table("places", "Seats and dealer", ["Place", "Units a game", "Wins, per cent"], rows, note=note)


def _endings(document: BatchReport) -> Table:
    from analyses.figures.comparison import ENDING_WORDS

    rows = [[ENDING_WORDS[ending], share_cell(share)] for ending, share in document.endings.items() if share]
    return Table("endings", "How games end", ["Ending", "Per cent of the games"], rows)


def findings(document: BatchReport) -> list[Finding]:
    """The figures of a batch, without those that have nothing to show."""
    if not document.games or progressive(document):
        return []
    figures = [earned(forest(document), answer(document)), by_ending(channels(document))]
    return [finding for finding in figures if finding is not None]
