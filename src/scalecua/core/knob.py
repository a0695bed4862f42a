"""A knob: a frozen value whose fields are its configuration and whose call is its equation."""

from pydantic import BaseModel, ConfigDict


class Knob(BaseModel):
    """Base of every research knob: immutable, closed to unknown keys, chosen by its `kind`."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
