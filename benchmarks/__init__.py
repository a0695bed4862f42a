"""What is measured, one module each: `python -m benchmarks.NAME --json`."""
