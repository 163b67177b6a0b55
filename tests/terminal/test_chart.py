"""Curves drawn with characters, and for a browser."""

import math
import re

import pytest

from course.curves import Curve, column_curve, smooth
from course.i18n import LANGUAGES, translate
from course.lesson import DrawnColumn
from course.notebook.running.page import chart_with_legend
from course.terminal.chart import MARKERS, draw


def heights(lines: list[str], marker: str) -> list[int]:
    """For each column that has the marker, how far from the bottom it stands."""
    grid = [line[7:] for line in lines[:-2]]
    columns = range(max(map(len, grid)))
    found = [
        [place for place, row in enumerate(reversed(grid)) if column < len(row) and row[column] == marker]
        for column in columns
    ]
    return [rows[0] for rows in found if rows]


def test_a_falling_loss_falls_and_a_flat_one_stays() -> None:
    falling = [1.1 * 0.98**step for step in range(150)]
    lines = draw([Curve("flat", [1.1] * 150), Curve("falling", falling)], 80, "en")
    assert len(set(heights(lines, MARKERS[0]))) == 1
    fallen = heights(lines, MARKERS[1])
    assert fallen == sorted(fallen, reverse=True)
    assert fallen[0] > fallen[-1] + 5


def test_a_chart_keeps_to_its_width() -> None:
    for width in (20, 80, 100):
        assert max(map(len, draw([Curve("a", [1.0, 2.0, 3.0])], width, "en"))) <= width


def test_a_shorter_curve_takes_the_part_of_the_axis_that_its_steps_take() -> None:
    lines = draw([Curve("long", [1.0] * 100), Curve("short", [0.5] * 50)], 107, "en")
    assert len(heights(lines, MARKERS[0])) == 100
    assert len(heights(lines, MARKERS[1])) == 50


def test_what_is_not_finite_is_left_out() -> None:
    assert smooth([1.0, math.nan, math.nan, 3.0], 2) == [1.0, 3.0]
    assert smooth([math.nan], 1) == [None]
    assert draw([], 80, "en") == []


def test_what_falls_below_zero_falls_in_the_picture() -> None:
    lines = draw([Curve("slope", [-0.2, -0.4, -0.6, -0.9, -1.2])], 20, "en")
    fallen = heights(lines, MARKERS[0])
    assert fallen == sorted(fallen, reverse=True)
    assert fallen[0] > fallen[-1] + 5


def test_figures_that_are_wide_push_all_lines_to_the_right_alike() -> None:
    lines = draw([Curve("loss", [7e8, 1.0])], 60, "en")
    assert max(map(len, lines)) <= 60
    assert len({line.index("│") for line in lines if "│" in line} | {lines[-2].index("└")}) == 1


@pytest.mark.parametrize("highest", [3e-3, 4e-6, 2e-13, 5e40])
def test_figures_of_small_and_of_huge_curves_tell_its_levels_apart(highest: float) -> None:
    curve = Curve("learning rate", [highest * step / 50 for step in range(51)])
    for lines in (draw([curve], 60, "en"), chart_with_legend([curve], "en").split("<text ")):
        figures = [re.search(r"[\d.,e+-]+(?= │|<)", line) for line in lines]
        shown = [found[0] for found in figures if found]
        assert len({*shown}) == len(shown) > 2
    assert max(map(len, draw([curve], 60, "en"))) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_axis_says_what_it_counts(language: str) -> None:
    curves = [Curve("loss", [0.7, 0.5, 0.4])]
    step, epoch = (f">{translate(word, language)}</text>" for word in ("step", "epoch"))
    assert step != epoch
    assert step in chart_with_legend(curves, language)
    assert epoch not in chart_with_legend(curves, language)
    assert epoch in chart_with_legend(curves, language, epochs=True)


def test_a_columns_title_is_translated_and_its_name_stays_that_of_the_table() -> None:
    rows = [{"step": 2, "loss": 1.0}, {"step": 4, "loss": 0.5}]
    assert column_curve(rows, DrawnColumn("loss", "training loss"), "it") == Curve(
        translate("training loss", "it"), [1.0, 1.0, 0.5, 0.5]
    )
    assert column_curve(rows, DrawnColumn("loss"), "it").name == "loss"
