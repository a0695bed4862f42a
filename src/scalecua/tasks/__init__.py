"""Tasks: file formats, setup steps, getters, metrics and the judge."""
