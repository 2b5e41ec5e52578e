"""Playing any job in blocks, on threads, processes or a cluster; knows no game."""
