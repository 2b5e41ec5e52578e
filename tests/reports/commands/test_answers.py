import contextlib
import csv
import io
import json
from pathlib import Path

import click
import pytest

from cli import main
from reports.commands.warmup import steps
from strategies.registry import REGISTRY
from tests.analyses.test_tournament import SMALL
from tests.playing import EVERY_GAME, Game, command, job, of, play
from tongits_sim.experiments.benchmark import Row
from tongits_sim.run.run_file import read_done


def test_a_card_is_written_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "card.pdf"
    code, out, err = command("card", "--lang", "tl", "-o", str(file))
    assert code == 0, err
    assert str(file) in out.replace("\n", "")
    assert file.read_bytes().startswith(b"%PDF")
    code, out, err = command("card", "--rules", "sjs", "--format", "json")
    assert code == 0, err
    assert json.loads(out)["rules"] == "sjs"


@EVERY_GAME
def test_prints_words_json_and_csv_and_writes_a_page(game: Game, tmp_path: Path) -> None:
    asked = ("compare", "greedy,caller", "luck", "--as", "luck=random", "--deals", "20")
    page = tmp_path / "page.md"
    code, out, err = of(game, *asked, "-o", str(page))
    assert code == 0, err
    assert "luck" in out
    assert "luck" in page.read_text(encoding="utf-8")
    document = json.loads(of(game, *asked, "--format", "json")[1])
    assert document["deals"] == 20
    assert sorted(row["player"] for row in document["ranking"]) == ["caller", "greedy", "luck"]
    assert document["ranking"][-1]["player"] == "luck"
    rows = csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1]))
    assert [row["player"] for row in rows] == [row["player"] for row in document["ranking"]]


def test_a_file_of_own_bots_is_a_tournament_with_ratings(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, _ = command(
        "compare",
        "docs/examples/my_bots.py",
        "greedy",
        "caller",
        "--as",
        "mine=docs/examples/my_bots.py:shy",
        "--games",
        "30",
        "--format",
        "json",
        "-o",
        str(page),
    )
    assert code == 0
    rows = json.loads(out)["ranking"]
    assert {row["player"] for row in rows} == {"mine", "quiet", "greedy", "caller"}
    assert sum(row["rating"]["mean"] for row in rows) / 4 == pytest.approx(1500)
    assert all(low < row["rating"]["mean"] < high for row in rows for low, high in [row["rating"]["ci95"]])
    assert "Rating: from games won" in page.read_text(encoding="utf-8")


@EVERY_GAME
def test_answers_in_words_json_and_csv_and_writes_a_page(game: Game, tmp_path: Path) -> None:
    players = ",".join(["random"] * (game.seats - 1))
    asked = ("simulate", "--games", "60", "--players", f"bold,{players}", "--as", "bold=greedy", "--fixed-seats")
    page = tmp_path / "page.md"
    code, out, err = of(game, *asked, "-o", str(page))
    assert code == 0, err
    assert all(words in out.splitlines()[0] for words in (game.default_rules, "bold", "60 games", "fixed seats"))
    assert "bold" in page.read_text(encoding="utf-8")
    code, out, _ = of(game, *asked, "--format", "json", "--out", str(tmp_path / "run"))
    answer = json.loads(out)
    assert (f"tongits {answer['command']}", answer["games"]) == (f"{game.command} simulate", 60)
    assert json.loads((tmp_path / "run" / "results.json").read_text())["games"] == 60
    rows = list(csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1])))
    assert [row["player"] for row in rows] == ["bold", "random"]


def test_a_run_in_words_and_as_json(tmp_path: Path) -> None:
    play(job(games=60), out=tmp_path, block_matches=30)
    code, text, _ = command("status", str(tmp_path))
    assert code == 0
    assert text.startswith("pagat · greedy, caller, hunter · 60 games · seed 1")
    assert "Finished." in text
    (document,) = json.loads(command("status", str(tmp_path), "--format", "json")[1])["rows"]
    assert [document[name] for name in ("state", "blocks", "games")] == ["finished", 2, 60]


def test_a_stopped_run_says_what_it_counted_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(*_arguments: object) -> None:
        raise KeyboardInterrupt

    words = ["simulate", "--games", "600k", "--out", str(tmp_path)]
    with monkeypatch.context() as patched:
        patched.setattr("sys.argv", ["tongits", *words])
        patched.setattr("reports.commands.progress.ProgressBar.__call__", ctrl_c)
        with contextlib.suppress(KeyboardInterrupt):
            command(*words)
    (kept,) = json.loads(command("status", str(tmp_path), "--format", "json")[1])["rows"]
    with monkeypatch.context() as patched:
        patched.delattr("tongits_sim.run.workers.play_watched")  # no game is played
        patched.delattr("tongits_sim.experiments.worker.GameJob.prepare")
        code, text, error = command("status", str(tmp_path))
    assert code == 0, error
    assert "So far: caller earns most" in text
    assert 100 <= kept["games"] < 600_000
    assert text.count(f"{kept['games']:,}") == text.count(" games") == 2  # of the run, and of its answer
    assert len(read_done(tmp_path)[1]) == kept["blocks"]
    assert f"Go on: tongits {' '.join(words)} --resume" in " ".join(text.split())


def test_plays_a_file_in_every_format(tmp_path: Path) -> None:
    form = tmp_path / "small.toml"
    form.write_text(SMALL, encoding="utf-8")
    asked = ("tournament", str(form), "--events", "20", "--matches", "10", "--deals", "50", "--workers", "1")
    code, out, _ = command(*asked, "-o", str(tmp_path / "page.html"), "--out", str(tmp_path / "run"))
    assert code == 0
    assert "3 greedy, 6 random · 20 tournaments" in " ".join(out.split())
    assert "Does this format" in (tmp_path / "page.html").read_text(encoding="utf-8")
    code, out, _ = command(*asked, "--format", "json")
    document = json.loads(out)
    assert (document["command"], document["events"], document["best"]) == ("tournament", 20, "greedy")
    code, out, _ = command(*asked, "--format", "csv")
    assert [row["player"] for row in csv.DictReader(io.StringIO(out))] == ["greedy", "random"]
    code, _, _ = command("report", str(tmp_path / "run"), "-o", str(tmp_path / "again.html"))
    assert code == 0
    assert "Nine players" in (tmp_path / "again.html").read_text(encoding="utf-8")


def test_plays_a_format_that_ships() -> None:
    assert command("tournament", "tcc-2024", "--events", "2", "--matches", "0", "--deals", "50")[0] == 0


@EVERY_GAME
def test_changes_and_presets_are_measured_side_by_side(game: Game, tmp_path: Path) -> None:
    change, other = {"tongits": "pay.fold=2", "mahjong": "pay.discarder=1"}[game.name], game.other_rules
    asked = ("whatif", "--change", change, "--preset-to", other, "--deals", "20")
    planned = of(game, *asked, "--dry-run")[1]
    assert planned.startswith("3 rule sets on 20 deals: ")
    page = tmp_path / "page.md"
    code, out, err = of(game, *asked, "--format", "json", "-o", str(page))
    assert code == 0, err
    assert [row["change"] for row in json.loads(out)["changes"]] == [change, f"to {other}"]
    assert f"to {other}" in page.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(of(game, *asked, "--format", "csv")[1])))
    assert list(dict.fromkeys(row["change"] for row in rows)) == [change, f"to {other}"]


def test_every_step_is_a_command_that_can_be_read() -> None:
    commands = list(steps(Path("folder"), main))
    for words in commands:
        command: click.Command = main
        context = click.Context(main, info_name="tongits", help_option_names=["-h", "--help"])
        rest = list(words)
        while isinstance(command, click.Group) and (inner := command.get_command(context, rest[0])) is not None:
            command, rest = inner, rest[1:]
        command.make_context(words[0], rest, parent=context)
        assert command is not main
    played = {bot for words in commands if words[0] == "simulate" for bot in words[-1].split(",")}
    assert played >= set(REGISTRY)


@EVERY_GAME
def test_answers(game: Game) -> None:
    code, out, _ = of(game, "selfcheck", "--deals", "2000", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["deals"], all(row["passed"] for row in answer["checks"])) == (0, 2000, True)
    assert f"tongits {answer['command']}" == f"{game.command} selfcheck"


@EVERY_GAME
def test_a_failed_check_is_an_exit_code(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row("P(a set)", 0.4, 0.401, 1.5), Row("P(a run)", 0.3, 0.4, 7.25)]
    monkeypatch.setattr(f"{game.selfcheck}.run", lambda deals, seed: rows)
    code, out, err = of(game, "selfcheck", "--deals", "1000")
    assert (code, err) == (1, "Error: 1 of 2 checks failed: P(a run)\n")
    assert "FAIL" in out
