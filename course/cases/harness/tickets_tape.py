"""Runs a repaired script that sends tickets to desks with a GradientTape: it leaves behind what one with Keras does."""

from course.cases.harness.tickets_keras import learns, reports, runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]
