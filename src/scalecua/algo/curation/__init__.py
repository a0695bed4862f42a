"""Which closed groups are worth training on."""

from typing import Annotated

from pydantic import Field

from scalecua.algo.curation.keep import DropUniform, KeepAll

Curation = Annotated[KeepAll | DropUniform, Field(discriminator="kind")]

__all__ = ["Curation", "DropUniform", "KeepAll"]
