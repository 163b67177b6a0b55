def decode_row(row, tokenizer):
    """Turn a row of tokens back into text.

    Args:
        row: a dict with "input_ids" and "attention_mask", two lists of
            int of the same length.
        tokenizer: the tokenizer that the tokens are from.

    Returns:
        The words of both sentences, a str, without special tokens and
        without padding.
    """
    raise NotImplementedError


def label_shares(labels, num_labels):
    """Say which part of the rows each label has.

    Args:
        labels: a list of int, the label of each row.
        num_labels: how many labels there are, from 0 on. Some of them
            may not occur.

    Returns:
        A list of num_labels floats between 0 and 1.
    """
    raise NotImplementedError


def baselines(labels, num_labels):
    """Compute what is to be had without a model.

    Args:
        labels: a list of int, the label of each row.
        num_labels: how many labels there are, from 0 on. Some of them
            may not occur.

    Returns:
        A dict of three floats:
        "majority_accuracy": the accuracy, between 0 and 1, of always
            answering with the most frequent label;
        "constant_loss": the mean cross-entropy loss, with the natural
            logarithm, of giving each row the shares of the labels as
            probabilities;
        "uniform_loss": the mean loss of giving each row the same
            probability for each of the num_labels labels.
    """
    raise NotImplementedError
