"""Getters in OSWorld's words: closed models that fetch one value from a desktop when called."""
