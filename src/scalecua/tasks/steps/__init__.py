"""Setup steps in OSWorld's words, one closed model a step: calling it performs it on a desktop."""
