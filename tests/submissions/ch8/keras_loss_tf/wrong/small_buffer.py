# mistake: not-shuffled
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    examples = tokenized_datasets["train"].to_tf_dataset(
        columns=columns,
        label_cols=["labels"],
        shuffle=False,
        batch_size=1,
        collate_fn=collator,
    )
    return examples.unbatch().shuffle(4).padded_batch(16)


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss)
