import json
from pathlib import Path
from typing import Any

from tests.playing import command
from tests.table.games import games
from tongits_sim.records.file import write_records


def test_a_review_and_its_page(tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "review.html"
    write_records([games("pagat", "greedy,caller,hunter", 2)[0]], file)
    code, out, err = command(
        *("review", str(file), "--player", "caller", "--against", "greedy", "-o", str(page), "--format", "json")
    )
    assert code == 0, err
    answer = json.loads(out)
    assert answer["players"][0]["player"] == "caller"
    assert page.read_text().count("<article") == len(answer["choices"])
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
