"""How sure a number is, and how far two policies are apart."""
