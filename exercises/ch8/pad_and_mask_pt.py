def make_padder(tokenizer):
    """Return a function that makes a batch of rows.

    Args:
        tokenizer: what the rows were tokenized with, a
            PreTrainedTokenizerFast.

    Returns:
        A function that takes a list of dicts, each with input_ids
        (list[int], of any length) and label (int), and returns a dict:
        input_ids: int64 tensor, rows x tokens of the longest row, the
            others padded after their end.
        attention_mask: int64 tensor of the same shape.
        labels: int64 tensor, one for each row.
    """
    raise NotImplementedError
