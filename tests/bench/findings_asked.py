"""What is asked for docs/findings.md: every command, by name."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RULES = ("sjs", "pagat", "online", "rulesofcards")
FOUGHT = RULES[:3]
"""Rules under which calls are challenged; under the last everybody compares."""
TIMID, BOLD, WALL = (
    "greedy(call_at=15, challenge_at=10)",
    "greedy(call_at=130, challenge_at=30)",
    "greedy(call_at=0, challenge_at=70)",
)
MIDDLE = "greedy(call_at=20, challenge_at=40)"
"""A setting between these three."""
OTHERS = ("expert", "folder", "greedy(call_at=130)")
"""Players beside greedy who are asked whether the first meld can wait."""
GREEDIES, EXPERTS = "greedy,greedy,greedy", "expert,expert,expert"
PATIENT = "expert(file=expert-pagat.toml)"
"""The expert, calling and challenging by the tables that `calls expert pagat` writes."""
CONTRARY = "tests/bots/contrary.py:contrary"
SEED = 11

Document = dict[str, Any]
Row = dict[str, Any]


def asked() -> dict[str, list[str]]:
    """Every command by name, without `tongits` and `--format json`."""
    found: dict[str, list[str]] = {}

    def ask(name: str, text: str, *more: str) -> None:
        found[name] = [*shlex.split(text), *more, "--seed", str(SEED)]

    for rules in RULES:
        where = ("--rules", rules)
        chart = f"analyze calls --players {EXPERTS} --games 500k --chart expert-{rules}.toml --check-games 20k"
        ask(f"contrary {rules}", "compare", CONTRARY, "greedy", "--deals", "10k", *where)
        ask(f"calls greedy {rules}", f"analyze calls --players {GREEDIES} --games 500k", *where)
        ask(f"calls expert {rules}", chart, *where)
        if rules in FOUGHT:
            ask(f"challenges greedy {rules}", f"analyze challenges --players {GREEDIES} --games 500k", *where)
            ask(f"challenges expert {rules}", f"analyze challenges --players {EXPERTS} --games 500k", *where)
            for name, a, b in (("bold", BOLD, TIMID), ("wall", WALL, BOLD), ("timid", TIMID, WALL)):
                ask(f"{name} {rules}", "compare", a, b, "--deals", "10k", *where)
                ask(f"middle {name} {rules}", "compare", MIDDLE, a, "--deals", "10k", *where)
        timing = "start" if rules == "sjs" else "end"
        ask(f"dealer {rules}", f"whatif --players {EXPERTS} --deals 100k --change call.timing={timing}", *where)
        ask(f"beginners {rules}", f"whatif --players {GREEDIES} --deals 100k --change call.timing={timing}", *where)
        ask(f"dealt {rules}", f"simulate --players {EXPERTS} --games 1M", *where)
        ask(f"held {rules}", f"analyze exposure --players {GREEDIES} --games 200k --hold 1", *where)
        ask(f"hidden {rules}", f"analyze exposure --players {GREEDIES} --games 200k --hold 0", *where)
        ask(f"sunog {rules}", f"analyze sunog --players {EXPERTS} --games 200k", *where)
        ask(f"discards {rules}", f"analyze discards --players {GREEDIES} --games 200k", *where)
        ask(f"luck {rules}", "analyze luck --players greedy,defender,expert --games 20k --sessions 2000", *where)
        ask(f"knobs {rules}", f"whatif --players {EXPERTS} --all-knobs --deals 2k --rank-by turns", *where)
    for bot in OTHERS:
        three = ",".join([bot] * 3)
        ask(f"held {bot} pagat", f"analyze exposure --players '{three}' --games 200k --hold 1 --rules pagat")
    ask("turtle pagat", "compare turtle greedy --deals 10k", "--rules", "pagat")
    ask("patient pagat", f"simulate --players {','.join([PATIENT] * 3)} --games 1M --rules pagat")
    ask("kept pagat", f"simulate --players {EXPERTS} --games 1M --rules pagat --set deal.dealer_may_lay_first=false")
    return found


def play(folder: Path) -> None:
    """Ask what is not answered yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in asked().items():
        path = folder / f"{name}.json"
        if path.exists() and json.loads(path.read_text())["asked"] == arguments:
            continue
        line = [sys.executable, str(ROOT / "cli.py"), *arguments, "--format", "json"]
        line = [re.sub(r"expert-\w+\.toml", lambda found: str(folder / found[0]), part) for part in line]
        done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT)
        if done.returncode:
            print(f"{name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            continue
        path.write_text(json.dumps({"asked": arguments, "answer": json.loads(done.stdout)}))
        print(name, file=sys.stderr, flush=True)
