"""ScienceBoard's tasks, unchanged: `load`, `initialise`, `collect`, and metrics that give the score.

`metrics` runs in the judge sandbox and imports nothing else of this package. `native` reads and sets up the
applications of our own desktops, which lack the HTTP interfaces that ScienceBoard's machine has.
"""
