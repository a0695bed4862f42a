"""What players of sound and video show and keep."""

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.media.player import DefaultVideoPlayer
from scalecua.tasks.getters.media.vlc import VlcConfig, VlcPlayingInfo

GETTERS: tuple[type[Getter], ...] = (DefaultVideoPlayer, VlcConfig, VlcPlayingInfo)
