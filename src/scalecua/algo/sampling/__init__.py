"""Which tasks to roll out next: samplers, and the success rates they look at."""

from typing import Annotated

from pydantic import Field

from scalecua.algo.sampling.frontier import Frontier
from scalecua.algo.sampling.prefilter import PreFilter
from scalecua.algo.sampling.uniform import Uniform

Sampler = Annotated[Uniform | Frontier, Field(discriminator="kind")]

__all__ = ["Frontier", "PreFilter", "Sampler", "Uniform"]
