# mistake: other-mask
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"] + [tokenizer.pad_token_id] * (width - len(f["input_ids"])) for f in features]
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.cast(tf.equal(ids, tokenizer.pad_token_id), tf.int32),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
