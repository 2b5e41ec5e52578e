"""The folder of a person's data: the last match, and the progress of a quiz."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NAME = "tongits-sim"


def data_folder() -> Path:
    """The user's folder for data: TONGITS_DATA_DIR if set, else where this system keeps a program's data.

    That is $XDG_DATA_HOME or ~/.local/share on Linux, Library/Application Support on macOS, %LOCALAPPDATA% on Windows.
    """
    own = os.environ.get("TONGITS_DATA_DIR")
    if own:
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / _NAME
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / _NAME
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else _home() / ".local" / "share") / _NAME


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # nobody knows where it is
        return Path.cwd()
