"""The applications of our own desktops, which no HTTP interface tells of.

Their state is read from files, from what commands print, and from the accessibility tree, into the state that
the metrics score. `runnable` says which tasks that is enough for.
"""
