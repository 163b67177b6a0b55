# mistake: labels-inside, probabilities
def make_train_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=columns,
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss="sparse_categorical_crossentropy",
    )
