"""Starts the processes of a run on this machine and keeps them going."""
