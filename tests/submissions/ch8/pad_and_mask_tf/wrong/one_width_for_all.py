# mistake: too-wide
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        width = tokenizer.model_max_length if tokenizer.model_max_length < 1000 else 128
        ids = [f["input_ids"] + [tokenizer.pad_token_id] * (width - len(f["input_ids"])) for f in features]
        mask = [[1] * len(f["input_ids"]) + [0] * (width - len(f["input_ids"])) for f in features]
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.constant(mask),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
