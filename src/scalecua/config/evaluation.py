"""[evaluation] and [warmup]: what is measured before and after, and the imitation that comes first."""

from pydantic import Field

from scalecua.config.section import Section


class EvaluationSection(Section):
    """Held-out variants of every template, `passes` each, sampled at the training temperature or greedily."""

    variants: int = Field(4, ge=1)
    passes: int = Field(1, ge=1)
    greedy: bool = True


class WarmupSection(Section):
    """Demonstrations a template, then imitation until `seconds` or `steps` are spent."""

    demonstrations: int = Field(16, ge=1)
    steps: int = Field(1000, ge=1)
    seconds: float = Field(120.0, gt=0)
    batch: int = Field(16, ge=1)
    lr: float = Field(2e-3, gt=0)
