"""The sentences and tables of the answer of `simulate`."""

from __future__ import annotations

from dataclasses import replace

from analyses.words import Table
from mahjong_sim.designs.answers import BatchAnswer
from reports.questions.any_game.simulate import asked, closing, findings, leading, players_table
from reports.questions.tables import share_cell
from tongits_sim.run.numbers import amount, between, decimals, half_width, percent, percent_known

__all__ = ["asked", "closing", "findings", "headline", "sentences", "tables"]

ENDING_WORDS = {
    "void": "void: the wall ran out",
    "discard": "won by a discard",
    "bunot": "won by draw (bunot)",
    "robbed": "won by robbing a sagasa",
}


def headline(answer: BatchAnswer) -> str:
    """The sentence on the player that earns most."""
    return words_of(answer)[0]


def sentences(answer: BatchAnswer) -> list[str]:
    """Sentences on the earnings of mano and the number of games."""
    return [*words_of(answer)[1:], closing(answer)]


def tables(answer: BatchAnswer) -> list[Table]:
    """The tables of players, of items of hands, and of endings."""
    return [players_of(answer), hands_table(answer), endings_table(answer)]


def words_of(answer: BatchAnswer) -> list[str]:
    """The answer in plain sentences."""
    if answer.games == 0:
        return [leading(answer)]
    dealer, limits = answer.dealer_summary, answer.dealer_summary.payout.ci95
    mano = (
        f"Mano (the dealer) wins {percent_known(dealer.wins.mean, dealer.wins.ci95)} of the games and makes "
        f"{amount(dealer.payout.mean, decimals(half_width(limits)))} units a game (95 % interval "
        f"{between(limits, decimals(half_width(limits)))})."
    )
    return [leading(answer), mano]


def players_of(answer: BatchAnswer) -> Table:
    """A row for each player."""
    table = players_table(answer)
    rows = [
        [
            *cells,
            *(share_cell(share) for share in (row.bunot_rate, row.discarded_rate, row.opened_rate)),
            amount(row.hand_mean, 2, sign=False),
        ]
        for cells, row in zip(table.rows, answer.players_summary, strict=True)
    ]
    note = (
        "± is half a 95 % interval. Shares of all games; gave it: lost by an own discard. Swing: standard deviation of "
        "the payout of one game. A hand: units that a winning hand is worth."
    )
    headings = [*table.headings, "By draw, %", "Gave it, %", "Opened, %", "A hand"]
    return replace(table, headings=headings, rows=rows, note=note)


def hands_table(answer: BatchAnswer) -> Table:
    """The shares of each player's winning hands with each item."""
    players = answer.players_summary
    rows = [
        [item.replace("_", " "), *(share_cell(row.items[item]) for row in players)]
        for item in players[0].items
        if item != "win" and any(row.items[item] for row in players)
    ]
    headings = ["Paid for", *(f"{row.player}, %" for row in players)]
    return Table("items", "What hands are paid for", headings, rows, note="Shares of the hands won.")


def endings_table(answer: BatchAnswer) -> Table:
    """The share of each ending."""
    rows = [[ENDING_WORDS[ending], percent(share)] for ending, share in answer.endings.items() if share]
    return Table("endings", "How games end", ["Ending", "Share"], rows, note=length_words(answer))


def length_words(answer: BatchAnswer) -> str:
    """The length of a game, and the units that change hands in it."""
    return f"A game lasts {answer.discards_per_game:.1f} discards; {answer.moved_per_game:.2f} units change hands."
