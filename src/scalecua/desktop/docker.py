"""Desktops in Docker containers: the same root filesystem, no network, no capability, an init, limits.

Containers are known by their labels: a later process finds and removes those whose owner is dead.
"""

import asyncio
import json
import os
from typing import Any

import docker
from docker.client import DockerClient
from docker.errors import DockerException

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import docker_image, rootfs, run_folder, stage
from scalecua.desktop.backend import guest_start
from scalecua.desktop.bubblewrap import RUN_MB, TMP_MB
from scalecua.desktop.container import Containment, remove
from scalecua.desktop.handover import DOOR, Handover
from scalecua.desktop.process import ProcessId
from scalecua.desktop.reap import reap

LABEL, OWNER = "scalecua.desktop", "scalecua.owner"
DOOR_INSIDE = "/mnt"
GUEST_INSIDE = "/opt/scalecua/guest"
REMEDY = 'start a Docker daemon, or choose desktop.backend = "bubblewrap"'


class Docker:
    """Implements `Backend` with the daemon that DOCKER_HOST names, the local one by default."""

    def __init__(self, section: DesktopSection) -> None:
        self._section = section
        self._client: DockerClient | None = None
        self._image = ""

    async def prepare(self) -> None:
        """Join the daemon, remove what dead processes left, and make the image if it is not there."""
        await asyncio.to_thread(self._prepare)

    def _prepare(self) -> None:
        with boundary(DesktopError, f"no Docker daemon answers ({REMEDY})", failure=Failure.START):
            self._client = docker.from_env()
            self._client.ping()
        reap()
        reap_containers(self._client)
        self._image = docker_image.image(self._client, rootfs.path(self._section.apps))

    async def start(self, snapshot: Snapshot) -> Containment:
        """Start a container; it is not ready yet, and the caller destroys it."""
        assert self._client is not None
        tree = rootfs.path(self._section.apps)
        guest = await asyncio.to_thread(stage.stage, tree)
        ffmpeg = await asyncio.to_thread(stage.ffmpeg)
        folder = run_folder.create()
        with boundary(DesktopError, "cannot start a container", failure=Failure.START):
            folder.claim((), tree, backend="docker")
            box = Containment(folder, Handover(folder))
        volumes = {
            str(guest): {"bind": GUEST_INSIDE, "mode": "ro"},
            str(ffmpeg): {"bind": f"{GUEST_INSIDE}/{stage.FFMPEG}", "mode": "ro"},
            str(box.handover.folder): {"bind": DOOR_INSIDE, "mode": "ro"},
        }
        try:
            with boundary(DesktopError, "cannot start a container", failure=Failure.START):
                options = self._options(folder, snapshot, volumes)
                box.container = await asyncio.to_thread(self._client.containers.create, **options)
                await asyncio.to_thread(box.container.start)
                async with asyncio.timeout(self._section.start_timeout_s):
                    await box.handover.give()
        except BaseException:
            await box.destroy()
            raise
        return box

    def _options(
        self, folder: run_folder.RunFolder, snapshot: Snapshot, volumes: dict[str, dict[str, str]]
    ) -> dict[str, Any]:
        section, me = self._section, ProcessId.of(os.getpid())
        assert me is not None
        # The group bounds processes. By user it would be all containers together: they share the host's uids.
        start = guest_start(snapshot, section, processes=0, data_mb=0, socket=f"{DOOR_INSIDE}/{DOOR}")
        own = "uid=1000,gid=1000,mode=755,exec"
        return {
            "image": self._image,
            "command": ["/usr/bin/python3", "-m", "guest", json.dumps(start)],
            "name": f"scalecua-{folder.id}",
            "labels": {LABEL: folder.id, OWNER: f"{me.pid}:{me.started}"},
            "hostname": "desktop",
            "user": "1000:1000",
            "working_dir": "/",
            "environment": {"PYTHONPATH": "/opt/scalecua", "PATH": "/usr/bin:/bin"},
            "network_mode": "none",
            "cap_drop": ["ALL"],
            "security_opt": ["no-new-privileges"],
            "ipc_mode": "private",
            "init": True,
            "read_only": True,
            "mem_limit": f"{section.memory_mb}m",
            "memswap_limit": f"{section.memory_mb}m",
            "pids_limit": section.processes,
            "tmpfs": {
                "/home/user": f"size={section.home_mb}m,{own}",
                "/run": f"size={RUN_MB}m,{own}",
                **dict.fromkeys(("/tmp", "/var/tmp", "/dev/shm"), f"size={TMP_MB}m,{own}"),
            },
            "volumes": volumes,
            "log_config": {"type": "json-file", "config": {"max-size": "64k", "max-file": "1"}},
        }

    async def close(self) -> None:
        """Leave the daemon."""
        if self._client is not None:
            self._client.close()


def reap_containers(client: DockerClient) -> int:
    """Remove the containers of dead owners on this machine; how many."""
    removed = 0
    for container in client.containers.list(all=True, filters={"label": LABEL}):
        pid, _, started = container.labels.get(OWNER, "").partition(":")
        if pid.isdigit() and started.isdigit() and ProcessId(int(pid), int(started)).alive():
            continue
        remove(container)
        removed += 1
    return removed


def reap_if_there() -> int:
    """Remove the containers of dead owners; 0 where no daemon runs."""
    try:
        client = docker.from_env()
    except DockerException:
        return 0
    try:
        return reap_containers(client)
    except DockerException:
        return 0
    finally:
        client.close()
