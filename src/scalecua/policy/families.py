"""Which family a name means: a parser needs no checkpoint, a family is made for the processor of one."""

from collections.abc import Callable

from scalecua.core.action import Action
from scalecua.core.errors import ConfigError
from scalecua.policy.family import Family, Malformed
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.qwen3vl.parse import parse as parse_qwen3vl
from scalecua.policy.qwen3vl.prompt import Style

Parser = Callable[[str, tuple[int, int]], tuple[Action, ...] | Malformed]
TINY_VOCABULARY = 4096


def load_family(name: str, processor: Processor, *, style: Style | None = None) -> Family:
    """The family of a checkpoint; ConfigError if the name is unknown.

    `style` None: compact where the vocabulary is below TINY_VOCABULARY, since such a model cannot read a
    function signature, and full elsewhere.
    """
    parser(name)
    tiny = processor.vocabulary < TINY_VOCABULARY
    return Qwen3VL(processor, style or ("compact" if tiny else "full"))


def parser(name: str) -> Parser:
    """How a family's answers are read: (text, (width, height)) to actions or Malformed."""
    if name != "qwen3vl":
        raise ConfigError(f"there is no model family {name!r}; use qwen3vl")
    return parse_qwen3vl
