import tensorflow as tf

pad_sequences = tf.keras.preprocessing.sequence.pad_sequences


def make_padder(tokenizer):
    def make_batch(examples):
        rows = [example["input_ids"] for example in examples]
        ones = [[1 for _ in row] for row in rows]
        return {
            "input_ids": tf.convert_to_tensor(pad_sequences(rows, padding="post", value=tokenizer.pad_token_id)),
            "attention_mask": tf.convert_to_tensor(pad_sequences(ones, padding="post")),
            "labels": tf.convert_to_tensor([example["label"] for example in examples]),
        }

    return make_batch
