"""The questions of the program: a file each, which says what is played, the answer, its words, tables and figures."""
