"""House rules as data: knobs, sets of them, the files that hold them, the record that kernels read, the rulebook."""
