# mistake: by-output
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=[name for name in columns if name != "labels"],
        label_cols=["labels"],
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def compile_model(model, optimizer):
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer, loss={"logits": loss})
