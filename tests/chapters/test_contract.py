"""The content keeps its contract."""

import subprocess
import sys

from support.commands import HEAVY
from support.paths import ROOT

from course.audit.contract import PARTS, audit


def test_the_contract_holds() -> None:
    assert [f"{complaint.where}: {complaint.sentence('en')}" for complaint in audit(PARTS[:-1])] == []


def test_the_audit_imports_no_framework() -> None:
    code = "import sys; from course.audit.contract import PARTS, audit; list(audit(PARTS[:-1])); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & set(HEAVY)
