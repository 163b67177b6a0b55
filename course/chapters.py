"""The chapters there are: every package `course/ch*` declares one."""

from __future__ import annotations
