"""Tokenizer and image rule of a checkpoint in one value: text to ids and back, screenshots to patches."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from scalecua.core.errors import PolicyError, boundary
from scalecua.policy import tokenizer as names
from scalecua.policy.image import Grid, ImageRule, Pixels


@dataclass(frozen=True, eq=False)
class Processor:
    """What a checkpoint folder says about tokens and pixels; it holds no weights and needs no torch.

    `added` maps the spelling of each added token (`<|im_end|>`, `<tool_call>`...) to its id. `encode`
    never yields one of these, whatever the text spells: they enter a stream by id alone.
    """

    tokenizer: Tokenizer
    rule: ImageRule

    @staticmethod
    def load(folder: Path | str) -> "Processor":
        """Read `tokenizer.json` and `preprocessor_config.json` from a checkpoint folder."""
        path = Path(folder) / "tokenizer.json"
        with boundary(PolicyError, f"the tokenizer {path} cannot be read"):
            tokenizer = Tokenizer.from_file(str(path))
        return Processor(tokenizer, ImageRule.load(Path(folder)))

    def encode(self, text: str) -> list[int]:
        """Ids of plain text, none of them an added token's; `decode` gives the same text back."""
        return list(self._plain.encode(text, add_special_tokens=False).ids)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids, added tokens spelled out; bytes that are not UTF-8 become U+FFFD."""
        return self.tokenizer.decode(list(ids), skip_special_tokens=False)

    def id(self, name: str) -> int:
        """The id of an added token; PolicyError if this tokenizer has none of that name."""
        if name not in self.added:
            raise PolicyError(f"the tokenizer has no token {name}; it does not belong to this family")
        return self.added[name]

    def grid(self, width: int, height: int) -> Grid:
        """(frames, rows, columns) in patches before merging, of a screen of this size."""
        return self.rule.grid(width, height)

    def pixels(self, data: bytes) -> tuple[Pixels, Grid]:
        """Patches (n, dim) float32 and grid of a JPEG or PNG."""
        return self.rule.pixels(data)

    @cached_property
    def added(self) -> dict[str, int]:
        """Added tokens by spelling."""
        return {token.content: number for number, token in self.tokenizer.get_added_tokens_decoder().items()}

    @cached_property
    def vocabulary(self) -> int:
        """The number of ids the tokenizer knows; a model's embedding may have more rows."""
        return self.tokenizer.get_vocab_size(with_added_tokens=True)

    @cached_property
    def forbidden(self) -> tuple[int, ...]:
        """Ids a policy must never sample: every special token but the one that ends an answer, and the
        marks of a tool's response. A model's rows at and above `vocabulary` are to be forbidden as well.
        """
        special = {
            number for number, token in self.tokenizer.get_added_tokens_decoder().items() if token.special
        }
        special |= {self.added[n] for n in (names.TOOL_RESPONSE, names.TOOL_RESPONSE_END) if n in self.added}
        return tuple(sorted(special - {self.stop_id}))

    @cached_property
    def stop_id(self) -> int:
        """`<|im_end|>`, the only token that ends an answer."""
        return self.id(names.IM_END)

    @cached_property
    def pad_id(self) -> int:
        """`<|endoftext|>`."""
        return self.id(names.END)

    @cached_property
    def image_id(self) -> int:
        """`<|image_pad|>`, one a visual token."""
        return self.id(names.IMAGE_PAD)

    @cached_property
    def video_id(self) -> int:
        """`<|video_pad|>`."""
        return self.id(names.VIDEO_PAD)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything here that decides which ids and patches come out."""
        content = {"tokenizer": json.loads(self.tokenizer.to_str()), "rule": asdict(self.rule)}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def _plain(self) -> Tokenizer:
        """The same tokenizer without any added token, for text that must stay text."""
        content = json.loads(self.tokenizer.to_str())
        content["added_tokens"] = []
        content["post_processor"] = None
        return Tokenizer.from_str(json.dumps(content))
