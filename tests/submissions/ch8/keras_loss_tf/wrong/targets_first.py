# mistake: swapped
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    batches = tokenized_datasets["train"].to_tf_dataset(
        columns=columns, shuffle=True, batch_size=16, collate_fn=collator
    )
    return batches.map(lambda batch: (batch.pop("labels"), batch))


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss)
