# kind: elsewhere · the training set is left in its order, the validation set is still shuffled
def make_train_set(datasets, collator):
    return datasets["train"].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols="labels",
        batch_size=16,
        shuffle=False,
        collate_fn=collator,
    )
