"""Options that the commands of mahjong share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mahjong_sim.mahjong import MAHJONG
from reports.commands.candidates import words_of
from reports.commands.options import Whole, rules_options_of, seed_option

if TYPE_CHECKING:
    from mahjong_sim.rules import RuleSet

_Command = TypeVar("_Command", bound=Callable[..., Any])

PLAYERS = "greedy,greedy,greedy,greedy"


rules_options = rules_options_of(MAHJONG)


def players_option(name: str, default: str, what: str) -> Callable[[_Command], _Command]:
    """An option that names players.

    Args:
        name: such as `--players`.
        default: specs of the players, separated by commas.
        what: who they are.
    """
    return click.option(
        name,
        default=default,
        show_default=True,
        type=words_of(MAHJONG)["A,B,..."],
        help=f"{what}: name, name(param=value) or my_file.py:name (the file is executed); "
        "for a list: tongits mahjong strategies",
    )


def deals_options(command: _Command) -> _Command:
    """`--deals`, `--seed` and `--match-games` of a command that plays the same walls several times."""
    counted = click.option(
        "deals",
        "--deals",
        "-n",
        type=Whole(1, 10**9),
        default=5_000,
        show_default=True,
        help="Deals, each played in four rotations of the seats unless all players are the same.",
    )
    return counted(seed_option("deals")(match_option(command)))


def match_option(command: _Command) -> _Command:
    """`--match-games`."""
    return click.option(
        "--match-games",
        type=Whole(1, 10**6),
        default=1,
        show_default=True,
        help="Games per match; mano (the dealer) and the pot carry over from game to game.",
    )(command)


def chosen_rules(rules: str, settings: tuple[str, ...]) -> RuleSet:
    """The rules that `--rules` and `--set` name. Raises RuleError."""
    from mahjong_sim.rules import load

    return load(rules, settings)
