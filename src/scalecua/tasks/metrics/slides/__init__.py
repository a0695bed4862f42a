"""Presentations."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_image_stretch_and_center": ("check_image_stretch_and_center",),
    "check_left_panel": ("check_left_panel",),
    "check_page_number_colors": ("check_page_number_colors",),
    "check_slide_orientation": ("check_slide_orientation_Portrait",),
    "check_transition": ("check_transition",),
    "compare_pptx_files": ("compare_pptx_files",),
    "evaluate_presentation_fill": ("evaluate_presentation_fill_to_rgb_distance",),
    "registry": (
        "check_auto_saving_time",
        "check_presenter_console_disable",
    ),
}
