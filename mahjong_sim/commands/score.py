"""The command `score`: the value of a complete hand, or the tiles that an incomplete hand waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands import COMMANDS
from mahjong_sim.commands.options import rules_options
from reports.commands.printing_options import format_option

if TYPE_CHECKING:
    from mahjong_sim.hand_score import HandScore


@click.command(short_help=COMMANDS["score"])
@click.argument("tiles", nargs=-1, required=True, metavar="TILES")
@click.option("--melds", default="", metavar="MELDS", help="Bahay on the table: 'chow 1s, pung Dr, kang 5d, beauty'.")
@click.option(
    "--win", default=None, metavar="TILE", help="The winning tile; none if it lies in a meld.  [default: the last]"
)
@click.option(
    "--by",
    type=click.Choice(("discard", "wall", "back", "sagasa", "deal")),
    default="discard",
    show_default=True,
    help="Where the winning tile comes from; back: a gift, or for a flower; sagasa: robbed; deal: dealt complete.",
)
@click.option("--quick", is_flag=True, help="The win is quick.")
@click.option("--declared", is_flag=True, help="The wait was declared, for rules that pay only declared waits.")
@click.option("--joker", default=None, metavar="TILE", help="The tile whose other copies are jokers.")
@rules_options
@format_option
def score(tiles: tuple[str, ...], rules: str, settings: tuple[str, ...], form: str, **how: Any) -> None:
    """Value a hand item by item; if it does not win, say how far it is from winning and which tiles help.

    TILES are the concealed tiles, the winning tile last, and the flowers: 1s to 9s, 1d to 9d, 1c to 9c, Dr Dg Dw, We Ws
    Ww Wn, F1 to F8. Seventeen tiles, three fewer for each meld on the table, win or have to discard; with one tile
    fewer the hand waits.

    \b
    Examples: tongits mahjong score "2s 3s 4s 5s 5s 5s 1d 2d 3d 7c 7c 7c Dr Dr Dr We We" --by wall
              tongits mahjong score "4d 5d 6d 8c 8c 2s 4s" --melds "pung We, chow 1s, secret 9d"
    """
    from mahjong_sim.hand_score import score as value_of
    from mahjong_sim.rules import load
    from mahjong_sim.shown.hand_score import screen, tables
    from reports.text.console import print_answer, show_screen

    answer = value_of(" ".join(tiles), load(rules, settings), **how)
    print_answer(answer, form, _score_rows, lambda shown: show_screen(screen(shown), tables(shown)))


def _score_rows(answer: HandScore) -> list[dict[str, Any]]:
    """The rows of CSV: items of a hand that wins; else waits, or discards."""
    if answer.value is not None:
        return [{"item": item, "units": units} for item, units in answer.items.items()]
    return [row.to_dict() for row in answer.waits or answer.discards]
