"""The contract of the content, which python -m course audit checks."""
