"""When a run should not go on, and which of its versions was the best."""

from typing import Annotated

from pydantic import Field

from scalecua.algo.warning.alarm import Alarm, History
from scalecua.algo.warning.best import ranking
from scalecua.algo.warning.collapse import Collapse
from scalecua.algo.warning.off import Off

EarlyWarning = Annotated[Collapse | Off, Field(discriminator="kind")]

__all__ = ["Alarm", "Collapse", "EarlyWarning", "History", "Off", "ranking"]
