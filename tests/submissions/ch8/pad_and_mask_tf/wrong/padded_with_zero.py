# mistake: other-padding
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        rows = tf.ragged.constant([f["input_ids"] for f in features])
        return {
            "input_ids": rows.to_tensor(),
            "attention_mask": tf.ones_like(rows).to_tensor(),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
