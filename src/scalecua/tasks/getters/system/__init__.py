"""The desktop's settings, editors and screen."""

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.system.editor import VscodeConfig
from scalecua.tasks.getters.system.folder import ListDirectory
from scalecua.tasks.getters.system.gimp import GimpConfigFile
from scalecua.tasks.getters.system.screen import VmScreenSize, VmWallpaper, VmWindowSize
from scalecua.tasks.getters.system.terminal import VmTerminalOutput
from scalecua.tasks.getters.system.workbook import ContentFromVmFile

GETTERS: tuple[type[Getter], ...] = (
    ContentFromVmFile,
    GimpConfigFile,
    ListDirectory,
    VmScreenSize,
    VmTerminalOutput,
    VmWallpaper,
    VmWindowSize,
    VscodeConfig,
)
