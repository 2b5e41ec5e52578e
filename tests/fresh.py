"""Python programs in fresh processes."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

_PATIENCE = 300.0  # seconds; a program may compile the engine


def run_python(
    program: str, *arguments: str, cwd: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh process; its output, errors and exit code. Raises TimeoutExpired after minutes."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        env=dict(environment),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=_PATIENCE,
    )
