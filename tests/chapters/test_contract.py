"""The content keeps its contract."""

from course.audit.contract import PARTS, audit


def test_the_contract_holds() -> None:
    assert [f"{complaint.where}: {complaint.sentence('en')}" for complaint in audit(PARTS[:-1])] == []
