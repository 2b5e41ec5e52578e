"""The site of these pages: `make docs` builds it without a warning, links looked after."""

from importlib.metadata import version as installed

project = "tongits-sim"
author = copyright = "the tongits-sim authors"  # noqa: A001 - Sphinx's name
version = release = installed("tongits-sim")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "matplotlib.sphinxext.plot_directive",
]
root_doc = "index"
exclude_patterns = ["_build", "README.md"]
html_theme = "furo"
html_title = "Tongits by the million"
html_extra_path = ["examples"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autosummary_generate = True
plot_html_show_source_link = plot_html_show_formats = False
plot_formats = ["svg"]
