"""Calculates for ever while its file is loaded."""

# exercise: know-your-data
# setting: plain
# status: timeout
# points: 0
while True:
    pass


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}
