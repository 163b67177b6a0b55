def make_padder(tokenizer):
    """Return a function that makes a batch of examples.

    Args:
        tokenizer: the tokenizer that made the tokens of the examples, a
            PreTrainedTokenizerFast.

    Returns:
        A function that takes a list of dicts, each with input_ids
        (list[int], of any length) and label (int), leaves them as they
        are, and returns a dict:
        input_ids: int32 or int64 tensor, examples x tokens of the
            longest example; the others are padded after their tokens.
            The width may be rounded up to a multiple of 8, 16 or 32.
        attention_mask: tensor of the same shape, 1 for a token and 0
            for padding.
        labels: int32 or int64 tensor, one label for each example.
        NumPy arrays will do, too.
    """
    raise NotImplementedError
