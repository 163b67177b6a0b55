# kind: elsewhere · batches of one ticket need no padding; the batch size is another, the collator the same
def make_train_set(datasets, collator):
    return datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=1,
        shuffle=True,
        collate_fn=collator,
    )


def make_validation_set(datasets, collator):
    return datasets["validation"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=1,
        shuffle=False,
        collate_fn=collator,
    )
