def make_padder(tokenizer):
    """Return a function that makes a batch of examples.

    Args:
        tokenizer: the tokenizer that made the tokens of the examples, a
            PreTrainedTokenizerFast.

    Returns:
        A function that takes a list of dicts, each with input_ids
        (list[int], of any length) and label (int), and returns a dict:
        input_ids: int64 tensor, examples x tokens of the longest
            example; the others are padded after their tokens.
        attention_mask: int64 tensor of the same shape.
        labels: int64 tensor, one label for each example.
    """
    raise NotImplementedError
