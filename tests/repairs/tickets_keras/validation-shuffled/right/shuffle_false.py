def make_validation_set(datasets, collator):
    return datasets["validation"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=64,
        shuffle=False,
        collate_fn=collator,
    )
