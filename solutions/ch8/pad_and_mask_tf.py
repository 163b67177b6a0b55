import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        rows = [feature["input_ids"] for feature in features]
        longest = max(len(row) for row in rows)
        ids, mask = [], []
        for row in rows:
            missing = longest - len(row)
            ids.append(row + [tokenizer.pad_token_id] * missing)
            mask.append([1] * len(row) + [0] * missing)
        labels = [feature["label"] for feature in features]
        return {
            "input_ids": tf.constant(ids),
            "attention_mask": tf.constant(mask),
            "labels": tf.constant(labels),
        }

    return pad
