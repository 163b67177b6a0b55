# Sentiment with TFBert on bucketed batches: frozen body first, then everything with a smaller rate.
import os
os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import BertTokenizerFast, TFBertForSequenceClassification

tf.keras.utils.set_random_seed(8)
tok = BertTokenizerFast.from_pretrained("checkpoints/bert")


def load(name, n):
    d = pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")
    return d.sample(n, random_state=8).reset_index(drop=True)


train_df, test_df = load("train", 1200), load("validation", 300)
valid_df, train_df = train_df[:200], train_df[200:]


def bucketed(df, batch, training):
    """Batches of similar lengths: little padding."""
    enc = tok(df.sentence.tolist(), truncation=True, max_length=48)
    rows = list(zip(enc["input_ids"], df.label))

    def generate():
        for ids, label in rows:
            yield ids, label

    ds = tf.data.Dataset.from_generator(
        generate, output_signature=(tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.int32)))
    if training:
        ds = ds.shuffle(len(rows), seed=0)
    ds = ds.bucket_by_sequence_length(lambda ids, _: tf.shape(ids)[0], bucket_boundaries=[13, 21],
                                      bucket_batch_sizes=[batch] * 3)
    return ds.map(lambda ids, y: ({"input_ids": ids, "attention_mask": tf.cast(ids != tok.pad_token_id, tf.int32)}, y)).prefetch(2)


train, valid, test = bucketed(train_df, 16, True), bucketed(valid_df, 64, False), bucketed(test_df, 64, False)
model = TFBertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2, from_pt=True)
xent = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

model.bert.trainable = False
model.compile(optimizer=tf.keras.optimizers.Adam(5e-3), loss=xent, metrics=["accuracy"])
print("trainable now:", sum(int(np.prod(w.shape)) for w in model.trainable_weights))
first = model.fit(train, validation_data=valid, epochs=2, verbose=2)

model.bert.trainable = True
per_epoch = sum(1 for _ in train)
rate = tf.keras.optimizers.schedules.PolynomialDecay(3e-4, 4 * per_epoch, end_learning_rate=0.0)
model.compile(optimizer=tf.keras.optimizers.Adam(rate, clipnorm=1.0), loss=xent, metrics=["accuracy"])   # needed after a change
print("trainable now:", sum(int(np.prod(w.shape)) for w in model.trainable_weights))
second = model.fit(train, validation_data=valid, epochs=4, verbose=2)

logits = model.predict(test, verbose=0).logits
gold = np.concatenate([y for _, y in test])
print("test accuracy %.3f, majority %.3f" % ((logits.argmax(-1) == gold).mean(), np.bincount(gold).max() / len(gold)))
