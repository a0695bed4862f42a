"""`python -m scalecua` is the `scalecua` command."""

from scalecua.cli.app import main

main()
