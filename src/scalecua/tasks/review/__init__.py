"""Rules for tasks that load and resolve, but would teach or measure something else than they mean to."""
