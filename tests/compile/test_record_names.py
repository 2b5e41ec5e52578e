import subprocess
import sys

from tests.sources import ROOT

HOST = """
from numba.core.types import Record, Type
import collections, numpy, numba
before = Record.mangling_args, Type.mangling_args
kind = numba.from_dtype(numpy.dtype([("a", "i8")]))
pair = numba.typeof(collections.namedtuple("Pair", ["left", "right" * 20])(1, 2.0))
named = kind.mangling_args, pair.mangling_args
import tongits_sim as ts
ts.simulate("pagat", "greedy,caller,hunter", games=50, workers=1)
assert (Record.mangling_args, Type.mangling_args) == before
assert (kind.mangling_args, pair.mangling_args) == named
"""


def test_other_users_of_numba_keep_its_names_of_records() -> None:
    done = subprocess.run([sys.executable, "-c", HOST], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
