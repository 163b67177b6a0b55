"""What tests of the doctor share."""

from functools import partial

import pytest
from support import warm

from course.diagnosis.running import launch


@pytest.fixture
def libraries_imported(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs run in processes that have imported the libraries before. How a process starts is tested in test_programs."""
    framework = "tf" if request.node.get_closest_marker("tf") else "pt"
    if warm.available(framework):
        monkeypatch.setattr(launch, "start", partial(warm.start, framework))
