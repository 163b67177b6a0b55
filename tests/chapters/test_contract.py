"""The content keeps its contract."""

import subprocess
import sys

from support.commands import HEAVY
from support.paths import ROOT

CODE = """
import sys
from course.audit.contract import PARTS, audit
for complaint in audit(PARTS[:-1]):
    print(f"{complaint.where}: {complaint.sentence('en')}", file=sys.stderr)
print(*sys.modules)
"""


def test_the_contract_holds_and_the_audit_imports_no_framework() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not set(done.stdout.split()) & set(HEAVY)
