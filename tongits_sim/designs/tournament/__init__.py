"""A field of bots at every table of three, in every seating, on the same deals: from a `Field` to exact `FieldSums`.

| module | holds |
| --- | --- |
| `triples` | which three sit together, and how |
| `job` | what is to be played, as a value |
| `kernel` | the kernel that plays one table's deals |
| `worker` | a thread's own records; one block of deals at all tables |
| `sums` | what is counted, merged by adding integers |
| `runner` | all blocks, in order, until told to stop |
"""
