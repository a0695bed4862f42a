"""The data manager: facts in SQL, bytes in content-addressed blobs."""
