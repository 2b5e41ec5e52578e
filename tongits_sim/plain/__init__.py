"""Bots' hooks as plain Python functions: for `print`, breakpoints, and the line at which one fails."""
