"""Files and texts from the network, and expectations that depend on the date."""

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.web.cloud import CacheFile, CloudFile
from scalecua.tasks.getters.web.live import GoogleDriveFile, InfoFromWebsite
from scalecua.tasks.getters.web.relative_time import RuleRelativeTime

GETTERS: tuple[type[Getter], ...] = (
    *(CloudFile, CacheFile, RuleRelativeTime),
    *(GoogleDriveFile, InfoFromWebsite),
)
