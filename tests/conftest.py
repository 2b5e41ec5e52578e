"""What all tests share: how long and how repeatably hypothesis searches, how many processes run the tests and which
files come first there, and a log that no test before has switched on.
"""

import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

# No deadline: the first example of a property may have to compile a kernel.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Nothing is compiled beside a run that a test plays: only a longer one would gain by it.
os.environ.setdefault("TONGITS_SPECIALISE", "off")

# Hundreds of processes are started, and each would compile the program's sources anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A session in the background may ignore these, and so would every program that a test starts and stops by them.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", None), signal.SIG_DFL)):
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)


TOGETHER = (
    (*(f"tests/mahjong_sim/{room}/" for room in ("bots", "questions")), "tests/fuzz/"),
    tuple(f"tests/reports/page/test_{name}.py" for name in ("compose", "render", "sheets", "stored")),
    tuple(f"tests/test_{name}.py" for name in ("answer_types", "declared", "docstrings", "layering", "module_names")),
)
"""Files, by how their paths begin, that compile the same bots, ask for the same answers or read the same trees."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collected tests live to the end, so garbage collection is wasted here. And compiling makes so many short-lived
    objects that collecting as often as usual takes a tenth of its time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def pytest_collectstart(collector: pytest.Collector) -> None:
    """In several processes, each imports files of its own first: pytest rewrites the assertions of a file that it has
    not met before, which takes longer than anything else here, and finds what another process has rewritten.
    """
    worker = getattr(collector.config, "workerinput", None)
    if worker is None or not isinstance(collector, pytest.Session):
        return
    for name in own_first(_modules(collector.config), int(worker["workerid"][2:]), int(worker["workercount"])):
        # What cannot be imported, or skips itself, is said when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def _modules(config: pytest.Config) -> list[str]:
    """Modules of the tests that are asked for; none if single files are."""
    folders = [config.invocation_params.dir / argument for argument in config.args]
    files = sorted(file for folder in folders if folder.is_dir() for file in folder.rglob("test_*.py"))
    return [".".join(file.relative_to(config.rootpath).with_suffix("").parts) for file in files]


def own_first(names: list[str], number: int, count: int) -> list[str]:
    """The same names, beginning with the part that this one of several processes has to itself."""
    begin = len(names) * number // count
    return names[begin:] + names[:begin]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more process than cores (`make test`): many tests wait, for a process that starts or ends, a signal, another
    that compiles, and a core idles that long.
    """
    from tongits_sim.run.compiling import available_cores

    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS", available_cores() + 1))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Files that use the same answers run in the same process (`make test`), so each answer is computed once."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(str(super()._split_scope(nodeid)))

    config.option.loadscopereorder = False  # else files of few tests would come last, and those have the longest
    return Together(config, log) if config.getoption("dist") == "loadfile" else None


def scope_of(file: str) -> str:
    return next((" ".join(files) for files in TOGETHER if file.startswith(files)), file)


OPEN_FAULTS: dict[str, str] = {}
"""Tests that fail and are to be mended, by a part of their name, with what is wrong. To be empty."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In several processes, each of which runs whole files (`make test`), begin with files that have slow tests: a long
    file that comes last would keep one process busy while the others have nothing left to do.
    """
    for item in items:
        for name, fault in OPEN_FAULTS.items():
            if name in item.nodeid:
                item.add_marker(pytest.mark.xfail(reason=fault, strict=False))
    if hasattr(config, "workerinput"):
        slow = {item.path for item in items if item.get_closest_marker("slow")}
        items.sort(key=lambda item: item.path not in slow)
