import json
from pathlib import Path

from tests.playing import command

FEW = ("--games", "40", "--workers", "1")


OWN = """
import sys
from dataclasses import dataclass
from analyses.answers.shared import QuestionAnswer
from analyses.question import Inquiry, Question
from analyses.words import Screen, Table
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.core.batch import BatchJob

@dataclass(frozen=True, kw_only=True)
class Wins(QuestionAnswer):
    wins: int

def ask(inquiry: Inquiry) -> Wins:
    run = inquiry.run_options.run(BatchJob(MAHJONG, inquiry.rules, inquiry.players, inquiry.games, inquiry.seed))
    return Wins(**inquiry.head(WINS), wins=run.totals.field("wins"))

def screen(answer): return Screen(answer.heading(), f"{answer.wins} games are won.", tables(answer), [])
def tables(answer): return [Table("wins", "Wins", ["Wins"], [[str(answer.wins)]])]
def findings(answer): return []

WINS = Question(name="wins", asks="Who wins?", games=50, ask=ask, answer=Wins, game=MAHJONG,
                presenter=sys.modules[__name__])
"""


def test_a_question_of_ones_own_is_asked_shown_and_of_its_game(tmp_path: Path) -> None:
    file, page = tmp_path / "mine.py", tmp_path / "mine.md"
    file.write_text(OWN)
    named = ("--players", "bold,greedy,random,random", "--as", "bold=defender(fold_at=3)", "--stake", "20 peso")
    code, out, err = command("mahjong", "analyze", f"{file}:wins", *FEW, *named, "-o", str(page), "--format", "json")
    assert code == 0, err
    answer = json.loads(out)
    assert 0 < answer["wins"] <= answer["games"] == 40
    assert answer["command_line"].startswith(f"tongits mahjong analyze {file}:wins --rules visayan --players 'bold=def")
    assert f"{answer['wins']} games are won." in page.read_text(encoding="utf-8")
    code, _, err = command("analyze", f"{file}:wins")
    assert (code, "asks about Visayan mahjong, not about Tongits" in err) == (2, True)
