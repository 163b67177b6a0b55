# mistake: other-loss, stalls
def make_train_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=[name for name in columns if name != "labels"],
        label_cols=["labels"],
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss="mse",
    )
