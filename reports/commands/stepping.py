"""Steps through a recorded game in the terminal: how cards or tiles look there, and the keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from reports.commands.option_groups import combined

if TYPE_CHECKING:
    from reports.play.talk import Talk
    from reports.text.faces import Faces
    from tongits_sim.records.frames import ReplayText
    from tongits_sim.records.schema import Record


@dataclass(frozen=True)
class Looks:
    """The options that say how the table is shown."""

    plain: bool
    no_color: bool
    colors: str
    suits: str | None


looks_options = combined(
    click.option("--plain", is_flag=True, help="Sentences only, for a screen reader: no drawing, suits in words."),
    click.option("--no-color", is_flag=True, help="No colours; the environment variable NO_COLOR does the same."),
    click.option(
        "--colors", type=click.Choice(("2", "4")), default="4", show_default=True, help="Colours of the suits."
    ),
    click.option(
        "--suits",
        type=click.Choice(("signs", "letters", "words")),
        default=None,
        help="How suits are shown.  [default: signs, if the terminal has them]",
    ),
)
"""The options of `Looks`."""


def talk_of(looks: Looks, steps: ReplayText) -> tuple[Talk, Faces]:
    """The terminal, and the way to write cards or tiles there.

    `steps`: the module that shows games move by move; it names the signs of tiles.
    """
    from reports.play.talk import Talk
    from reports.text.faces import Faces, NamedFaces, usual_style

    talk = Talk(looks.plain, 0 if looks.no_color else int(looks.colors))
    if not steps.SIGNS:
        return talk, Faces(looks.suits or usual_style(looks.plain))
    style = looks.suits or usual_style(looks.plain, signs="".join(steps.SIGNS.values()))
    return talk, NamedFaces(steps.SIGNS, steps.WORDS, style)


def show_steps(
    record: Record,
    steps: ReplayText,
    looks: Looks,
    marks: Mapping[int, str] | None = None,
    number: int | None = None,
) -> bool:
    """Step through a game.

    Args:
        record: the game, verified.
        steps: the module that shows games of its kind move by move.
        looks: how to show cards.
        marks: notes on single moves, by number.
        number: of the game in its file, from 1.

    Returns:
        Whether to go on with the next game.
    """
    from reports.play.stepper import Stepper, step_through

    talk, faces = talk_of(looks, steps)
    return step_through(Stepper(record, steps, faces, marks, number), talk)
