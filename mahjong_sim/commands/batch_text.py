"""A batch in a terminal: sentences first, then tables; or JSON, or CSV."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mahjong_sim.designs.answers import BatchAnswer
from mahjong_sim.words.simulate import ENDING_WORDS, asked, closing, length_words, words_of
from tongits_sim.any_game.designs.answers import BatchAnswer as AnyBatch
from tongits_sim.run.numbers import amount, bar, between, decimals, half_width, percent, percent_known

BROKEN_OFF = (
    "A bot failed, so these are only the games finished before that. The games it interrupted are missing: "
    "the figures are not a fair sample."
)


def print_batch(answer: AnyBatch, form: str, broken_off: bool = False) -> None:
    """Print a batch in one of the formats; `broken_off`: a bot failed, and these are the games finished before that."""
    from reports.text.console import print_csv, print_json, show
    from tongits_sim.run.answers import flat

    assert isinstance(answer, BatchAnswer)
    if form == "json":
        print_json((replace(answer, broken_off=True) if broken_off else answer).to_dict())
    elif form == "csv":
        print_csv([flat(row) for row in answer.players_summary])
    else:
        if broken_off:
            show("", BROKEN_OFF, style="bold red")
        show("", asked(answer), "", style="bold")
        show(*words_of(answer), _players_table(answer), _hands_table(answer), _endings_table(answer), closing(answer))


def _players_table(answer: BatchAnswer) -> Any:
    from rich.text import Text

    from reports.text.console import table

    grid = table("Player", "Units a game", "95 % interval", "Swing", "Wins", "By draw", "Gave it", "Opened", "A hand")
    for row in answer.players_summary:
        digits = decimals(half_width(row.payout.ci95))
        name = row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}"
        grid.add_row(
            Text(name),
            amount(row.payout.mean, digits),
            between(row.payout.ci95, digits),
            amount(row.payout_sd, 1, sign=False),
            percent_known(row.wins.mean, row.wins.ci95),
            percent(row.bunot_rate),
            percent(row.discarded_rate),
            percent(row.opened_rate),
            amount(row.hand_mean, 2, sign=False),
        )
    grid.caption = (
        "Shares of all games; gave it: lost by an own discard. Swing: standard deviation of the payout of one game. "
        "A hand: units that a winning hand is worth."
    )
    grid.caption_justify = "left"
    return grid


def _hands_table(answer: BatchAnswer) -> Any:
    from reports.text.console import table

    rows = answer.players_summary
    grid = table("Paid for", *(row.player for row in rows))
    for item in rows[0].items:
        if item != "win" and any(row.items[item] for row in rows):
            grid.add_row(item.replace("_", " "), *(percent(row.items[item]) for row in rows))
    grid.caption = "Shares of the hands won."
    grid.caption_justify = "left"
    return grid


def _endings_table(answer: BatchAnswer) -> Any:
    from reports.text.console import table

    grid = table("How games end", "", "Share", spare=[""])
    grid.columns[1].justify = "left"
    for ending, share in answer.endings.items():
        if share:
            grid.add_row(ENDING_WORDS[ending], bar(share), percent(share))
    grid.caption = length_words(answer)
    grid.caption_justify = "left"
    return grid
