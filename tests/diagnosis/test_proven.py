from __future__ import annotations

import json
import runpy

import pytest

from course.diagnosis.diagnose import diagnose, report
from course.diagnosis.look import PROVEN, Confidence, Found, Look
from course.diagnosis.looks import LOOKS
from course.paths import CHECKOUT
from tests.diagnosis.test_looks import HEALTHY

BENCHMARK = CHECKOUT / "benchmarks" / "doctor.py"


def test_only_what_the_benchmark_has_proven_may_be_called_certain() -> None:
    benchmark = runpy.run_path(str(BENCHMARK), run_name="benchmark")
    results = json.loads(BENCHMARK.with_suffix(".json").read_text(encoding="utf-8"))
    assert sorted(PROVEN) == benchmark["proven"](results)
    assert {look.name for look in LOOKS} > PROVEN


@pytest.mark.parametrize(
    ("name", "own", "said"),
    [
        (min(PROVEN), "certain", "certain"),
        (min(PROVEN), "likely", "likely"),
        ("never-seen-before", "certain", "likely"),
        ("never-seen-before", "possible", "possible"),
    ],
)
def test_a_look_says_that_it_is_certain_once_it_is_proven(name: str, own: Confidence, said: Confidence) -> None:
    look = Look(name, (), lambda facts: Found(own), "", "", "")
    (finding,) = report(HEALTHY, diagnose(HEALTHY, [look]))["findings"]
    assert finding["confidence"] == said
