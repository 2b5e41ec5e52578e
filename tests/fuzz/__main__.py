"""The long run: `python -m tests.fuzz --inputs 100000`. Prints what was fed to each surface, and what broke."""

import argparse
import sys
import time
import traceback

from tests.fuzz.running import fuzz
from tests.fuzz.surfaces import SURFACES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="how many in all (default: 10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--surface", action="append", choices=list(SURFACES), help="only this one; may be repeated")
    asked = parser.parse_args()
    chosen = asked.surface or list(SURFACES)
    shares = {name: max(SURFACES[name].share, 0.1) for name in chosen}
    began = time.monotonic()
    fed = 0
    broken = 0
    print(f"seed {asked.seed}", flush=True)
    for name in chosen:
        outcome = fuzz(name, max(1, round(asked.inputs * shares[name] / sum(shares.values()))), asked.seed)
        fed += outcome.inputs
        word = "sound" if outcome.error is None else "BROKEN"
        print(f"{name:15} {outcome.inputs:>8,} inputs {outcome.seconds:8.1f} s  {word}", flush=True)
        if outcome.error is not None:
            broken += 1
            print(f"smallest input: {outcome.last!r:.2000}")
            traceback.print_exception(outcome.error, limit=-12)
    print(f"{fed:,} inputs in {time.monotonic() - began:.0f} s, {broken} of {len(chosen)} surfaces broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
