"""The one list of checks of style: for `make lint`, `nox -s lint` and the workflow alike.

    python -m tools.checks

A check that needs a program which is not there (markdownlint, from Node) is named and left out.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet", "--output-format=concise", "."],
    "ruff format": ["ruff", "format", "--quiet", "--check", "."],
    "codespell": ["codespell"],
    "zizmor": ["zizmor", "--offline", "--quiet", "--min-severity=medium", ".github/workflows"],
    "markdownlint": ["markdownlint-cli2"],
}


def main() -> None:
    """Run every check; exit code 1 if one finds something."""
    scripts = str(Path(sys.executable).parent)
    failed, missing = [], []
    for name, line in CHECKS.items():
        program = shutil.which(line[0], path=scripts) or shutil.which(line[0])
        if program is None:
            missing.append(name)
        elif subprocess.run([program, *line[1:]], check=False).returncode:
            failed.append(name)
    if missing:
        print(f"Not installed, so not checked: {', '.join(missing)}.")
    if failed:
        raise SystemExit(f"Style: {', '.join(failed)} complained.")
    print("Style: nothing to complain about.")


if __name__ == "__main__":
    main()
