"""Tests marked `desktops` need live desktops, and say why they are skipped where there are none.

In CI a machine without desktops fails them: a green run there has seen real ones. Those marked `docker` run
where a daemon answers, which `make test-docker` sees to; those marked `applications` where the root
filesystem with all of them is built, which `make test-applications` sees to.
"""

import functools
import os
from collections.abc import Iterator

import pytest

APPLICATIONS = "SCALECUA_APPLICATIONS"


@functools.cache
def _missing() -> str:
    """What stands in the way, empty when nothing does."""
    from scalecua.desktop.doctor import findings

    needed = {"bwrap", "user namespaces", "root filesystem"}
    return "; ".join(f"{f.name}: {f.detail}" for f in findings() if f.name in needed and not f.ok)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("desktops") and (missing := _missing()):
        if os.environ.get("CI"):
            pytest.fail(f"live desktops are a must in CI ({missing})")
        pytest.skip(f"no live desktops here ({missing})")
    if item.get_closest_marker("docker") and (missing := _no_docker()):
        if os.environ.get("SCALECUA_DOCKER"):
            pytest.fail(missing)
        pytest.skip(f"{missing}; `make test-docker` starts one")
    if item.get_closest_marker("applications") and (missing := _no_applications()):
        if os.environ.get(APPLICATIONS):
            pytest.fail(missing)
        pytest.skip(f"{missing}; `make test-applications` builds it")
    if item.get_closest_marker("applications") and os.environ.get("CI") and not os.environ.get(APPLICATIONS):
        pytest.skip("`make test-applications` runs it")


@functools.cache
def _no_applications() -> str:
    """Why there are no desktops with every application here, empty when there are."""
    from scalecua.core.errors import DesktopError
    from scalecua.desktop import rootfs

    try:
        rootfs.path("all")
    except DesktopError as error:
        return str(error)
    return ""


@functools.cache
def _no_docker() -> str:
    """Why there are no containers here, empty when there are."""
    import docker
    from docker.errors import DockerException

    try:
        client = docker.from_env()
        client.ping()
        client.close()
    except DockerException as error:
        return f"no Docker daemon answers: {error}"
    return ""


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Torch on one thread for a test, as it was afterwards."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
