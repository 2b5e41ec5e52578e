"""`tongits selfcheck`: exact probabilities against simulated deals."""

from __future__ import annotations

import click

from reports.commands.options import Whole, format_option, seed_option
from reports.commands.shell import end


@click.command()
@click.option("--deals", type=Whole(1000, 10**9), default=2_000_000, show_default=True, help="Number of deals.")
@seed_option("deals")
@format_option
def selfcheck(deals: int, seed: int, form: str) -> None:
    """Compare simulated deals with exact probabilities.

    Fails with exit code 1 if one of them deviates by more than 4.5 standard errors.
    """
    from reports.text.checks import print_checks
    from tongits_sim import selfcheck as checks

    rows = checks.run(deals, seed)
    print_checks(rows, deals, seed, form)
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)
