"""`tongits mahjong selfcheck`."""

from __future__ import annotations

import click

from reports.commands.options import Whole, format_option, seed_option
from reports.commands.shell import end


@click.command()
@click.option("--deals", type=Whole(1000, 10**9), default=1_000_000, show_default=True, help="Number of deals.")
@seed_option("deals")
@format_option
def selfcheck(deals: int, seed: int, form: str) -> None:
    """Compare simulated deals with exact probabilities.

    Fails with exit code 1 if one of them deviates by more than 4.5 standard errors.

    Example: tongits mahjong selfcheck --deals 1M
    """
    from mahjong_sim.selfcheck import LIMIT, run
    from reports.text.console import print_csv, print_json, show, table
    from tongits_sim.run.numbers import amount

    rows = run(deals, seed)
    checks = [row._asdict() | {"passed": row.passed} for row in rows]
    if form == "json":
        print_json({"command": "mahjong selfcheck", "deals": deals, "seed": seed, "checks": checks})
    elif form == "csv":
        print_csv(checks)
    else:
        grid = table("Quantity", "Exact", "Simulated", "z", "")
        for row in rows:
            mark = "" if row.passed else "FAILED"
            grid.add_row(row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", amount(row.z), mark)
        show(grid)
        worst = max(abs(row.z) for row in rows)
        show(f"{deals:,} deals, seed {seed}. Largest |z| is {worst:.2f}; above {LIMIT} a check fails.")
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)
