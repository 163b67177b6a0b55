# mistake: too-narrow
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        width = min(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"][:width] for f in features]
        mask = [[1] * width for f in features]
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.constant(mask),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
