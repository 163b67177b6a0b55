from functools import partial

import tensorflow as tf


def widen(values, width, filling):
    values = tf.constant(values, dtype=tf.int64)
    return tf.pad(values, [[0, width - len(values)]], constant_values=filling)


def collate(examples, pad_id):
    width = -(-max(len(each["input_ids"]) for each in examples) // 16) * 16
    batch = {}
    batch["input_ids"] = tf.stack([widen(each["input_ids"], width, pad_id) for each in examples])
    batch["attention_mask"] = tf.stack([widen([1] * len(each["input_ids"]), width, 0) for each in examples])
    batch["labels"] = tf.stack([each["label"] for each in examples])
    return batch


def make_padder(tokenizer):
    return partial(collate, pad_id=tokenizer.pad_token_id)
