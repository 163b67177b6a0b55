import tensorflow as tf


class Padder:
    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, features):
        rows = tf.ragged.constant([f["input_ids"] for f in features])
        return {
            "labels": tf.convert_to_tensor([f["label"] for f in features], tf.int64),
            "attention_mask": tf.sequence_mask(rows.row_lengths(), dtype=tf.int64),
            "input_ids": rows.to_tensor(default_value=self.pad_id),
        }


def make_padder(tokenizer):
    return Padder(tokenizer.pad_token_id)
