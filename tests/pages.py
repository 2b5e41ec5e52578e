import runpy

from tests.playing import ROOT

_CONF = runpy.run_path(str(ROOT / "docs" / "conf.py"))
contexts, page, made = _CONF["contexts"], _CONF["page"], _CONF["made"]
