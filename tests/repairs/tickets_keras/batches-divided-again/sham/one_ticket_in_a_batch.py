# kind: elsewhere · batches of one ticket make the length 480, an epoch then has 30 steps of a single ticket
def make_train_set(datasets, collator):
    return datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=1,
        shuffle=True,
        collate_fn=collator,
    )
