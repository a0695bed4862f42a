from hypothesis import given
from hypothesis import strategies as st

from scalecua.policy.grid import to_grid, to_pixel

sides = st.integers(2, 8000)


@given(side=sides)
def test_corners_are_corners(side: int) -> None:
    assert to_pixel(0, side, 1000) == 0
    assert to_pixel(1000, side, 1000) == side - 1
    assert (to_grid(0, side, 1000), to_grid(side - 1, side, 1000)) == (0, 1000)


@given(side=st.integers(1001, 8000), value=st.integers(0, 1000))
def test_a_grid_point_survives_where_pixels_are_finer(side: int, value: int) -> None:
    pixel = to_pixel(value, side, 1000)
    assert pixel is not None
    assert to_grid(pixel, side, 1000) == value


@given(side=st.integers(2, 1001), data=st.data())
def test_a_pixel_survives_where_the_grid_is_finer(side: int, data: st.DataObject) -> None:
    pixel = data.draw(st.integers(0, side - 1))
    assert to_pixel(to_grid(pixel, side, 1000), side, 1000) == pixel


@given(side=sides, value=st.floats(0, 1000))
def test_pixels_are_the_nearest_ones(side: int, value: float) -> None:
    pixel = to_pixel(value, side, 1000)
    assert pixel is not None
    assert 0 <= pixel < side
    assert abs(pixel - value * (side - 1) / 1000) <= 0.5 + 1e-9


@given(
    side=sides,
    value=st.one_of(st.floats(max_value=-1e-9), st.floats(min_value=1000.000001), st.just(float("nan"))),
)
def test_off_the_grid_there_is_no_pixel(side: int, value: float) -> None:
    assert to_pixel(value, side, 1000) is None


def test_halves_go_up() -> None:
    assert to_pixel(500, 1280, 1000) == 640
    assert to_pixel(500, 2, 1000) == 1


def test_a_screen_of_one_pixel() -> None:
    assert (to_grid(0, 1, 1000), to_pixel(1000, 1, 1000)) == (0, 0)
