import tensorflow as tf

sparse_categorical_crossentropy = tf.keras.losses.sparse_categorical_crossentropy


def split(batch):
    inputs = dict(batch)
    return inputs, inputs.pop("labels")


def make_train_set(tokenized_datasets, columns, collator):
    whole = tokenized_datasets["train"].to_tf_dataset(columns=columns, batch_size=16, shuffle=True, collate_fn=collator)
    return whole.map(split)


def compile_model(model, optimizer):
    model.compile(
        optimizer,
        lambda true, given: sparse_categorical_crossentropy(true, given, from_logits=True),
    )
