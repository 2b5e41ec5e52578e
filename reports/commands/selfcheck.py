"""`tongits selfcheck`: exact probabilities against simulated deals."""

from __future__ import annotations

import click

from reports.commands.options import Whole, format_option
from reports.commands.shell import end


@click.command()
@click.option("--deals", type=Whole(1000, 10**9), default=2_000_000, show_default=True, help="How many deals to make.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same deals.")
@format_option
def selfcheck(deals: int, seed: int, form: str) -> None:
    """Compare exact probabilities with simulated deals; fails if one lies too far off."""
    from reports.text.checks import print_checks
    from tongits_sim import selfcheck as checks

    rows = checks.run(deals, seed)
    print_checks(rows, deals, seed, form)
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)
