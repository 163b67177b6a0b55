def make_labelled_model(checkpoint, feature):
    """Return a model for sequence classification, made for a feature.

    Args:
        checkpoint: the directory of a pretrained model, or its name on
            the hub, a str.
        feature: the datasets.ClassLabel of the column of labels.

    Returns:
        A TFPreTrainedModel with the checkpoint's weights and a logit
        for each label. Its config has num_labels (int), id2label (dict
        from int to str) and label2id (dict from str to int).
    """
    raise NotImplementedError
