"""Python imports this when it starts with this directory on its path: it keeps transformers' pipelines out, as lessons do.

See `course.environment.without_pipelines`. Programs that a test starts take ten seconds less this way.
"""

import sys

sys.modules["transformers.pipelines"] = None  # type: ignore[assignment]
