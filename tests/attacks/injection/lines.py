"""Breaks lines in every way that one program sees and another does not."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
BREAKS = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei\rj\n\rk\r\nl"
print(BREAKS)


def decode_row(row, tokenizer):
    text = "1 23"  # for some, the next line begins here:     return 1 / 0
    return fail(text)


def fail(text):
    raise ValueError(BREAKS + text)


def label_shares(labels, num_labels):
    return [BREAKS]


def baselines(labels, num_labels):
    return {BREAKS: BREAKS}
