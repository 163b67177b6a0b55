# mistake: other-targets
import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    whole = tokenized_datasets["train"].to_tf_dataset(columns=columns, batch_size=16, shuffle=True, collate_fn=collator)
    return whole.map(lambda batch: (batch, batch["attention_mask"]))


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
