"""Settings of the browser, as its preferences hold them; None where it has never run."""

from typing import Any, Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.profile import at, document, preferences
from scalecua.tasks.scene import Scene

SESSION_ONLY = 4
NEW_TAB = 5
FONTS = {"default_fixed_font_size": 13, "default_font_size": 16, "minimum_font_size": 0}


def _said(holds: bool) -> str:
    return "true" if holds else "false"


class EnableDoNotTrack(Getter):
    """Whether "Do Not Track" is sent: `"true"` or `"false"`, which it is from the start."""

    type: Literal["enable_do_not_track"] = "enable_do_not_track"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences."""
        found = await preferences(scene)
        return None if found is None else _said(at(found, "enable_do_not_track") is True)


class EnableSafeBrowsing(Getter):
    """Whether safe browsing is on, standard or enhanced: `"true"`, as from the start, or `"false"`."""

    type: Literal["enable_safe_browsing"] = "enable_safe_browsing"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences."""
        found = await preferences(scene)
        if found is None:
            return None
        enabled, enhanced = (at(found, "safebrowsing", key) for key in ("enabled", "enhanced"))
        return _said(enabled is None or enabled is True or enhanced is True)


class DataDeleteAutomatically(Getter):
    """Whether what sites store is deleted when the browser closes: `"true"` or `"false"`."""

    type: Literal["data_delete_automacally"] = "data_delete_automacally"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences."""
        found = await preferences(scene)
        if found is None:
            return None
        return _said(at(found, "profile", "default_content_setting_values", "cookies") == SESSION_ONLY)


class NewStartupPage(Getter):
    """Whether the browser starts with a new tab, as it does from the start: `"true"` or `"false"`."""

    type: Literal["new_startup_page"] = "new_startup_page"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences."""
        found = await preferences(scene)
        if found is None:
            return None
        return _said(at(found, "session", "restore_on_startup") in (None, NEW_TAB))


class DefaultSearchEngine(Getter):
    """The name of the search engine that was chosen."""

    type: Literal["default_search_engine"] = "default_search_engine"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences; None while it is the browser's own choice, which they do not name."""
        found = await preferences(scene)
        name = at(found, "default_search_provider_data", "template_url_data", "short_name")
        return name if isinstance(name, str) else None


class ProfileName(Getter):
    """The name of the profile."""

    type: Literal["profile_name"] = "profile_name"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences."""
        name = at(await preferences(scene), "profile", "name")
        return name if isinstance(name, str) else None


class ChromeFontSize(Getter):
    """Font sizes by the browser's names for them, `default_font_size` among them."""

    type: Literal["chrome_font_size"] = "chrome_font_size"

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """Read the preferences."""
        found = await preferences(scene)
        if found is None:
            return None
        chosen = at(found, "webkit", "webprefs")
        return {**FONTS, **(chosen if isinstance(chosen, dict) else {})}


class EnabledExperiments(Getter):
    """The experiments chosen at `chrome://flags`, each as `name@choice`."""

    type: Literal["enabled_experiments"] = "enabled_experiments"

    async def __call__(self, scene: Scene) -> list[Any] | None:
        """Read the state that all profiles share."""
        found = await document(scene, "Local State")
        if found is None:
            return None
        chosen = at(found, "browser", "enabled_labs_experiments")
        return chosen if isinstance(chosen, list) else []
