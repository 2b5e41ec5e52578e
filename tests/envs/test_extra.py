"""What is said without the extra."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.playing import ROOT
from tongits_sim.envs.extra import MissingExtraError
from tongits_sim.errors import TongitsError


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_names_the_extra(package: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import tongits_sim.envs"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    last = run.stderr.strip().splitlines()[-1]
    assert last.endswith(f"the environments need {package}, which is not installed: pip install 'tongits-sim[rl]'")


def test_the_encodings_do_not_need_it() -> None:
    program = (
        "import sys; sys.modules.update(gymnasium=None, pettingzoo=None); "
        "import tongits_sim.encoding.choices, tongits_sim.encoding.observation"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_is_an_error_of_either_kind() -> None:
    assert isinstance(MissingExtraError(None), TongitsError)
    assert isinstance(MissingExtraError("x"), ImportError)
