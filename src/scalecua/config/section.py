"""What every section of the configuration has in common."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A part of the tree: immutable, and closed to keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
