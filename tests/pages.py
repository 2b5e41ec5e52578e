"""The page of every command, as docs/conf.py makes it."""

from __future__ import annotations

import runpy

from tests.playing import ROOT

_CONF = runpy.run_path(str(ROOT / "docs" / "conf.py"))
contexts, page = _CONF["contexts"], _CONF["page"]
