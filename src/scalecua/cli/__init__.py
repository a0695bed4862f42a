"""The command line: one Typer app, each command importing its package when it runs."""
