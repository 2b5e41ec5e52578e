"""Is `tongits batch --dry-run` cheap and right? `python -m tools.dry_run [--only NAME] [--keep FILE.json]`.

A dozen batches of mixed jobs, between about 2 and 20 seconds each on two cores. Each is estimated by `--dry-run`
without earlier runs, played, estimated again and played again, in processes of their own. It prints the seconds
estimated and played, their ratio, and the seconds of processor time of the estimate. It fails unless every ratio lies
within `FACTOR`, and every estimate from earlier runs takes at most `SHARE` of the time of the batch plus `START`
seconds of processor time for the start of the program. It removes the measurements of earlier runs.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from reports.commands.batches.speeds import speeds
from tests.playing import ROOT

FACTOR = 1.5
SHARE = 0.05
START = 0.8
SLOW = "tests/bots/slow.py"

_SIMULATE = """
[[job]]
command = "simulate"
rules = {rules}
players = {players}
games = "{games}"
"""
_COMPARE = """
[[job]]
command = "compare"
rules = {rules}
players = "{players}"
deals = "{games}"
"""
_WHATIF = """
[[job]]
command = "whatif"
rules = "pagat"
players = "{players}"
change = [["call.timing=end"], ["pay.fold=2"]]
deals = "{games}"
"""
_ANALYZE = """
[[job]]
command = "analyze"
question = {question}
players = "{players}"
games = "{games}"
"""
THREE, EXPERTS = "greedy,caller,hunter", "expert,expert,greedy"


def _simulate(games: str, players: str = f'["{THREE}"]', rules: str = '"pagat"') -> str:
    return _SIMULATE.format(rules=rules, players=players, games=games)


def _compare(games: str, players: str = THREE, rules: str = '"pagat"') -> str:
    return _COMPARE.format(rules=rules, players=players, games=games)


def _whatif(games: str, players: str = THREE) -> str:
    return _WHATIF.format(players=players, games=games)


def _analyze(question: str, games: str, players: str = THREE) -> str:
    return _ANALYZE.format(question=question, players=players, games=games)


_ROOMS = '["pagat", "online", "sjs"]'
_TABLES = '["greedy,caller,hunter", "greedy,expert,miser"]'
BATCHES: dict[str, str] = {
    "one long simulation": _simulate("8M"),
    "six simulations": _simulate("1M", _TABLES, _ROOMS),
    "an own slow bot": _simulate("400k", f'["{SLOW}:slow,greedy,caller"]') + _simulate("1M"),
    "a comparison": _compare("200k"),
    "comparisons under three rules": _compare("40k", "greedy,caller,hunter,expert", _ROOMS),
    "rule changes": _whatif("60k") + _whatif("60k", EXPERTS),
    "calls and challenges": _analyze('["calls", "challenges"]', "400k"),
    "every question": _analyze('["calls", "challenges", "sunog", "discards", "exposure"]', "150k"),
    "payouts": _analyze('"payouts"', "100k"),
    "a mix": _simulate("1M") + _compare("30k") + _whatif("20k") + _analyze('"sunog"', "300k"),
    "a mix of experts": _simulate("1M", f'["{EXPERTS}"]')
    + _compare("40k", "expert,greedy,sniper")
    + _whatif("30k", EXPERTS),
    "a mix with a slow bot": _simulate("200k", f'["{SLOW}:slow,greedy,caller"]')
    + _compare("5k", f"{SLOW}:slow,greedy,expert")
    + _analyze('"calls"', "300k"),
}


def timed(file: Path, *options: str) -> tuple[float, str]:
    """Seconds of processor time of a command about a batch, and its output."""
    line = [sys.executable, "cli.py", "batch", str(file), "--allow-bots", SLOW, "--format", "json", *options]
    began = _processor_time()
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    return _processor_time() - began, done.stdout


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(text: str) -> list[dict[str, float]]:
    """Seconds `estimated` and `played`, and the `cost` of the estimate: first without earlier runs, then with them."""
    speeds().path.unlink(missing_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "batch.toml"
        file.write_text(text, encoding="utf-8")
        for turn in ("first", "again"):
            cost, out = timed(file, "--dry-run")
            estimated = sum(row["seconds"] for row in json.loads(out))
            _, out = timed(file, "--out", str(Path(folder) / turn))
            played = sum(row["seconds"] for row in json.loads(out))
            rows.append({"cost": cost, "estimated": estimated, "played": played})
    return rows


def holds(row: dict[str, float], known: bool) -> bool:
    """Whether an estimate was right enough and, from earlier runs (`known`), cheap enough."""
    ratio = row["estimated"] / row["played"]
    return 1 / FACTOR <= ratio <= FACTOR and (not known or row["cost"] <= SHARE * row["played"] + START)


def main() -> None:
    """Print a line for each batch; fail if one does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="batches whose name holds this")
    parser.add_argument("--keep", type=Path, help="file to write all figures to")
    options = parser.parse_args()
    rows, sound = {}, True
    for name, text in BATCHES.items():
        if options.only in name:
            rows[name] = measured(text)
            for row, known in zip(rows[name], (False, True), strict=True):
                fine = holds(row, known)
                sound &= fine
                print(
                    f"{name:32} {'earlier runs' if known else 'samples':12} estimated {row['estimated']:5.1f} s, "
                    f"played {row['played']:5.1f} s, ratio {row['estimated'] / row['played']:4.2f}; "
                    f"cost {row['cost']:4.1f} s{'' if fine else '  does not hold'}",
                    flush=True,
                )
    if options.keep is not None:
        options.keep.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    sys.exit(not sound)


if __name__ == "__main__":
    main()
