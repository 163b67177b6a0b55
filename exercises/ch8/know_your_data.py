def decode_row(row, tokenizer):
    """Turn the tokens of an example back into text.

    Args:
        row: the example, a dict with "input_ids" and "attention_mask",
            two lists of int of the same length.
        tokenizer: the tokenizer that made the tokens.

    Returns:
        The words of both sentences, a str, without special tokens and
        without padding, which may be at the end or at the beginning.
    """
    raise NotImplementedError


def label_shares(labels, num_labels):
    """Return the frequency of each label, a proportion.

    Args:
        labels: a list of int, the label of each example.
        num_labels: the number of labels, which are 0, 1, 2 and so on.
            Some of them may not occur.

    Returns:
        A list of num_labels floats between 0 and 1: for each label,
        the number of examples with this label, divided by the number
        of all examples, exact to three decimals.
    """
    raise NotImplementedError


def baselines(labels, num_labels):
    """Compute the accuracy and the losses of three baselines.

    Args:
        labels: a list of int, the label of each example.
        num_labels: the number of labels, which are 0, 1, 2 and so on.
            Some of them may not occur.

    Returns:
        A dict of three floats, exact to three decimals:
        "majority_accuracy": the accuracy, between 0 and 1, of always
            predicting the most frequent label;
        "constant_loss": the mean cross-entropy loss, with the natural
            logarithm, of a prediction that gives each label its
            frequency as its probability, for every example;
        "uniform_loss": the mean cross-entropy loss of a prediction
            that gives all num_labels labels the same probability.
    """
    raise NotImplementedError
