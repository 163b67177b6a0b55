# mistake: floats
import numpy as np
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids = np.zeros((len(features), width)) + tokenizer.pad_token_id
        mask = np.zeros((len(features), width), dtype=int)
        for i, f in enumerate(features):
            ids[i, : len(f["input_ids"])] = f["input_ids"]
            mask[i, : len(f["input_ids"])] = 1
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.constant(mask),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
