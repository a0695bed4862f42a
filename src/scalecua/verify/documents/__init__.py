"""Files as places that hold values, so that what an episode changed in them can be changed once more."""
