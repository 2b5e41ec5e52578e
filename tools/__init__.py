"""Programs that measure figures for the docs or make files of a release, run by hand: `python -m tools.NAME`."""
