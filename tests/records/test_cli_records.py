"""The commands `tongits records` and `tongits replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import main
from tests.playing import command
from tests.referee import check_file


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    with pytest.raises(SystemExit) as caught:
        main(list(args), prog_name="tongits")
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if not line.startswith("Compiling")]
    return int(caught.value.code or 0), out, "\n".join(lines)


@pytest.fixture
def games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A file of six games in two matches."""
    path = tmp_path / "games.jsonl"
    options = ("--rules", "sjs+joker", "--set", "pay.fold=1.5", "--players", "greedy,random,caller")
    more = ("--games", "6", "--match-games", "3", "--seed", "9", "-o", str(path))
    code, out, err = run(capsys, "records", *options, *more)
    assert (code, err) == (0, "")
    assert "6 games" in out
    return path


def test_records_go_to_a_file(games: Path) -> None:
    lines = games.read_text(encoding="utf-8").splitlines()
    assert check_file(lines) == []
    assert json.loads(lines[0])["rules"]["name"] == "sjs+joker with pay.fold=1.5"


def test_records_go_to_standard_output(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--rules", "sjs+joker", "--set", "pay.fold=1.5", "--players", "greedy,random,caller", "--seed", "9")
    code, out, _ = run(capsys, "records", *options, "--games", "3", "--match-games", "3", "--first-match", "1")
    assert code == 0
    assert out.splitlines() == games.read_text(encoding="utf-8").splitlines()[3:]


def test_replay_plays_back_and_verifies(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", str(games))
    assert code == 0
    assert out.count("Players: ") == 6
    assert "6 games verified" in out
    code, out, _ = run(capsys, "replay", str(games), "--quiet")
    assert (code, len(out.splitlines())) == (0, 1)


def test_replay_shows_one_game(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", str(games), "--game", "5")
    assert code == 0
    assert out.startswith("Game 1 of match 1.")
    assert out.count("Players: ") == 1
    code, _, err = run(capsys, "replay", str(games), "--game", "7")
    assert (code, "holds 6" in err) == (2, True)


def test_replay_refuses_a_wrong_payment(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = games.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[3])
    record["result"]["payout"][0] += 1
    games.write_text("\n".join([*lines[:3], json.dumps(record), *lines[4:]]), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(games), "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith("Error: R14.4: payout should be")
    assert "(line 4)" in err
    assert len(err.splitlines()) == 1


GAME = """rules pagat
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
A: [5c 5d 5h] -Kh
B: + -9c
"""


def test_a_written_game_is_read_and_what_is_unknown_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    code, out, err = command("records", "import", str(path))
    assert (code, out) == (0, "")
    assert err.startswith("Possible: there is a deal of the unknown cards")
    code, _, err = command("records", "import", str(path), "-o", str(tmp_path / "games.jsonl"))
    assert code == 2
    assert "a record holds a whole game with every card" in err
    path.write_text(GAME.replace("-9c", "-Kh"))
    code, _, err = command("records", "import", str(path))
    assert code == 2
    assert err.splitlines()[:2] == ["  B: + -Kh", "       ^"]
    assert err.splitlines()[2].startswith("Error: line 5, character 6: R7")
    assert command("records", "import", str(tmp_path / "nothing"))[0] == 2


def test_a_record_goes_through_notation_and_back(tmp_path: Path) -> None:

    from tongits_sim.records.form import read_line
    from tongits_sim.records.notation_text import notation_of

    games, text, back = tmp_path / "games.jsonl", tmp_path / "game.txt", tmp_path / "back.jsonl"
    assert command("records", "--games", "1", "--seed", "5", "-o", str(games))[0] == 0
    text.write_text(notation_of(read_line(games.read_text())))
    code, out, err = command("records", "import", str(text), "-o", str(back))
    assert (code, out) == (0, f"Wrote 1 game to {back}.\n")
    assert "every payment" in err
    assert json.loads(back.read_text()) == json.loads(games.read_text())
    assert command("replay", str(back), "--quiet")[0] == 0
