"""Prints the lines of each room beside its budget: `python -m tools.rooms`. `make lint` fails if a room is over budget.

The budgets stand in [tool.rooms] of pyproject.toml. Raise a budget only in a commit of its own.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def lines_of(files: list[Path]) -> int:
    return sum(len(file.read_bytes().splitlines()) for file in files)


def rooms(names: list[str]) -> dict[str, list[Path]]:
    """The Python files of each room. A file belongs to the longest name that it stands under."""
    found: dict[str, list[Path]] = {name: [] for name in names}
    for top in {name.split("/")[0] for name in names}:
        for file in sorted((ROOT / top).rglob("*.py")) or [ROOT / top]:
            path = file.relative_to(ROOT).as_posix()
            room = max((name for name in names if path == name or path.startswith(f"{name}/")), key=len)
            found[room].append(file)
    return found


def main() -> int:
    with (ROOT / "pyproject.toml").open("rb") as file:
        budgets: dict[str, int] = tomllib.load(file)["tool"]["rooms"]
    over, total = [], [0, 0]
    print(f"{'room':26}{'files':>6}{'lines':>8}{'budget':>8}")
    for name, files in rooms(list(budgets)).items():
        lines, budget = lines_of(files), budgets[name]
        print(f"{name:26}{len(files):6}{lines:8,}{budget:8,}{'  over' if lines > budget else ''}")
        over += [name] if lines > budget else []
        if not name.startswith(("tests", "tools")):
            total = [total[0] + len(files), total[1] + lines]
    print(f"{'source':26}{total[0]:6}{total[1]:8,}")
    if over:
        print(f"Over budget: {', '.join(over)}. Remove something, or raise the budget in a commit of its own.")
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
