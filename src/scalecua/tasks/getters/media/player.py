"""`default_video_player`: the application that opens videos."""

from collections import Counter
from typing import Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.scene import Scene

KINDS = (
    *("3gpp", "mp2t", "mp4", "mpeg", "ogg", "quicktime", "vnd.avi", "webm", "x-flv", "x-m4v", "x-matroska"),
    *("x-ms-wmv", "x-msvideo", "x-ogm+ogg", "x-theora+ogg"),
)
NAME_LIMIT = 1024
SCRIPT = 'for kind; do xdg-mime query default "video/$kind"; done'
TIMEOUT_S = 60.0


class DefaultVideoPlayer(Getter):
    """The desktop file of the application that is the default for most of KINDS; None if there is none."""

    type: Literal["default_video_player"] = "default_video_player"

    async def __call__(self, scene: Scene) -> str | None:
        """Ask for each kind."""
        said = await scene.desktop.execute(("sh", "-c", SCRIPT, "sh", *KINDS), timeout_s=TIMEOUT_S)
        names = said.output[: len(KINDS) * NAME_LIMIT].split()
        return Counter(names).most_common(1)[0][0] if names else None
