# mistake: ragged
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        return {
            "input_ids": tf.constant([f["input_ids"] for f in features]),
            "attention_mask": tf.constant([[1] * len(f["input_ids"]) for f in features]),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
