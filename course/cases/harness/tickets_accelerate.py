"""Runs a repaired script that sends tickets to desks with Accelerate: it leaves behind what a plain loop does."""

from course.cases.harness.tickets_loop import learns, reports, runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]
