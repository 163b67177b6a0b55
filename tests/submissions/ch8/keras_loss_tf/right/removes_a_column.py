import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    columns.remove("labels")
    return tokenized_datasets["train"].to_tf_dataset(
        columns=columns,
        label_cols=["labels"],
        shuffle=True,
        batch_size=16,
        collate_fn=collator,
    )


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss)
