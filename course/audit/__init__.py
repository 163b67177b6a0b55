"""The contract of the content: what must be true of every chapter and of every word, checked without running a script."""

from __future__ import annotations

from course.audit.chapters import chapter_complaints
from course.audit.complaint import Complaint
from course.audit.words import update_catalogues, word_complaints

__all__ = ["Complaint", "audit", "update_catalogues"]


def audit() -> list[Complaint]:
    """Everything that breaks the contract, first in the chapters, then in the words. Imports no framework."""
    return [*chapter_complaints(), *word_complaints()]
