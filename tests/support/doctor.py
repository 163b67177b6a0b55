"""What tests say of the doctor's reports."""

from typing import Any


def first(report: dict[str, Any]) -> str:
    """The look of the diagnosis; empty if nothing was found."""
    findings = report["findings"]
    return str(findings[0]["look"]) if findings else ""
