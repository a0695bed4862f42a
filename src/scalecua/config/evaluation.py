"""[evaluation]: what is measured before and after."""

from pydantic import Field

from scalecua.config.section import Section


class EvaluationSection(Section):
    """Held-out variants of every template, `passes` each, sampled at the training temperature or greedily."""

    variants: int = Field(4, ge=1)
    passes: int = Field(1, ge=1)
    greedy: bool = True
