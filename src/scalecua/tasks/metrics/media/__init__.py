"""Sound, video and the players of them."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_mp3_meta": ("check_mp3_meta",),
    "compare_audios": ("compare_audios",),
    "compare_videos": ("compare_videos",),
    "vlc_settings": (
        "check_global_key_play_pause",
        "check_one_instance_when_started_from_file",
        "check_play_and_exit",
        "check_qt_bgcone",
        "check_qt_max_volume",
        "check_qt_minimal_view",
        "check_qt_slider_colours",
        "is_vlc_recordings_folder",
    ),
    "vlc_shows": (
        "is_vlc_fullscreen",
        "is_vlc_playing",
    ),
}
