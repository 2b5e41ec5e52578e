"""`tongits setup docs`: the pages and examples named in help texts, as files to read and change."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from reports.text.terminal import say
from tongits_sim.errors import TongitsError
from tongits_sim.imports import own
from tongits_sim.run.files import writing


@click.command("docs")
@click.argument("folder", default="docs", type=click.Path(path_type=Path))
def docs(folder: Path) -> None:
    """Write the documentation and its examples into a folder.

    FOLDER is docs by default. Help texts name files in it, such as docs/examples/my_bots.py. Existing files are never
    overwritten.

    Example: tongits setup docs
    """
    source = own("docs")
    if folder.exists():
        there = folder.resolve() == source.resolve()
        raise TongitsError(
            f"{folder} is the documentation itself" if there else f"{folder} exists; name another folder"
        )
    with writing(folder):
        shutil.copytree(source, folder)
    say(f"Wrote {folder}: begin with {folder / 'README.md'}; examples are in {folder / 'examples'}.")
