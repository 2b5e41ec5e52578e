"""Checks a file of game records (docs/reference/formats.md): each game, and how those of a match follow (R15, R1.2)."""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from tests.referee.record import check_tidied, match_of
from tests.referee.shape import shape_problems, tidied

Record = Mapping[str, Any]


def check_file(lines: Iterable[str]) -> list[str]:
    """The problems of a `.jsonl` file, each starting with a rule number and ending with the line's number.

    One line is one game. A match is known by its number, seed, rules and players; a file may hold several runs.
    """
    problems: list[str] = []
    previous: Record | None = None
    for number, line in enumerate(lines, start=1):
        record, wrong = read(line)
        tidy = tidied(record)
        form = shape_problems(tidy)
        if not wrong:
            wrong = check_tidied(tidy, form)
        if not form:
            wrong = wrong + chain_problems(previous, record)
        previous = None if wrong else record
        problems += [f"{problem} (line {number})" for problem in wrong]
    return problems


def read(line: str) -> tuple[Any, list[str]]:
    try:
        return json.loads(line, parse_float=Decimal), []
    except ValueError as error:
        return None, [f"format: no JSON: {error}"]


def identity(record: Record) -> tuple[Any, ...]:
    return record["seed"], record["match"], record["rules"]["name"], tuple(record["players"])


def chain_problems(previous: Record | None, record: Record) -> list[str]:
    """R1.2, R15: what is wrong between this game and the one of the line before (None at the start of the file).

    Games may be cut out of a match: only the next game of the same match is compared.
    """
    if previous is None or previous["match_over"] or identity(previous) != identity(record):
        return []
    if record["game"] != previous["game"] + 1:
        return []
    problems = []
    if record["rules"] != previous["rules"]:
        problems.append("format: the rules change within a match")
    if record["dealer"] != previous["after"]["next_dealer"]:
        problems.append(f"R1.2: the dealer should be {previous['after']['next_dealer']}, is {record['dealer']}")
    if match_of(record["before"]) != match_of(previous["after"]):
        problems.append("R15: before is not the after of the game before")
    return problems
