# kind: elsewhere · smaller batches, SGD keeps its rate
def make_train_set(datasets, collator):
    return datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=8,
        shuffle=True,
        collate_fn=collator,
    )
