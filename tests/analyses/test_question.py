import subprocess
import sys

from tests.playing import ROOT


def test_questions_import_lightly() -> None:
    program = (
        "import sys; from analyses.question_registry import names, question; [question(n) for n in names()];"
        "print(*sorted({'numpy', 'numba', 'polars', 'matplotlib'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not run.stdout.split()
