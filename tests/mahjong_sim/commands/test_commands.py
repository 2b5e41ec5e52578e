"""Mahjong: the commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import reports.commands.progress
from analyses.registry import built_in, in_order
from mahjong_sim.commands import mahjong
from mahjong_sim.face import simulate
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words.simulate import asked
from reports.commands.any_game import COMMANDS
from tests.playing import command

# ---- `tongits mahjong analyze` -----------------------------------------------------------------------------------

FEW = ("--games", "40", "--workers", "1")


def test_it_answers_in_words_json_and_csv(tmp_path: Path) -> None:
    page = tmp_path / "claims.html"
    code, out, err = command("mahjong", "analyze", "claims", *FEW, "--min-forks", "10", "-o", str(page))
    assert code == 0, err
    assert "taking a discard where the bot takes it" in " ".join(out.split())
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    code, out, _ = command("mahjong", "analyze", "claims", "--hands", "40", "--format", "json")
    document = json.loads(out)
    assert (document["question"], document["games"]) == ("claims", 40)
    code, out, _ = command("mahjong", "analyze", "claims", *FEW, "--format", "csv")
    assert out.startswith("meld,nearer,shanten,own_turn,own_turn_to,n,ev_diff,ev_diff_low,ev_diff_high,")


def test_the_same_seed_gives_the_same_digits_on_any_number_of_workers() -> None:
    documents = []
    for workers in ("1", "2"):
        _, out, _ = command("mahjong", "analyze", "mano", "--games", "300", "--workers", workers, "--format", "json")
        documents.append({key: value for key, value in json.loads(out).items() if key != "elapsed_s"})
    assert documents[0] == documents[1]


@pytest.mark.parametrize("name", built_in(MAHJONG))
def test_every_question_is_a_command(name: str) -> None:
    code, out, _ = command("mahjong", "analyze", name, "--help")
    assert code == 0
    assert "--players" in out


def without_clock(folder: Path) -> dict[str, object]:
    """The answer kept in a folder, but for the seconds."""
    return {
        key: value for key, value in json.loads((folder / "results.json").read_text()).items() if key != "elapsed_s"
    }


def test_an_answer_cut_short_goes_on_to_the_same_digits(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = (
        "mahjong",
        "analyze",
        "open",
        "--games",
        "400",
        "--min-forks",
        "10",
        "--workers",
        "1",
        "--out",
        str(folder),
    )
    assert command(*asked)[0] == 0
    whole = without_clock(folder)
    assert whole["question"] == "open"
    blocks = sorted(folder.rglob("block-*.parquet"))
    assert len(blocks) > 3
    for path in blocks[-2:]:
        path.unlink()
    (folder / "results.json").unlink()
    code, _, err = command(*asked)
    assert (code, "add --resume" in err) == (2, True)
    assert command(*asked, "--resume")[0] == 0
    assert without_clock(folder) == whole
    assert sorted(folder.rglob("block-*.parquet")) == blocks
    code, _, err = command("mahjong", "analyze", "claims", "--games", "400", "--out", str(folder), "--resume")
    assert (code, "Traceback" in err) == (2, False)
    assert "another" in err


@pytest.fixture
def _ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C comes once, after a hundred games."""
    pressed: list[bool] = []

    def tick(self: object, done: int, total: int) -> None:
        if done >= 100 and not pressed:
            pressed.append(True)
            raise KeyboardInterrupt

    monkeypatch.setattr(reports.commands.progress.ProgressBar, "__call__", tick)
    yield
    assert pressed


@pytest.mark.usefixtures("_ctrl_c")
@pytest.mark.parametrize("form", ["table", "json"])
def test_ctrl_c_shows_what_was_played_and_how_to_go_on(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = ("mahjong", "analyze", "mano", "--games", "40k", "--workers", "1", "--out", str(folder), "--format", form)
    code, out, err = command(*asked)
    assert code == 130
    assert not (folder / "results.json").exists()
    assert f"resume with: tongits {' '.join(asked)} --resume" in " ".join(err.split())
    if form == "json":
        stopped = json.loads(out)["stopped"]
        assert 100 <= stopped["games"] < stopped["of"] == 40_000
    else:
        assert out.lstrip().startswith("Stopped by Ctrl-C after ")


@pytest.mark.parametrize("ending", ["md", "json", "csv"])
def test_a_report_in_every_form(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"answer.{ending}"
    code, _, err = command("mahjong", "analyze", "mano", *FEW, "--report", str(path))
    assert code == 0, err
    if ending == "csv":
        assert {each.name for each in (tmp_path / "answer").iterdir()} == {"1-places.csv", "1-shanten.csv"}
    elif ending == "json":
        assert json.loads(path.read_text(encoding="utf-8"))[0]["question"] == "mano"
    else:
        assert path.read_text(encoding="utf-8").startswith("# Visayan mahjong under visayan rules")


OWN = """
import sys
from dataclasses import dataclass
from analyses.answers.question import QuestionAnswer
from analyses.question import Inquiry, Question
from analyses.words.parts import Table
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.any_game.designs.batch.job import Job

@dataclass(frozen=True, kw_only=True)
class Wins(QuestionAnswer):
    wins: int

def ask(inquiry: Inquiry) -> Wins:
    run = inquiry.how.run(Job(MAHJONG, inquiry.rules, inquiry.players, inquiry.games, inquiry.seed))
    return Wins(**inquiry.head(WINS), wins=run.totals.field("wins"))

def headline(answer): return f"{answer.wins} games are won."
def sentences(answer): return []
def tables(answer): return [Table("wins", "Wins", ["Wins"], [[str(answer.wins)]])]
def findings(answer): return []

WINS = Question(name="wins", asks="Who wins?", games=50, ask=ask, answer=Wins, game=MAHJONG,
                presenter=sys.modules[__name__])
"""


def test_a_question_of_ones_own_is_asked_shown_and_of_its_game(tmp_path: Path) -> None:
    file, page = tmp_path / "mine.py", tmp_path / "mine.md"
    file.write_text(OWN)
    named = ("--players", "bold,greedy,random,random", "--as", "bold=defender(fold_at=3)", "--stake", "20 peso")
    code, out, err = command(
        "mahjong", "analyze", f"{file}:wins", *FEW, *named, "--report", str(page), "--format", "json"
    )
    assert code == 0, err
    answer = json.loads(out)
    assert 0 < answer["wins"] <= answer["games"] == 40
    assert answer["command_line"].startswith(f"tongits mahjong analyze {file}:wins --rules visayan --players 'bold=def")
    assert f"{answer['wins']} games are won." in page.read_text(encoding="utf-8")
    code, _, err = command("analyze", f"{file}:wins")
    assert (code, "asks about Visayan mahjong, not about Tongits" in err) == (2, True)


def test_errors_are_a_sentence() -> None:
    code, _, err = command("mahjong", "analyze", "mano", "-o", "page.doc")
    assert (code, "a report ends in" in err) == (2, True)
    code, _, err = command("mahjong", "analyze", "luck")
    assert code == 2
    assert "luck" in err
    code, _, err = command("mahjong", "analyze", "mano", "--players", "greedy,greedy")
    assert code == 2
    assert "4 players are needed, 2 are named" in err
    code, _, err = command("mahjong", "analyze", "mano", "--set", "pay.nobody=1")
    assert code == 2
    assert "unknown knob" in err


# ---- A batch in words --------------------------------------------------------------------------------------------

ANSWER = ("visayan", "random,greedy,random,random", 60)


def test_what_was_played_is_one_line() -> None:
    answer = simulate(*ANSWER)
    assert asked(replace(answer, match_games=5, fixed_seats=True)).count(" · ") == 3


# ---- `tongits mahjong`: the list of its commands -----------------------------------------------------------------


def test_every_listed_command_is_there_and_says_its_line() -> None:
    assert set(mahjong.listing) == set(COMMANDS)
    for name, line in mahjong.listing.items():
        entry = mahjong.commands[name]
        assert entry.name == name
        assert (entry.short_help or (entry.help or "").split("\n")[0]) == line


def test_the_group_explains_itself() -> None:
    code, out, _ = command("mahjong", "--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)


def test_an_unknown_command_is_a_sentence() -> None:
    code, _, err = command("mahjong", "nothing")
    assert code == 2
    assert "nothing" in err


# ---- `tongits mahjong report` ------------------------------------------------------------------------------------


def test_it_writes_a_page_with_every_question(tmp_path: Path) -> None:
    path = tmp_path / "mahjong.html"
    code, out, err = command("mahjong", "report", "-o", str(path), "--scale", "0.002", "--min-forks", "10")
    assert code == 0, err
    assert "mahjong.html" in out
    text = path.read_text(encoding="utf-8")
    for name in built_in(MAHJONG):
        assert f"tongits mahjong analyze {name} " in text
    assert "<script" not in text


def test_stored_runs_become_one_page(tmp_path: Path) -> None:
    page, few = tmp_path / "page.html", ("--games", "40", "--workers", "1", "--min-forks", "10")
    runs = []
    for name, line in {
        "mano": ("analyze", "mano", "--games", "40"),
        "hands": ("analyze", "hands", *few),
        "manila": ("analyze", "hands", *few, "--rules", "manila"),
        "simulate": ("simulate", "--games", "60", "--players", "greedy,random,random,random"),
        "compare": ("compare", "greedy", "random", "--others", "random,random,random", "--deals", "10"),
        "whatif": ("whatif", "pay.discarder=1", "--deals", "20"),
    }.items():
        runs.append(str(tmp_path / name))
        code, _, err = command("mahjong", *line, "--out", runs[-1])
        assert code == 0, err
    code, out, err = command("mahjong", "report", *runs, "-o", str(page), "--title", "Both tables")
    assert (code, f"Wrote {page}." in " ".join(out.split()) or str(page.name) in out) == (0, True), err
    text = page.read_text(encoding="utf-8")
    for heading in ("Both tables", "visayan and manila rules", "The bots compared", "manila rules", "What each earns"):
        assert heading in text
    assert "What does a change of the house rules do?" in text


def test_what_is_kept_becomes_the_same_page(tmp_path: Path) -> None:
    first, again, parts = (tmp_path / name for name in ("first.json", "again.json", "parts"))
    asked = ("mahjong", "report", "--scale", "0.001", "--min-forks", "10", "--workers", "1", "--out", str(parts))
    assert command(*asked, "-o", str(first))[0] == 0
    assert command("mahjong", "report", str(parts), "-o", str(again))[0] == 0
    assert [each["question"] for each in json.loads(again.read_text(encoding="utf-8"))] == [
        each.name for each in in_order(MAHJONG)
    ]
    assert json.loads(first.read_text(encoding="utf-8")) == json.loads(again.read_text(encoding="utf-8"))


def test_stored_runs_take_no_options_of_asking(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    code, _, err = command("mahjong", "report", str(tmp_path), "--min-forks", "10")
    assert (code, "--min-forks says what to ask" in err) == (2, True)
    code, _, err = command("mahjong", "report", str(tmp_path))
    assert (code, "is damaged" in err) == (2, True)
    code, _, err = command("mahjong", "report", str(tmp_path / "nowhere"))
    assert (code, "Traceback" in err) == (2, False)


def test_report_errors_are_a_sentence(tmp_path: Path) -> None:
    code, _, err = command("mahjong", "report", "-o", str(tmp_path / "a.html"), "--players", "greedy")
    assert code == 2
    assert "4 players are needed, 1 is named" in err


# ---- `tongits mahjong tune` --------------------------------------------------------------------------------------

TUNE_ASKED = (
    *("mahjong", "tune", "ambitious(suit_at=1)", "--others", "greedy,greedy,greedy", "--try", "suit_at=18"),
    *("--deals", "20", "--check-deals", "20", "--workers", "1"),
)


def test_it_says_what_was_tuned_on_which_seeds() -> None:
    code, out, err = command(*TUNE_ASKED, "--seed", "5")
    assert code == 0, err
    text = " ".join(out.split())
    assert "suit_at" in text
    assert "20 held-out walls (seed 1000008)" in text
    code, out, _ = command(*TUNE_ASKED, "--format", "json")
    assert json.loads(out)["steps"][0]["param"] == "suit_at"
    code, out, _ = command(*TUNE_ASKED, "--format", "csv")
    assert out.startswith("number,seed,before,chosen,value,lead,low,high\nsuit_at,1,1.0,")


def test_tune_errors_are_a_sentence() -> None:
    code, _, err = command("mahjong", "tune", "greedy", "--try", "luck=1")
    assert code == 2
    assert "no number" in err
    code, _, err = command("mahjong", "tune", "expert", "--try", "luck")
    assert code == 2
    assert "PARAMETER=V,V" in err
