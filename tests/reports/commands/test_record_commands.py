import json
from pathlib import Path

import click
import pytest

from reports.commands.replay import _marks_of_game
from tests.analyses.test_answers import choice
from tests.analyses.test_answers import review_answer as answer
from tests.playing import BAD_BOTS, EVERY_GAME, GAMES, command, of
from tests.reports.commands.test_play import Terminal
from tongits_sim.core.game import Game

# ---- `tongits replay --explain`: a move of a record, or the fault of a stopped one -------------------------------

SHY = "docs/examples/my_bots.py:shy"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    line = ("records", "--games", "2", "--players", f"{SHY},greedy,mine={SHY}(call_at=30)", "-o", str(path))
    assert command(*line)[0] == 0
    return path


def test_shows_what_was_seen_and_answered(file: Path) -> None:
    code, out, err = command("replay", "--explain", str(file), "--move", "2", "--game", "2", "--as", f"shy={SHY}")
    assert code == 0, err
    assert out.startswith("Move 2 of game 1 of match 2, seed 1, rules pagat: ")
    assert "No bot is known as mine; to see its answer, add --as mine=FILE.py:NAME" in err
    assert "shy" not in err

    _, _, err = command("replay", "--explain", str(file), "--move", "2")
    assert "No bot is known as shy" in err  # a file is executed only if it is named


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "name the move: --move N, from 1 to "),
        ("--move 9999", "there is no move 9999: the game has moves 1 to "),
    ],
)
def test_the_move_must_be_named_and_there(file: Path, line: str, message: str) -> None:
    code, _, err = command("replay", "--explain", str(file), *line.split())
    assert (code, message in err) == (2, True)


def test_a_fault_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command(*f"records --players {BAD_BOTS}:raises,greedy,caller --games 400 -o {path}".split())[0] == 2
    code, out, err = command(
        "replay", "--explain", str(path.with_suffix(".stopped.json")), "--as", f"raises={BAD_BOTS}:raises"
    )
    assert code == 0, err
    assert "raises answers: ValueError: the stock is too low for me" in out
    assert f"at {BAD_BOTS}:36: raise ValueError" in out


def test_earlier_games_of_the_match_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = f"records --players caller,greedy,hunter --match-games 3 --games 6 -o {path}"
    assert command(*line.split())[0] == 0
    code, out, err = command("replay", "--explain", str(path), "--game", "6", "--move", "2")
    assert (code, err) == (0, "")
    assert "Remembered of earlier games of the match (2):" in out
    last = tmp_path / "last.jsonl"
    last.write_text(path.read_text("utf-8").splitlines(keepends=True)[-1], "utf-8")
    code, out, err = command("replay", "--explain", str(last), "--move", "2")
    assert code == 0
    assert "Earlier games of the match are not in the file" in err
    assert "Remembered" not in out


# ---- `tongits records`: the games that simulate plays, one JSON object per line ----------------------------------


@EVERY_GAME
def test_writes_to_standard_output(game: Game) -> None:
    code, out, err = of(game, "records", "--games", "3", "--seed", "7")
    assert code == 0, err
    records = [json.loads(line) for line in out.splitlines()]
    assert [(record["seed"], record["match"]) for record in records] == [(7, 0), (7, 1), (7, 2)]
    assert of(game, "records", "--games", "3", "--seed", "7", "-o", "-")[1] == out


@EVERY_GAME
def test_writes_a_file_and_says_so(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    code, out, _ = of(game, "records", "--games", "2", "-o", str(file))
    assert (code, out.splitlines()[0]) == (0, f"Wrote 2 games to {file}.")
    assert file.read_text().count("\n") == 2
    nowhere = tmp_path / "nowhere" / "games.jsonl"
    code, _, err = of(game, "records", "--games", "1", "-o", str(nowhere))
    assert (code, err) == (2, f"Error: cannot write {nowhere}: No such file or directory\n")


# ---- `tongits replay`: games as text, and the first that breaks a rule -------------------------------------------


@pytest.fixture(scope="module")
def game_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    paths = {game.name: tmp_path_factory.mktemp("games") / f"{game.name}.jsonl" for game in GAMES}
    for game in GAMES:
        assert of(game, "records", "--games", "2", "-o", str(paths[game.name]))[0] == 0
    return paths


@pytest.fixture(scope="module")
def replay_file(game_files: dict[str, Path]) -> Path:
    return game_files["tongits"]


@EVERY_GAME
def test_shows_all_games_or_one(game: Game, game_files: dict[str, Path]) -> None:
    file = str(game_files[game.name])
    code, out, _ = of(game, "replay", file)
    assert code == 0
    assert out.endswith("2 games verified: every move is legal and every payment right.\n")
    second = of(game, "replay", file, "--game", "2")[1]
    assert len(second) < len(out)
    assert second.splitlines()[0] in out
    assert of(game, "replay", file, "--quiet")[1].count("\n") == 1
    code, _, err = of(game, "replay", file, "--game", "3", "--quiet")
    assert (code, err) == (2, f"Error: there is no game 3 in {file}: it holds 2.\n")
    code, _, err = of(game, "replay", "nothing.jsonl")
    assert (code, "nothing.jsonl" in err) == (2, True)


@EVERY_GAME
def test_a_changed_game_is_refused(game: Game, game_files: dict[str, Path], tmp_path: Path) -> None:
    first, second = game_files[game.name].read_text().splitlines()
    record = json.loads(second)
    record["result"]["payout"][0] += 1
    changed = tmp_path / "changed.jsonl"
    changed.write_text(f"{first}\n{json.dumps(record)}\n")
    code, _, err = of(game, "replay", str(changed), "--quiet")
    assert (code, err.count("\n"), "line 2" in err) == (2, 1, True)


@EVERY_GAME
def test_games_are_stepped_through_and_watched(game: Game, game_files: dict[str, Path]) -> None:
    code, out, err = of(game, "replay", str(game_files[game.name]), "--step", "--game", "1", "--suits", "letters")
    assert code == 0, err
    record = json.loads(game_files[game.name].read_text().splitlines()[0])
    assert f"\n{len(record['events'])}. Turn " in out
    code, watched, err = of(game, "replay", "--watch", "--seed", "7", "--suits", "words")
    assert code == 0, err
    assert of(game, "replay", "--watch", "--seed", "7", "--suits", "words")[1] == watched
    assert " of " in watched


@pytest.fixture(scope="module")
def review(replay_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = json.loads(replay_file.read_text().splitlines()[0])
    moves = enumerate(record["events"], start=1)
    move, seat = next((move, event["seat"]) for move, event in moves if event["act"] == "discard")
    mistake = choice(0.5, "mistake", move, record["players"][seat])
    path = tmp_path_factory.mktemp("review") / "review.json"
    path.write_text(json.dumps(answer(mistake, choice(0.0, "best", move + 1)).to_dict()))
    return path


def test_mistakes_of_a_review_are_marked(replay_file: Path, review: Path) -> None:
    code, out, err = command("replay", str(replay_file), "--step", "--plain", "--review", str(review), "--game", "1")
    assert code == 0, err
    assert out.count("! Costs 0.5 units; better: discard king of spades.") == 1
    second = command("replay", str(replay_file), "--step", "--plain", "--review", str(review), "--game", "2")[1]
    assert "! " not in second


def test_a_call_that_was_missed_is_marked_at_the_discard_before() -> None:
    events = [{"seat": 0, "act": "discard"}, {"seat": 1, "act": "draw"}, {"seat": 1, "act": "discard"}]
    record = {"players": ["Ana", "Ben", "Cleo"], "events": events}
    marks = {(1, 2, "Ana"): "call", (1, 2, "Ben"): "take", (1, 4, "Ben"): "call", (2, 1, "Cleo"): "call"}
    assert _marks_of_game(marks, 1, record) == {1: "call", 2: "take", 3: "call"}
    with pytest.raises(click.UsageError, match="Cleo makes no move 1 in game 2"):
        _marks_of_game(marks, 2, record)


# ---- `tongits replay --watch`, and `tongits replay --step`: keys in a terminal, everything in a pipe -------------


def test_keys_step_through_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command("records", "--games", "1", "--seed", "7", "-o", str(path))[0] == 0
    terminal = Terminal("replay", str(path), "--step", "--no-color", lines=30)
    seen = []
    for key in (b"", b"\x1b[C", b"n", b"g12\n", b"\x1b[F", b"\x1b[H"):
        terminal.keys(key)
        seen.append(terminal.screen())
    assert ["move " + screen.partition("move ")[2].split()[0] for screen in seen[:2]] == ["move 0", "move 1"]
    assert "move 12 of" in seen[3]
    assert "Units: " in seen[4]
    assert "move 0 of" in seen[5]
    assert all(max(map(len, screen.splitlines())) <= 80 and len(screen.splitlines()) <= 30 for screen in seen)
    terminal.keys(b"q")
    assert terminal.end() == 0
    assert "1 game verified" in terminal.raw.replace("\n", " ")
