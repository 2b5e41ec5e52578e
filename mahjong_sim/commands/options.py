"""Options that the commands of mahjong share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mahjong_sim.mahjong import MAHJONG
from reports.commands.candidates import words_of
from reports.commands.options import rules_options_of

if TYPE_CHECKING:
    pass

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
