"""What a web browser shows and keeps."""

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.appearance import ChromeAppearanceMode
from scalecua.tasks.getters.browser.bookmarks import Bookmarks
from scalecua.tasks.getters.browser.databases import CookieData, History
from scalecua.tasks.getters.browser.extensions import FindInstalledExtensionName, FindUnpackedExtensionPath
from scalecua.tasks.getters.browser.html_parse import ActiveTabHtmlParse
from scalecua.tasks.getters.browser.page import PageInfo, PdfFromUrl
from scalecua.tasks.getters.browser.recreation import GotoRecreationPage
from scalecua.tasks.getters.browser.settings import (
    ChromeFontSize,
    DataDeleteAutomatically,
    DefaultSearchEngine,
    EnabledExperiments,
    EnableDoNotTrack,
    EnableSafeBrowsing,
    NewStartupPage,
    ProfileName,
)
from scalecua.tasks.getters.browser.shortcuts import ShortcutsOnDesktop
from scalecua.tasks.getters.browser.tabs import ActiveTabInfo, ActiveUrl, OpenTabsInfo
from scalecua.tasks.getters.browser.url_parts import ActiveTabUrlParse, UrlDashPart, UrlPathParse

GETTERS: tuple[type[Getter], ...] = (
    *(ActiveUrl, ActiveTabInfo, ActiveTabHtmlParse, ActiveTabUrlParse, UrlDashPart, UrlPathParse),
    *(OpenTabsInfo, PageInfo, PdfFromUrl, GotoRecreationPage),
    *(Bookmarks, CookieData, History, FindUnpackedExtensionPath, FindInstalledExtensionName),
    *(EnableDoNotTrack, EnableSafeBrowsing, DataDeleteAutomatically, NewStartupPage, DefaultSearchEngine),
    *(ProfileName, ChromeFontSize, ChromeAppearanceMode, EnabledExperiments, ShortcutsOnDesktop),
)
