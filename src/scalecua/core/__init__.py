"""Values, Protocols, knobs and errors that every other package speaks in."""
