"""The command line of a benchmark that takes nothing but --json."""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping


def run(about: str | None, measure: Callable[[], Awaitable[Mapping[str, float]]]) -> None:
    """Print the figures, as one JSON object with --json."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json

    async def measured() -> Mapping[str, float]:
        return await measure()

    figures = asyncio.run(measured())
    print(json.dumps(figures) if as_json else "\n".join(f"{k:24} {v}" for k, v in figures.items()))
