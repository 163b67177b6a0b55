import tensorflow as tf


def make_padder(tokenizer):
    def pad(features):
        labels = [feature["label"] for feature in features]
        rows = [{"input_ids": feature["input_ids"]} for feature in features]
        batch = tokenizer.pad(rows, padding=True, pad_to_multiple_of=8, return_tensors="tf")
        batch["labels"] = tf.constant(labels)
        return batch

    return pad
