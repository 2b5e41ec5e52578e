#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2026.4"]
# ///
"""Tasks on every system, `make` or not: `nox` lists them, `nox -s tests-3.13` runs the tests on one Python."""

from pathlib import Path

import nox

nox.needs_version = ">=2026.4"
nox.options.default_venv_backend = "venv"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def _install(session: nox.Session) -> None:
    """The exact versions of the locks, and the checkout."""
    for lock in ("requirements.lock", "requirements-dev.lock"):
        session.install("--require-hashes", "--requirement", lock)
    session.install("--no-deps", "--no-build-isolation", "--editable", ".")


@nox.session
def lint(session: nox.Session) -> None:
    """Style and types."""
    _install(session)
    session.run("python", "-m", "tools.checks")
    session.run("mypy")


@nox.session(default=False)
def gate(session: nox.Session) -> None:
    """The numbers of 40 command lines."""
    _install(session)
    session.run("python", "-m", "tools.gate")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests, or those that are named: nox -s tests -- tests/rules."""
    _install(session)
    session.run("pytest", "-n", "auto", "--dist=loadfile", *session.posargs)


@nox.session(python=PYTHONS[-1], default=False)
def newest(session: nox.Session) -> None:
    """The quick tests with the newest numba there is, its candidates too: by the compiler that every numba has."""
    _install(session)
    session.install("--upgrade", "--pre", "numba", "llvmlite")
    session.run("pytest", "-n", "auto", "-m", "not slow and not browser", env={"TONGITS_COMPILER": "plain"})


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """The site, in build/site; with `-- linkcheck` the links that leave it."""
    _install(session)
    builder = session.posargs[0] if session.posargs else "html"
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "-b", builder, "docs", "build/site")


@nox.session(default=False)
def dist(session: nox.Session) -> None:
    """The files of a release, checked and tried."""
    _install(session)
    session.run("python", "-m", "build", "--no-isolation")
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))
    session.run("python", "-m", "tools.dist", "dist")


if __name__ == "__main__":
    nox.main()
