"""Checks the files of a release, and runs the program from them in an empty environment.

python -m tools.dist FILE_OR_FOLDER... [--python python3.14]
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tongits_sim", "strategies", "analyses", "reports", "mahjong_sim")
SIMULATE = "simulate --rules pagat --players greedy,caller,hunter --games 20k --seed 7 --format json"
LINES = (
    "--version",
    "docs",
    "rules show pagat",
    "simulate --players docs/examples/my_bots.py:shy,greedy,caller --games 300",
    "strategies show greedy",
    SIMULATE,
)
LICENCES = """
from importlib.metadata import distributions
for each in distributions():
    about = each.metadata
    stated = about.get("License-Expression") or (about.get("License") or "").split("\\n")[0]
    stated = stated or "; ".join(x.split(" :: ")[-1] for x in about.get_all("Classifier") or () if "License" in x)
    print(f"{about['Name']} {each.version}: {stated}")
"""


say = functools.partial(print, flush=True)


def check_wheel(wheel: Path) -> None:
    """Check that the wheel has exactly the tracked files, and names the licence. Raises SystemExit."""
    tracked = _run(["git", "ls-files", *PACKAGES, "docs"], ROOT).split("\n")[:-1]
    wanted = {name if name.startswith(PACKAGES) else f"tongits_sim/{name}" for name in tracked}
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
        about = {name.rpartition(".dist-info/")[2]: name for name in file.namelist() if ".dist-info/" in name}
        metadata = file.read(about["METADATA"]).decode()
    if held != wanted:
        raise SystemExit(f"missing: {sorted(wanted - held)}\ntoo many: {sorted(held - wanted)}")
    if "licenses/LICENSE" not in about or "\nLicense-Expression: MIT\n" not in metadata:
        raise SystemExit("the wheel states no licence")
    say(f"{wheel.name}: {len(held)} files, {wheel.stat().st_size / 1e6:.1f} MB")


def try_out(file: Path, python: str) -> None:
    """Install a file in an empty environment; run the program in an empty folder, then beside modules of another
    package.
    """
    with tempfile.TemporaryDirectory(prefix="tongits elsewhere ") as name:
        folder = Path(name)
        began = time.monotonic()
        if python == sys.executable:
            venv.create(folder / "env", with_pip=True)
        else:
            _run([python, "-m", "venv", str(folder / "env")], folder)
        scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        own = str(scripts / "python")
        pip = [own, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "install", "--require-hashes", "--requirement", str(ROOT / "requirements.lock")], folder)
        _run([*pip, "install", "--no-deps", "--no-build-isolation", str(file)], folder)
        _run([*pip, "check"], folder)
        for line in _run([own, "-c", LICENCES], folder).splitlines():
            if line.endswith(": ") or ("GPL" in line and "LGPL" not in line):
                raise SystemExit(f"the licence of {line} must be looked at")
        installed = time.monotonic() - began
        job = folder / "work"
        job.mkdir()
        answers = [_answer(scripts, line, job) for line in LINES]
        packages = Path(_run([own, "-c", "import tongits_sim; print(tongits_sim.__path__[0])"], job).strip()).parent
        (packages / "cli.py").write_text("raise SystemExit('another cli')\n")
        for package in ("strategies", "analyses", "reports"):
            (packages / package / "__init__.py").write_text("")
        if _answer(scripts, SIMULATE, job) != answers[-1]:
            raise SystemExit("another package's modules change the answer")
        say(f"{file.name}, {python}: installed in {installed:.0f} s, {SIMULATE.split()[0]} answers {answers[-1]}")


def _answer(scripts: Path, line: str, job: Path) -> str:
    """The output of a command; for JSON a digest of the earnings of each player."""
    began = time.monotonic()
    out = _run([str(scripts / "tongits"), *line.split()], job)
    say(f"  tongits {line}: {time.monotonic() - began:.1f} s")
    if line != SIMULATE:
        return out
    return hashlib.sha256(json.dumps(json.loads(out)["players_summary"]).encode()).hexdigest()[:16]


def _run(line: list[str], folder: Path) -> str:
    """The output of a program that sees nothing of this checkout. Raises SystemExit."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    caches = {name: str(folder / "cache") for name in ("TONGITS_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        line, cwd=folder, env=kept | caches, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(line)}: {done.stderr or done.stdout}")
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    files = [path for file in options.files for path in (sorted(file.iterdir()) if file.is_dir() else [file])]
    for file in files:
        if file.suffix == ".whl":
            check_wheel(file)
    for file in files:
        try_out(file.resolve(), options.python)


if __name__ == "__main__":
    main()
