"""Answers run in a process of their own, or forked in a sandbox, and hand over plain values as JSON."""
