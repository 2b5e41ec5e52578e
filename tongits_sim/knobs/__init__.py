"""House rules as data, for any game: knobs, sets of them, the files that hold them, the record kernels read, the book."""
