"""Parts of programs, as people write them, for the looks that read the text alone: fragments/LOOK/right_*.py, or wrong_*.py with its mistake."""

from dataclasses import replace
from pathlib import Path

import pytest
from diagnosis.test_looks import HEALTHY

from course.diagnosis.diagnose import diagnose

FRAGMENTS = sorted((Path(__file__).parent / "fragments").glob("*/*.py"))


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_look_at_the_text_finds_its_mistake_where_it_is_and_only_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    framework = "tf" if "keras" in source or "tensorflow" in source else "pt"
    findings = diagnose(replace(HEALTHY, source=source, framework=framework)).findings
    found = path.parent.name.replace("_", "-") in [finding.look.name for finding in findings]
    assert found == path.stem.startswith("wrong_")
