"""The numbers of a completion as bytes: int32 ids, then float64 log-probabilities and entropies if any.

Layout: little-endian uint32 count, one byte of flags (1: log-probabilities, 2: entropies), the arrays.
float64 because a log-probability must come back exactly as it was recorded.
"""

import struct

import numpy as np

from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure

HEAD = struct.Struct("<IB")
LOGPROBS, ENTROPIES = 1, 2

Numbers = tuple[tuple[int, ...], tuple[float, ...] | None, tuple[float, ...] | None]


def pack(
    ids: tuple[int, ...], logprobs: tuple[float, ...] | None, entropies: tuple[float, ...] | None
) -> bytes:
    """Return the bytes of one completion; StoreError if the arrays differ in length."""
    for name, values in (("log-probabilities", logprobs), ("entropies", entropies)):
        if values is not None and len(values) != len(ids):
            raise StoreError(f"a completion has {len(ids)} tokens but {len(values)} {name}")
    flags = LOGPROBS * (logprobs is not None) + ENTROPIES * (entropies is not None)
    parts = [HEAD.pack(len(ids), flags), np.asarray(ids, dtype="<i4").tobytes()]
    parts += [
        np.asarray(values, dtype="<f8").tobytes() for values in (logprobs, entropies) if values is not None
    ]
    return b"".join(parts)


def unpack(data: bytes) -> Numbers:
    """Return ids, log-probabilities and entropies; StoreError if the bytes are damaged."""
    count, flags = HEAD.unpack_from(data) if len(data) >= HEAD.size else (0, 0)
    arrays = flags.bit_count()
    if len(data) != HEAD.size + count * (4 + 8 * arrays):
        raise StoreError(f"the token arrays of a turn are damaged ({len(data)} bytes)", failure=Failure.STORE)
    ids = tuple(np.frombuffer(data, dtype="<i4", count=count, offset=HEAD.size).tolist())
    floats = [
        tuple(np.frombuffer(data, dtype="<f8", count=count, offset=HEAD.size + count * (4 + 8 * i)).tolist())
        for i in range(arrays)
    ]
    logprobs = floats.pop(0) if flags & LOGPROBS else None
    return ids, logprobs, floats.pop(0) if flags & ENTROPIES else None
