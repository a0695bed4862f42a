"""Steps about the browser: its tabs and its history."""

from scalecua.tasks.steps.base import Step
from scalecua.tasks.steps.browser.history import UpdateBrowseHistory
from scalecua.tasks.steps.browser.tabs import ChromeCloseTabs, ChromeOpenTabs

STEPS: tuple[type[Step], ...] = (ChromeOpenTabs, ChromeCloseTabs, UpdateBrowseHistory)
