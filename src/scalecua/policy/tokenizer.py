"""A tiny byte-level BPE with Qwen3-VL's special tokens, trained in process and always the same.

The frames of a tool call are single tokens, so that a click is a dozen tokens; a word is split the
same way wherever it stands, so that what an instruction quotes can be copied; digits stand alone.
"""

import re
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Sequence, Split
from tokenizers.trainers import BpeTrainer

from scalecua.policy.corpus import FRAMES, lines

VOCABULARY = 896
END, IM_START, IM_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
VISION_START, VISION_END = "<|vision_start|>", "<|vision_end|>"
IMAGE_PAD, VIDEO_PAD = "<|image_pad|>", "<|video_pad|>"
TOOL_CALL, TOOL_CALL_END = "<tool_call>", "</tool_call>"
TOOL_RESPONSE, TOOL_RESPONSE_END = "<tool_response>", "</tool_response>"
THINK, THINK_END = "<think>", "</think>"

SPECIAL = (
    END, IM_START, IM_END, "<|object_ref_start|>", "<|object_ref_end|>", "<|box_start|>", "<|box_end|>",
    "<|quad_start|>", "<|quad_end|>", VISION_START, VISION_END, "<|vision_pad|>", IMAGE_PAD, VIDEO_PAD,
)  # fmt: skip
VISIBLE = (TOOL_CALL, TOOL_CALL_END, TOOL_RESPONSE, TOOL_RESPONSE_END, THINK, THINK_END)


def build(vocabulary: int = VOCABULARY) -> Tokenizer:
    """Train the tokenizer; `vocabulary` counts the added tokens too. Ids of added tokens come last."""
    frames = "|".join(re.escape(frame) for frame in sorted(FRAMES, key=len, reverse=True))
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = Sequence(
        [
            Split(Regex(rf"{frames}|\p{{L}}+|[^\p{{L}}]"), "isolated"),
            ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(
        vocab_size=vocabulary - len(SPECIAL) - len(VISIBLE),
        initial_alphabet=sorted(ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(lines(), trainer)
    tokenizer.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in SPECIAL])
    tokenizer.add_tokens([AddedToken(name, special=False, normalized=False) for name in VISIBLE])
    return tokenizer


def save(tokenizer: Tokenizer, folder: Path) -> None:
    """Write the tokenizer as transformers does, so that its own classes load it unchanged."""
    from transformers import PreTrainedTokenizerFast

    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=IM_END,
        pad_token=END,
        clean_up_tokenization_spaces=False,
    )
    fast.save_pretrained(str(folder))
