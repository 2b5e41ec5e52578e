import json
from pathlib import Path

import click
import pytest

from reports.commands.replay import _marks_of_game
from tests.playing import BAD_BOTS, EVERY_GAME, GAMES, Game, command, of

SHY = "docs/examples/my_bots.py:shy"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    line = ("records", "--games", "2", "--players", f"{SHY},greedy,mine={SHY}(call_at=30)", "-o", str(path))
    assert command(*line)[0] == 0
    return path


def test_shows_what_was_seen_and_played(file: Path) -> None:
    code, out, err = command("replay", str(file), "--move", "2", "--game", "2")
    assert code == 0, err
    assert out.startswith("Move 2 of game 1 of match 2, seed 1, rules pagat: ")
    assert "Asked: " in out
    assert "  Played: " in out
    code, _, err = command("replay", str(file), "--move", "999")
    assert code == 2
    assert "there is no move 999: the game has moves 1 to " in err


def test_a_stopped_game_ends_with_what_the_bot_saw(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command(*f"records --players {BAD_BOTS}:raises,greedy,caller --games 400 -o {path}".split())[0] == 2
    code, out, err = command("replay", str(path.with_suffix(".stopped.json")))
    assert code == 0, err
    assert "(ValueError: the stock is too low for me)" in out
    seen = out.partition("What raises saw there:")[2]
    assert "Asked: discard\n  view.legal = " in seen
    assert "Played" not in seen
    code, out, err = command("replay", str(path.with_suffix(".stopped.json")), "--move", "2")
    assert code == 0, err
    assert "  Played: " in out


def test_earlier_games_of_the_match_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = f"records --players caller,greedy,hunter --match-games 3 --games 6 -o {path}"
    assert command(*line.split())[0] == 0
    code, out, err = command("replay", str(path), "--game", "6", "--move", "2")
    assert (code, err) == (0, "")
    assert "Remembered of earlier games of the match (2):" in out
    last = tmp_path / "last.jsonl"
    last.write_text(path.read_text("utf-8").splitlines(keepends=True)[-1], "utf-8")
    code, out, err = command("replay", str(last), "--move", "2")
    assert code == 0
    assert "The file lacks earlier games of the match" in err
    assert "Remembered" not in out


@pytest.fixture(scope="module")
def game_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    paths = {game.name: tmp_path_factory.mktemp("games") / f"{game.name}.jsonl" for game in GAMES}
    for game in GAMES:
        assert of(game, "records", "--games", "2", "-o", str(paths[game.name]))[0] == 0
    return paths


@EVERY_GAME
def test_one_game_or_several_fit_a_screen(game: Game, game_files: dict[str, Path]) -> None:
    for options in ((), ("--game", "2")):
        code, out, err = of(game, "replay", str(game_files[game.name]), *options)
        assert code == 0, err
        assert len(out.splitlines()) <= 24
        assert max(map(len, out.splitlines())) <= 80


@EVERY_GAME
def test_a_changed_game_is_refused(game: Game, game_files: dict[str, Path], tmp_path: Path) -> None:
    first, second = game_files[game.name].read_text().splitlines()
    record = json.loads(second)
    record["result"]["payout"][0] += 1
    changed = tmp_path / "changed.jsonl"
    changed.write_text(f"{first}\n{json.dumps(record)}\n")
    code, _, err = of(game, "replay", str(changed), "--quiet")
    assert (code, err.count("\n"), "line 2" in err) == (2, 1, True)


def test_a_call_that_was_missed_is_marked_at_the_discard_before() -> None:
    events = [{"seat": 0, "act": "discard"}, {"seat": 1, "act": "draw"}, {"seat": 1, "act": "discard"}]
    record = {"players": ["Ana", "Ben", "Cleo"], "events": events}
    marks = {(1, 2, "Ana"): "call", (1, 2, "Ben"): "take", (1, 4, "Ben"): "call", (2, 1, "Cleo"): "call"}
    assert _marks_of_game(marks, 1, record) == {1: "call", 2: "take", 3: "call"}
    with pytest.raises(click.UsageError, match="Cleo makes no move 1 in game 2"):
        _marks_of_game(marks, 2, record)
