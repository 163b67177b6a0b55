"""One thing that breaks the contract of the content, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from course.i18n import translate


@dataclass(frozen=True)
class Complaint:
    """`where` it is, and an English sentence marked with `N_`, with what fills its placeholders."""

    where: str
    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        return translate(self.message, language).format(**self.values)
