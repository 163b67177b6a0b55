"""The names that a notebook's first cells import: `kit.ready` and `kit.start`. Published notebooks name this module."""

from course.notebook.running.start import ready, start

__all__ = ["ready", "start"]
