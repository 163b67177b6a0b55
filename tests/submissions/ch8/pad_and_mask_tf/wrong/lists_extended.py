# mistake: examples-changed
import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids, mask = [], []
        for f in features:
            row = f["input_ids"]
            mask.append([1] * len(row) + [0] * (width - len(row)))
            row += [tokenizer.pad_token_id] * (width - len(row))
            ids.append(row)
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.constant(mask),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return pad
