import json
from pathlib import Path
from typing import Any

import pytest

from analyses.compare import compare
from analyses.whatif import whatif
from reports.api import card, report
from reports.commands.batches import all_questions
from tests.playing import command, job, play
from tests.reports.page.pages import answer
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.simulate import simulate
from tongits_sim.run.compiling import silent


def test_answers_of_every_kind_and_folders_make_one_page(tmp_path: Path) -> None:
    simulate("pagat", games=30, notice=silent, out=tmp_path / "run")
    results = play(job(games=30))
    effects = whatif(deals=20, change="call.timing=end")
    table = compare(players="greedy,caller", deals=20, notice=silent)
    everything = [results, table, effects, answer("sunog"), tmp_path / "run"]
    assert report(everything, tmp_path / "all.html") == tmp_path / "all.html"
    assert (tmp_path / "all.html").read_text().count("<figure>") >= 4
    assert report(everything, tmp_path / "all.json") == tmp_path / "all.json"
    stored = json.loads((tmp_path / "all.json").read_text())
    assert len(stored if isinstance(stored, list) else stored["answers"]) == 5
    assert report(results, tmp_path / "tables.csv") == tmp_path / "tables"
    assert list((tmp_path / "tables").glob("*.csv"))


def test_without_answers_everything_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def some(subject: all_questions.Subject, begin: Any, missing: Any) -> Any:
        asked.append(subject)
        missing("luck: there is one bot")
        yield answer("sunog")

    monkeypatch.setattr("reports.api.everything", some)
    assert report(path=tmp_path / "a.html", rules="sjs", players="greedy,greedy,miser", scale=0.5).is_file()
    (subject,) = asked
    assert (subject.rules.name, subject.rules_option, subject.scale, subject.seed) == ("sjs", "--rules sjs", 0.5, 1)
    assert [player.label for player in subject.players] == ["greedy", "greedy", "miser"]
    assert "luck: there is one bot" in (tmp_path / "a.html").read_text()


def test_a_card_is_written_from_python(tmp_path: Path) -> None:
    book = card("sjs", tmp_path / "card.html")
    code, out, _ = command("card", "--rules", "sjs", "--format", "json")
    assert code == 0
    assert json.loads(json.dumps(book.to_dict())).items() <= json.loads(out).items()
    assert (tmp_path / "card.html").read_text().lower().startswith("<!doctype html>")
    with pytest.raises(TongitsError):
        card("sjs", tmp_path / "card.xyz")
    assert [path.name for path in tmp_path.iterdir()] == ["card.html"]
