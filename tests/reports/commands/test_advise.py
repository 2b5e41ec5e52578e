import csv
import io
import json
from pathlib import Path

import click
import pytest

from reports.commands.advise import _FACTS, _step_by_step
from tests.playing import command
from tests.table.games import games
from tongits_sim.records.file import write_records
from tongits_sim.rules import load

HAND = ("--hand", "3h 4h 5h 9c 9d Ks 2c 8d Jd Js", "--table", "right: 7s 8s 9s; me: Qc Qd Qh", "--sizes", "9,12")
FEW = ("--discards", "Qs 4c", "--worlds", "32", "--against", "greedy", "--workers", "1")


def test_a_typed_position_in_every_format() -> None:
    code, out, err = command("advise", *HAND, *FEW)
    assert code == 0, err
    assert "Lay 3♥ 4♥ 5♥: close" in out
    assert "--full" in out
    assert "32 ways to deal" in command("advise", *HAND, *FEW, "--full")[1]
    out_of_text = out
    code, out, err = command("advise", *HAND, *FEW, "--format", "json")
    assert code == 0, err
    answer = json.loads(out)
    assert answer["worlds"] == 32
    behind = [-answer["actions"][number]["behind"]["mean"] for number in answer["near"]]
    assert f"(within {max(behind):.2g} units)" in " ".join(out_of_text.split())
    assert max(behind) > answer["margin"]
    code, out, _ = command("advise", *HAND, *FEW, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["action"] for row in rows] == [action["action"] for action in answer["actions"]]


def test_a_recorded_position(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    record = games("pagat")[0]
    write_records([record], file)
    move = next(at for at, event in enumerate(record["events"], start=1) if event["act"] == "discard")
    code, out, err = command("advise", "--record", str(file), "--move", str(move), *FEW[2:])
    assert (code, "discard" in out) == (0, True), err
    code, _, err = command("advise", "--record", str(file), "--game", "9", "--move", "1")
    assert code == 2
    assert "there is no game 9" in err


def test_a_wrong_answer_is_named_at_once_and_the_others_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc"
    first = ["7x", hand, "", "Qz", "Qs", "up", "13,13", "over", "", "nine", ""]
    typed = iter([*first, "", "", "", "12,12", "", ""])
    asked: list[tuple[str, str]] = []

    def prompt(question: str, default: str, **_: object) -> str:
        asked.append((question.split()[0], default))
        return next(typed) or default

    monkeypatch.setattr(click, "prompt", prompt)
    position = _step_by_step(load("pagat"), dict.fromkeys(_FACTS, ""))
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("  ")]
    for line, wrong in zip(said, ("7x", "Qz", "up", "over", "nine", "39 together"), strict=True):
        assert wrong in line
    assert asked[len(first)] == ("Your", hand)
    assert (position.hand.bit_count(), position.sizes) == (13, (13, 12, 12))
