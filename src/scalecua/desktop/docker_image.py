"""The root filesystem as a Docker image: the same tree, imported once, named after what it is made of."""

import subprocess
from pathlib import Path

from docker.client import DockerClient
from docker.errors import ImageNotFound

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure

REPOSITORY = "scalecua-desktop"


def image(client: DockerClient, tree: Path) -> str:
    """The image of a root filesystem, made from the tree if the daemon lacks it (half a minute)."""
    name = f"{REPOSITORY}:{tree.name}"
    try:
        client.images.get(name)
    except ImageNotFound:
        with boundary(DesktopError, f"cannot import {tree} into Docker", failure=Failure.START):
            _import(client, tree)
    return name


def _import(client: DockerClient, tree: Path) -> None:
    packing = subprocess.Popen(["tar", "-c", "-C", str(tree), "."], stdout=subprocess.PIPE)
    try:
        client.api.import_image_from_data(packing.stdout, repository=REPOSITORY, tag=tree.name)
        if packing.wait():
            raise DesktopError(f"tar could not read all of {tree}", failure=Failure.START)
    finally:
        packing.kill()
        packing.wait()
