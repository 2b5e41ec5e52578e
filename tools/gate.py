"""The gate: 40 command lines whose numbers may not change, a run that is killed and resumed, and the referee.

`python -m tools.gate` plays the lines and compares their numbers with tools/gate.json. `--write` stores the present
numbers, in a commit that says why digits changed. Only numbers are compared: a new layout, sentence or column passes; a
missing or changed number does not.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import hashlib
import io
import json
import multiprocessing
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

STORED = Path(__file__).with_suffix(".json")
SKIPPED = ("second", "per_s", "speed", "digest", "version", "created", "source", "cpu", "elapsed")
"""Keys that contain one of these words hold values that may differ between runs or commits."""

THREE = "greedy,caller,hunter"
LINES = f"""
simulate --rules pagat --players {THREE} --games 50k --seed 1
simulate --rules pagat+joker --players expert,expert,greedy --games 20k --seed 2
simulate --rules online --players expert,caller,greedy --games 20k --seed 3 --match-games 5
simulate --rules sjs --players "greedy,habit(player=greedy, block=9),caller" --games 20k --seed 4
simulate --rules wars --players expert,sniper,greedy --games 20k --seed 5
simulate --rules rulesofcards --players trained,expert,greedy --games 10k --seed 6
simulate --rules ecoins --players trained,trained,trained --games 10k --seed 7 --fixed-seats
simulate --rules casino_x --players greedy,caller,expert --games 20k --seed 8
simulate --rules grokipedia --players hunter,expert,expert --games 20k --seed 9
simulate --rules wikipedia --players caller,caller,expert --games 20k --seed 10
simulate --rules pagat_reduced --players greedy,greedy,expert --games 20k --seed 11
simulate --rules pagat --players "random,greedy,habit(player=greedy, take=always)" --games 20k --seed 12
simulate --rules pagat --players expert,expert,expert --games 30k --seed 13 --backend loky --workers 2
compare greedy caller hunter --rules pagat --deals 5k --seed 1
compare trained expert greedy --rules pagat --deals 2k --seed 2
compare expert greedy --rules online --deals 5k --seed 3
compare trained expert --rules sjs --deals 2k --seed 4
whatif --rules pagat --change pay.sunog_extra=2 --players expert,expert,greedy --deals 5k --seed 1
whatif --rules pagat --change jokers.count=2 --players trained,trained,trained --deals 2k --seed 2
analyze calls --rules pagat --players trained,trained,trained --games 20k --seed 1
analyze challenges --rules pagat --players trained,trained,trained --games 20k --seed 1
analyze lay --rules pagat --players expert,expert,expert --games 20k --seed 1
analyze discards --rules pagat --players expert,expert,expert --games 5k --seed 1
analyze sunog --rules pagat --players expert,expert,greedy --games 20k --seed 1
analyze payouts --rules pagat --players expert,expert,greedy --games 20k --seed 1
analyze payouts --rules online --players trained,expert,greedy --games 10k --seed 1 --fee 5,30
analyze sessions --rules pagat --players expert,expert,greedy --seed 1
tournament match --field "1 expert, 1 greedy, 1 caller" --events 200 --matches 0 --deals 2k --seed 1
mahjong simulate --players expert,greedy,caller,defender --games 5k --seed 1
mahjong compare expert greedy --deals 1k --seed 1
mahjong whatif pay.discarder=1 --players expert,expert,expert,expert --deals 1k --seed 1
records --rules pagat --players trained,expert,greedy -n 50 --seed 1 -o @out.jsonl
records --rules sjs --players "greedy,habit(player=greedy, block=9),caller" -n 50 --seed 1 -o @out.jsonl
records --rules online --players expert,caller,greedy -n 50 --seed 1 --match-games 5 -o @out.jsonl
records --rules wars --players hunter,expert,random -n 50 --seed 2 -o @out.jsonl
mahjong records --players expert,greedy,caller,random -n 20 --seed 1 -o @out.jsonl
advise --hand "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc" --discards "Qs 4c Kd" --worlds 64
review docs/examples/one_seat.txt --seed 1
selfcheck
tune caller --rules pagat --deals 2k --seed 1
"""


def lines() -> list[str]:
    """The command lines."""
    return LINES.strip().splitlines()


def numbers(value: object) -> Iterator[str]:
    """Every number below a JSON value, as text, without numbers that may differ from run to run."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not any(word in key for word in SKIPPED):
                yield from numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner)
    elif isinstance(value, float | int) and not isinstance(value, bool):
        yield f"{value:.6g}"


def played(line: str) -> list[str]:
    """The numbers that a line prints or, for records, a digest of each game."""
    from cli import main

    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.jsonl"
        words = [str(out) if word == "@out.jsonl" else word for word in shlex.split(line)]
        if "records" not in words:
            words += ["--format", "json"]
        with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
            main(words, "tongits")
        if "records" in words:
            games = out.read_text().splitlines() if out.exists() else []
            return [hashlib.sha256(game.encode()).hexdigest()[:16] for game in games]
    try:
        return sorted(set(numbers(json.loads(said.getvalue()))), key=float)
    except ValueError:
        print(f"tongits {line}\n{said.getvalue()}")
        return []


LONG = "simulate --rules pagat --players expert,expert,greedy --games 500k --seed 1"


def resumed(folder: Path) -> str:
    """Kill a run (SIGKILL), resume it, and compare it with an undisturbed run; what is wrong, or an empty text."""
    command = [sys.executable, "-m", "tongits_sim", *LONG.split(), "--format", "json"]
    whole = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    out = folder / "run"
    life = subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while life.poll() is None and not (out / "run.db").exists():
        time.sleep(0.05)
    killed = life.poll() is None
    life.kill()
    life.wait()
    again = subprocess.run([*command, "--out", str(out), "--resume"], capture_output=True, text=True, check=True).stdout
    same = set(numbers(json.loads(whole))) <= set(numbers(json.loads(again)))
    return (
        "" if killed and same else "the killed and resumed run gave other numbers" if killed else "nothing was killed"
    )


def judged(games: int) -> list[str]:
    """Play games of every preset with overlays. The referee, which shares no code with the engine, checks them."""
    from tests.validation import Report, check_engine, preset_cases

    report = Report()
    for seed, case in enumerate(preset_cases()):
        check_engine(case, games, seed, report)
    print(f"Referee: {report.engine:,} games, {len(report.problems)} problems.")
    return report.problems


def main() -> None:
    """Play the lines, two at a time, then kill and resume a run and judge games; exit code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store what the lines say now")
    parser.add_argument("--only", default="", help="only lines that contain this")
    options = parser.parse_args()
    asked = [line for line in lines() if options.only in line]
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}

    bad = 0
    # Two processes play all lines: starting the program for each of them would take as long as what they play.
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for line, now in zip(asked, pool.map(played, asked), strict=True):
            before = stored.get(line, "").split()
            gone = [number for number in before if number not in set(now)]
            if options.write:
                stored[line] = " ".join(now)
            elif gone or not before:
                bad += 1
                print(f"tongits {line}\n    {len(gone)} of {len(before)} numbers are gone: {' '.join(gone[:8])}")
    if options.write:
        STORED.write_text(json.dumps({line: stored.get(line, "") for line in lines()}, indent=0) + "\n")
    print(f"{len(asked)} lines, {bad} with other numbers." if not options.write else f"Stored {len(asked)} lines.")
    if not options.write and not options.only:
        with tempfile.TemporaryDirectory() as folder:
            problem = resumed(Path(folder))
        print(f"Kill and resume: {problem or 'the same numbers'}.")
        bad += bool(problem) + len(judged(games=100))
        print("Speed, beside an older checkout in one run: tongits selfcheck --speed")
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
