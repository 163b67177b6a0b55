def make_validation_set(datasets, collator):
    # left in its order: `measure` takes the labels from the file
    validation_set = datasets["validation"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=64,
        collate_fn=collator,
    )
    labels = np.concatenate([batch for _, batch in validation_set])
    assert (labels == np.array(datasets["validation"]["labels"])).all()
    return validation_set
