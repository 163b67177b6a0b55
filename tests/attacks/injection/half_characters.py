"""Prints, returns and raises half characters, which no file in UTF-8 takes, and zeros."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
HALF = "\ud800 \udcff \udfff\ud800 \x00 a\x00b"
print(HALF)


def decode_row(row, tokenizer):
    return HALF


def label_shares(labels, num_labels):
    raise type("E\ud800", (Exception,), {})(HALF)


def baselines(labels, num_labels):
    return {HALF: HALF, "majority_accuracy": HALF}
