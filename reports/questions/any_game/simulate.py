"""The answer of `simulate` in words, for any game."""

from __future__ import annotations

from analyses.words import Finding, Table
from reports.questions.tables import share_cell
from tongits_sim.core.answers import BatchAnswer
from tongits_sim.core.game import game_of
from tongits_sim.core.record_form import LETTERS
from tongits_sim.run.numbers import amount, between, decimals, half_width, known, number_word, played_words


def headline(answer: BatchAnswer) -> str:
    """The player who earns most."""
    return leading(answer)


def sentences(answer: BatchAnswer) -> list[str]:
    """The number of games, their speed, and the folder."""
    return [closing(answer)]


def tables(answer: BatchAnswer) -> list[Table]:
    """The players, and the seats."""
    return [players_table(answer), seats_table(answer)]


def findings(answer: BatchAnswer) -> list[Finding]:
    """No figures."""
    return []


def asked(answer: BatchAnswer) -> str:
    """The games and rules in one line."""
    matches = f" in matches of {answer.match_games:,}" if answer.match_games > 1 else ""
    seats = "fixed seats" if answer.fixed_seats else "seats rotate"
    name = game_of(answer.command).name
    return f"{answer.games:,} games of {name}{matches} · rules {answer.rules} · seed {answer.seed} · {seats}"


def leading(answer: BatchAnswer) -> str:
    """The player who earns most, in a sentence."""
    if answer.games == 0:
        return "No game was finished."
    leader = answer.leader
    if leader is None:
        count = number_word(len(answer.players)).capitalize()
        return f"{count} {answer.players[0]} players: what one wins the others lose."
    row = next(row for row in answer.players_summary if row.player == leader.player)
    limits = leader.lead.ci95
    digits = decimals(half_width(limits))
    earns = f"{amount(row.payout.mean, decimals(half_width(row.payout.ci95)))} units a game"
    if limits and limits[0] > 0:
        return (
            f"{leader.player} earns most, {earns}: {amount(leader.lead.mean, digits, sign=False)} more than "
            f"{leader.next} (95 % interval {between(limits, digits, sign=False)})."
        )
    return (
        f"Undecided: {leader.player} earned most, {earns}, but its lead over {leader.next} is not certain "
        f"(95 % interval {between(limits, digits)}). Play more games to decide."
    )


def closing(answer: BatchAnswer) -> str:
    """The number of games, their speed, and the folder, in a sentence."""
    who = "1 worker" if answer.workers == 1 else f"{answer.workers} workers"
    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    speed = f"{played_words(answer.games, now, answer.elapsed_s)} with {who}." if now else "Nothing was left to play."
    return f"{speed} Saved in {answer.out}." if answer.out else speed


def players_table(answer: BatchAnswer) -> Table:
    """A row for each player."""
    rows = [
        [
            row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}",
            known(row.payout.mean, row.payout.ci95),
            amount(row.payout_sd, 1, sign=False),
            share_cell(row.wins.mean, row.wins.ci95),
        ]
        for row in answer.players_summary
    ]
    note = "± is half a 95 % interval. Swing: standard deviation of the payout of one game."
    return Table("players", "What each player earns", ["Player", "Units a game", "Swing", "Wins, %"], rows, note=note)


def seats_table(answer: BatchAnswer) -> Table:
    """A row for each seat."""
    rows = [[LETTERS[row.seat], known(row.payout.mean, row.payout.ci95)] for row in answer.seats_summary]
    return Table("seats", "What each seat earns", ["Seat", "Units a game"], rows)
