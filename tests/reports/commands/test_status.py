import json
from pathlib import Path

from tests.playing import command, job, play


def test_a_run_in_words_and_as_json(tmp_path: Path) -> None:
    play(job(games=60), out=tmp_path, block_matches=30)
    code, text, _ = command("status", str(tmp_path))
    assert code == 0
    assert text.startswith("pagat · greedy, caller, hunter · 60 games · seed 1")
    assert "Finished." in text
    (document,) = json.loads(command("status", str(tmp_path), "--format", "json")[1])
    assert [document[name] for name in ("state", "blocks", "games")] == ["finished", 2, 60]
