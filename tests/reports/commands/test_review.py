import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from reports.commands.review import _earlier_games, _good_games, _Lines
from reports.page.review import MAX_LESSONS
from tests.playing import command
from tests.table.games import games
from tongits_sim.records.file import read_lines, write_records


def test_a_review_and_its_page(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    page = tmp_path / "review.html"
    write_records([games("pagat", "greedy,caller,hunter", 2)[0]], file)
    code, out, err = command(
        "review", str(file), "--player", "caller", "--against", "greedy", "-o", str(page), "--format", "json"
    )
    assert code == 0, err
    answer = json.loads(out)
    assert answer["players"][0]["player"] == "caller"
    dear = [choice for choice in answer["choices"] if choice["counted_cost"] > 0 and not choice["repeated"]]
    assert 0 < page.read_text().count("<article") == min(len(dear), MAX_LESSONS)
    code, _, err = command("review", str(file), "--player", "miser", "--against", "greedy")
    assert code == 2
    assert 'nobody in these games is called "miser"' in err


def test_games_again_are_left_out_and_bad_ones_named(tmp_path: Path) -> None:
    one, other, copy = (tmp_path / name for name in ("one.jsonl", "other.jsonl", "copy.jsonl"))
    records = games("pagat", "greedy,caller,hunter", 3)
    write_records(records[:1], one)
    write_records(records[1:3], other)
    copy.write_text(one.read_text() + other.read_text().replace('"payout": [', '"payout": [0, ', 1) + one.read_text())

    def answer(*arguments: str) -> tuple[dict[str, Any], str]:
        code, out, err = command("review", *arguments, "--against", "greedy", "--player", "caller", "--format", "json")
        assert code == 0, err
        document = json.loads(out)
        for choice in document["choices"]:
            del choice["counted_cost"]  # which learns from all choices how far one of them can be off
        return document, err

    once, said = answer(str(one))
    assert "again" not in said
    twice, said = answer(str(one), str(one))
    assert said.endswith("Repeated games count once: game 2 is game 1.\n")
    assert (twice["games"], twice["choices"], twice["players"]) == (1, once["choices"], once["players"])
    both, said = answer(str(one), str(other), str(copy))
    assert said.endswith(
        "Game 5 is left out: format: result.payout must have 3 entries, not 4 (line 2)\n"
        "Repeated games count once: game 4 is game 1, and 2 more.\n"
    )
    assert (both["games"], both["choices"][: len(once["choices"])]) == (3, once["choices"])
    third, _ = answer(str(one), str(other), "--game", "3")
    assert third["choices"] == [choice for choice in both["choices"] if choice["game"] == 3] != []


def test_a_long_file_is_read_up_to_the_wanted_game_and_no_other_game_is_kept() -> None:
    lines = [json.dumps(game) + "\n" for game in games("sjs", "greedy,caller,hunter", 6)]

    def endless() -> Iterator[str]:
        for number in itertools.count():
            assert number < 150, "read on after the last game that is wanted"
            yield lines[number % len(lines)]

    found = _good_games([("long.jsonl", endless())], None, (3, 80))
    assert list(found) == [3, 80]
    for number, game in found.items():
        assert game["events"] == json.loads(lines[(number - 1) % len(lines)])["events"]


def test_earlier_games_of_a_match_are_read_again_for_a_wanted_game() -> None:
    played = games("sjs", "greedy,caller,hunter", 6)  # matches of two games
    lines = [json.dumps(game) + "\n" for game in played]
    read = [("one.jsonl", _Lines(iter(lines[:3]), True)), ("other.jsonl", _Lines(iter(lines[3:]), True))]
    found = _good_games(read, None, (4, 5))
    earlier = _earlier_games(read, None, found)
    assert {number: game["hands"] for number, game in earlier.items()} == {3: played[2]["hands"]}


def test_games_are_numbered_over_all_files() -> None:
    lines = [json.dumps(game) + "\n" for game in games("sjs", "greedy,caller,hunter", 4)]
    files = [("one.jsonl", iter([lines[0], "\n", lines[1]])), ("other.jsonl", iter(lines[2:]))]
    found = _good_games(files, None, (2, 3))
    assert {number: game["hands"] for number, game in found.items()} == {
        number: json.loads(lines[number - 1])["hands"] for number in (2, 3)
    }
    with pytest.raises(click.UsageError, match="there is no game 9; the files hold 4 games"):
        _good_games([("one.jsonl", iter(lines[:2])), ("other.jsonl", iter(lines[2:]))], None, (9,))


def test_ctrl_c_says_how_many_games_were_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    write_records(games("sjs", "greedy,caller,hunter", 3), file)

    def interrupted(path: str) -> Iterator[str]:
        yield from read_lines(path)
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.commands.replay.read_lines", interrupted)
    monkeypatch.setattr("reports.commands.replay.HEAD", 1)
    code, out, err = command("replay", str(file), "--quiet")
    assert (code, out) == (130, "")
    assert "Interrupted: 3 games verified" in err
