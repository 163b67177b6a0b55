"""Functions that several tests share."""
