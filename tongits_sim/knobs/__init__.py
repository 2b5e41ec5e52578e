"""House rules as data: knobs, rule sets, rule files, the record that kernels read, the rulebook."""
