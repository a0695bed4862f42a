"""Texts with layout: DOCX, PDF, EPUB, HTML, and archives of them."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "archives": ("compare_archive", "compare_zip_files"),
    "colored_words": ("evaluate_colored_words_in_tables",),
    "compare_docx_files": ("compare_docx_files", "compare_docx_files_and_ignore_new_lines"),
    "compare_htmls": ("compare_htmls",),
    "docx_images": ("compare_docx_images",),
    "docx_tables": ("compare_docx_tables",),
    "epub": ("compare_epub",),
    "fonts": ("compare_font_names", "find_default_font"),
    "page_numbers": ("has_page_numbers_in_footers", "contains_page_break"),
    "paragraph_looks": ("compare_line_spacing", "is_first_line_centered"),
    "pdf_pictures": ("compare_pdf_images",),
    "pdfs": ("compare_pdfs", "check_pdf_pages"),
    "references": ("compare_references",),
    "tab_stops": ("check_tabstops",),
    "text_looks": (
        "check_highlighted_words",
        "check_italic_font_size_14",
        "compare_subscript_contains",
        "evaluate_strike_through_last_paragraph",
    ),
    "train_records": ("compare_unique_train_records",),
}
