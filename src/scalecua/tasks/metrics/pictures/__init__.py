"""Images, and what GIMP makes of them."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_brightness_decrease_and_structure_sim": ("check_brightness_decrease_and_structure_sim",),
    "check_config_status": ("check_config_status",),
    "check_contrast_increase_and_structure_sim": ("check_contrast_increase_and_structure_sim",),
    "check_green_background": ("check_green_background",),
    "check_image_mirror": ("check_image_mirror",),
    "check_palette_and_structure_sim": ("check_palette_and_structure_sim",),
    "check_saturation_increase_and_structure_sim": ("check_saturation_increase_and_structure_sim",),
    "check_structure_sim": (
        "check_file_exists_and_structure_sim",
        "check_structure_sim",
        "check_structure_sim_resized",
        "check_structure_sim_with_threshold",
    ),
    "compare_image_list": ("compare_image_list",),
    "compare_image_text": ("compare_image_text",),
    "compare_images": ("compare_images",),
    "position": (
        "check_textbox_on_leftside",
        "check_triangle_position",
    ),
    "size": (
        "check_image_file_size",
        "check_image_size",
    ),
}
