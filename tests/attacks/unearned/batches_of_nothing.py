"""Makes batches without anything in them, which are the same again each time."""

# exercise: pad-and-mask
# setting: pt
# status: failed, error
# points: 0


def make_padder(tokenizer):
    return lambda features: {}
