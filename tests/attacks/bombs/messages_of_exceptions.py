"""Raises exceptions with a text of 100 MB, a name of 10 MB, and a million notes."""
# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0


def decode_row(row, tokenizer):
    raise ValueError("x\n" * 5 * 10**7)


def label_shares(labels, num_labels):
    raise type("E" * 10**7, (Exception,), {})("y" * 10**7)


def baselines(labels, num_labels):
    error = KeyError("z" * 10**7)
    error.__notes__ = ["note"] * 10**6
    raise error
