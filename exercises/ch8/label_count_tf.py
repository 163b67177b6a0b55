def make_labelled_model(checkpoint, feature):
    """Return a model with one logit for each label of a feature.

    Args:
        checkpoint: the directory of a pretrained model, or its name on
            the hub, a str.
        feature: the type of the column of labels, a
            datasets.ClassLabel.

    Returns:
        A TFPreTrainedModel for sequence classification, with the
        checkpoint's weights and one logit for each label. Its config
        has num_labels (int), id2label (dict from int to str) and
        label2id (dict from str to int).
    """
    raise NotImplementedError
