import tensorflow as tf


def make_train_set(tokenized_datasets, columns, collator):
    return tokenized_datasets["train"].to_tf_dataset(
        columns=columns,
        label_cols=["labels"],
        batch_size=16,
        shuffle=True,
        collate_fn=collator,
    )


def cross_entropy(labels, logits):
    labels = tf.squeeze(labels)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss=cross_entropy,
    )
