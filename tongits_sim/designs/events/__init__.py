"""Events: tournaments of many players in stages, every table really played; `format` says what a stage is."""
