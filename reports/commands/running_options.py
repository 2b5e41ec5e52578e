"""Options of the commands that play: workers, backend, folder, the time limit of bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.option_groups import combined
from reports.commands.value_types import Count, Number

BACKENDS = ("threading", "loky", "dask")
OUT = click.Path(path_type=Path, file_okay=False)
_BOT_TIMEOUT = 60.0
_LONGEST_TIMEOUT = 86400.0
_FILES = (".html", ".md", ".json", ".csv", ".jsonl", ".parquet", ".pdf", ".png")


def _bot_timeout(ctx: click.Context, param: click.Parameter, seconds: float) -> float:
    """Set the time limit, which also holds while a bot's file is loaded."""
    if seconds != _BOT_TIMEOUT:
        from tongits_sim.run.user_file import set_load_timeout

        set_load_timeout(seconds)
    return seconds


def _folder(ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a name of a file as the folder of a run. Raises UsageError."""
    if path is not None and path.suffix.lower() in _FILES and not path.is_dir():
        takes_file = any("-o" in param.opts for param in ctx.command.params)
        hint = f"; a file is written with -o {path}" if takes_file else ""
        raise click.UsageError(f"--out keeps the run in a folder, and {path.name} is the name of a file{hint}")
    return path


workers_option = click.option(
    "--workers",
    type=Count(1, 1024),
    default=None,
    help="Number of parallel workers.  [default: one per core]",
)
cluster_options = combined(
    workers_option,
    click.option(
        "--backend",
        type=click.Choice(BACKENDS, case_sensitive=False),
        default="threading",
        show_default=True,
        help="Where to play: threads (usually fastest), processes (loky) or a cluster (dask).",
    ),
    click.option(
        "--scheduler",
        default=None,
        metavar="ADDRESS",
        help="Address of the cluster's scheduler, tcp://...  [default: start dask on this machine]",
    ),
)
running_options = combined(
    cluster_options,
    click.option(
        "--out",
        type=OUT,
        default=None,
        callback=_folder,
        metavar="DIR",
        help="Save the run in this folder; it is created with any parent folders it needs.",
    ),
    click.option("--resume", is_flag=True, help="Resume the run in the --out folder."),
    click.option(
        "--bot-timeout",
        type=Number(0.1, _LONGEST_TIMEOUT),
        default=_BOT_TIMEOUT,
        show_default=True,
        is_eager=True,
        callback=_bot_timeout,
        help="Time limit in seconds for a user bot that does not respond.",
    ),
)
"""Options for `RunOptions`: `pop_running_options` takes them out of a command's options."""
RUNNING = ("workers", "backend", "scheduler", "out", "resume", "bot_timeout")
"""The names of these options."""


def pop_running_options(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options of `running_options` out of a command's options, for `RunOptions`. Raises UsageError."""
    check_playing(options["out"], options["resume"])
    return {name: options.pop(name) for name in RUNNING}


def check_playing(out: Path | None, resume: bool) -> None:
    """Raise UsageError if --resume stands without --out."""
    if resume and out is None:
        raise click.UsageError("--resume needs --out FOLDER, the folder of the run to resume.")
