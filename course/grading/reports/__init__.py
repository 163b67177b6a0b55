"""The reports on a class: files that other systems import, and pages that people read."""
