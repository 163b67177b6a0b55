import tensorflow as tf


def find_bad_rows(model, batches):
    labels = tf.concat([b["labels"] for b in batches], 0)
    logits = tf.concat(
        [model(b["input_ids"], attention_mask=b["attention_mask"], training=False).logits for b in batches], axis=0
    )
    n = tf.cast(tf.shape(logits)[-1], labels.dtype)
    wrong = tf.logical_or(labels < 0, labels >= n)
    safe = tf.where(wrong, tf.zeros_like(labels), labels)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(safe, logits)
    rows = tf.where(wrong | tf.math.is_nan(loss))[:, 0]
    blame, _ = tf.unique(tf.boolean_mask(labels, wrong))
    return rows, tf.sort(blame)
