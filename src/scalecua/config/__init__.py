"""The closed configuration tree: one small file a section."""
