from itertools import zip_longest

import tensorflow as tf


def make_padder(tokenizer):
    def padder(features):
        columns = zip_longest(*(f["input_ids"] for f in features), fillvalue=tokenizer.pad_token_id)
        ids = tf.transpose(tf.constant(list(columns)))
        return {
            "input_ids": ids,
            "attention_mask": tf.cast(tf.not_equal(ids, tokenizer.pad_token_id), tf.int32),
            "labels": tf.constant([f["label"] for f in features]),
        }

    return padder
