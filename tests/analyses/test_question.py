import subprocess
import sys

import pytest

from analyses.question import QuestionError, inquiry
from tests.asking import TOY
from tests.playing import ROOT
from tongits_sim.errors import TongitsError


def test_what_is_not_given_has_its_default() -> None:
    asked = inquiry(TOY)
    assert (asked.rules.name, asked.games, asked.seed) == ("pagat", 50, 1)
    assert [player.label for player in asked.players] == ["greedy", "greedy", "miser"]
    assert asked.options == {"turns": 3, "scale": 1.0, "way": "long", "change": (), "bare": False}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": "greedy,miser"}, "3 players are needed"),
        ({"rules": "nowhere"}, "nowhere"),
        ({"turn": 3}, "no option 'turn'"),
    ],
)
def test_what_cannot_be_asked_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        inquiry(TOY, **settings)
    assert issubclass(QuestionError, TongitsError)


def test_questions_import_lightly() -> None:
    program = (
        "import sys; from analyses.registry import names, question; [question(n) for n in names()];"
        "print(*sorted({'numpy', 'numba', 'polars', 'matplotlib'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not run.stdout.split()
