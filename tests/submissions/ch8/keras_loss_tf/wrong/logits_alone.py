# mistake: labels-inside
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    train_set = tokenized_datasets["train"].to_tf_dataset(
        columns=columns, batch_size=16, shuffle=True, collate_fn=collator
    )
    return train_set.prefetch(tf.data.AUTOTUNE)


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
