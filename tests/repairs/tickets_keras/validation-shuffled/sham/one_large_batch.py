# kind: elsewhere · all tickets in one batch, which is shuffled all the same
def make_validation_set(datasets, collator):
    return datasets["validation"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=len(datasets["validation"]),
        shuffle=True,
        collate_fn=collator,
    )
