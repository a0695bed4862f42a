"""Every metric an evaluator may name."""

from collections.abc import Callable, Mapping

from scalecua.tasks.metrics.check_include_exclude import check_include_exclude
from scalecua.tasks.metrics.check_ini import check_ini
from scalecua.tasks.metrics.check_json import check_json, check_json_settings
from scalecua.tasks.metrics.compare_lines import compare_lines
from scalecua.tasks.metrics.compare_text_file import compare_text_file
from scalecua.tasks.metrics.exact_match import exact_match
from scalecua.tasks.metrics.file_contains import file_contains
from scalecua.tasks.metrics.membership import is_in_list, match_in_list

METRICS: Mapping[str, Callable[..., float]] = {
    metric.__name__: metric
    for metric in (
        check_include_exclude,
        check_ini,
        check_json,
        check_json_settings,
        compare_lines,
        compare_text_file,
        exact_match,
        file_contains,
        is_in_list,
        match_in_list,
    )
}
