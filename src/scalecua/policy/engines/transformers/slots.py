"""Keys and values of the streams being sampled, one slot each, filled to different lengths."""

from collections.abc import Sequence

import torch
from torch import Tensor

STEP = 256


class SlotCache:
    """`used[i]` tokens are kept for stream i; slots are always the first `len(used)`, without gaps."""

    def __init__(self, *, layers: int, heads: int, width: int, size: int) -> None:
        self.used: list[int] = []
        self.capacity = STEP
        self._size = size
        shape = (size, heads, self.capacity, width)
        self._keys = [torch.zeros(shape) for _ in range(layers)]
        self._values = [torch.zeros(shape) for _ in range(layers)]
        self._incoming: tuple[int, ...] = ()

    def open(self, lengths: Sequence[int]) -> None:
        """The next forward pass is a row of new streams of these lengths; `commit` ends it."""
        self._incoming = tuple(lengths)
        self._reserve(max(lengths))

    def commit(self) -> None:
        """Keep what came since `open`, or since the last step: one token a stream."""
        if self._incoming:
            self.used.extend(self._incoming)
            self._incoming = ()
        else:
            self.used = [count + 1 for count in self.used]

    def abandon(self) -> None:
        """Forget what an unfinished pass wrote."""
        self._incoming = ()

    def update(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Write one layer's (batch, heads, tokens, width); give back what its queries attend to."""
        keys, values = self._keys[layer], self._values[layer]
        if self._incoming:
            start = 0
            for slot, length in enumerate(self._incoming, start=len(self.used)):
                keys[slot, :, :length] = key[0, :, start : start + length]
                values[slot, :, :length] = value[0, :, start : start + length]
                start += length
            return key, value
        count, longest = len(self.used), max(self.used) + 1
        rows, ends = torch.arange(count), torch.tensor(self.used)
        keys[rows, :, ends] = key[:, :, 0]
        values[rows, :, ends] = value[:, :, 0]
        return keys[:count, :, :longest], values[:count, :, :longest]

    def mask(self) -> Tensor:
        """Which keys each stream's next token attends to, itself included: (streams, 1, 1, keys), boolean."""
        self._reserve(max(self.used) + 1)
        return (torch.arange(max(self.used) + 1)[None] <= torch.tensor(self.used)[:, None])[:, None, None]

    def drop(self, slot: int) -> None:
        """Free a slot; the last stream moves into it."""
        last = len(self.used) - 1
        if slot != last:
            length = self.used[last]
            for tensor in (*self._keys, *self._values):
                tensor[slot, :, :length] = tensor[last, :, :length]
            self.used[slot] = length
        self.used.pop()

    def clear(self) -> None:
        """Free every slot."""
        self.used = []
        self._incoming = ()

    @property
    def use(self) -> float:
        """Share of the allocated tokens that are kept, 0 to 1."""
        return sum(self.used) / (self._size * self.capacity)

    def _reserve(self, tokens: int) -> None:
        if tokens <= self.capacity:
            return
        self.capacity = -(-tokens // STEP) * STEP
        for tensors in (self._keys, self._values):
            for index, tensor in enumerate(tensors):
                size, heads, kept, width = tensor.shape
                grown = torch.zeros(size, heads, self.capacity, width)
                grown[:, :, :kept] = tensor
                tensors[index] = grown
