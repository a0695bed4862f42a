"""Classes of infrastructure failure: recorded, counted, and never turned into a reward."""

from enum import StrEnum


class Failure(StrEnum):
    """Why a trajectory, desktop or engine failed; one vocabulary for the whole system."""

    START = "start"
    SETUP = "setup"
    GUEST = "guest"
    HANG = "hang"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    DISK = "disk"
    NETWORK = "network"
    ASSET = "asset"
    JUDGE = "judge"
    ENGINE = "engine"
    STORE = "store"
