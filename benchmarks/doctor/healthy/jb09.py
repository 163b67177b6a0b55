"""Fine-tune a tiny BERT on the sentiment sentences with Keras' fit (transformers' TF classes, tf_keras)."""
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer, set_seed

CKPT = "checkpoints/bert"
BATCH, EPOCHS, LR, MAXLEN = 32, 6, 3e-4, 48


def read(split):
    return pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")


def encode(tokenizer, frame):
    enc = tokenizer(frame["sentence"].tolist(), padding="max_length", truncation=True,
                    max_length=MAXLEN, return_tensors="np")
    return dict(enc), frame["label"].to_numpy("int64")


def main():
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    full = read("train").sample(frac=1.0, random_state=0)
    test = read("validation")          # the labelled file that is left for the end
    assert not set(full["sentence"]) & set(test["sentence"])
    val, train = full.iloc[:360], full.iloc[360:]

    x_train, y_train = encode(tokenizer, train)
    x_val, y_val = encode(tokenizer, val)
    x_test, y_test = encode(tokenizer, test)
    ds_train = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
                .shuffle(len(y_train), seed=0)
                .batch(BATCH)
                .prefetch(tf.data.AUTOTUNE))
    ds_val = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(64)
    ds_test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(64)

    model = TFAutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1})

    steps = math.ceil(len(y_train) / BATCH) * EPOCHS
    optimizer, _ = create_optimizer(
        init_lr=LR, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01)
    model.compile(
        optimizer=optimizer,
        loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="accuracy")],
    )
    model.fit(ds_train, validation_data=ds_val, epochs=EPOCHS, verbose=2)

    logits = model.predict(ds_test, verbose=0).logits
    accuracy = float(np.mean(logits.argmax(-1) == y_test))
    share = np.bincount(y_test).max() / len(y_test)
    print(f"test accuracy {accuracy:.3f} over {len(y_test)} sentences, constant answer {share:.3f}")

    model.save_pretrained("out/jb09/model")
    tokenizer.save_pretrained("out/jb09/model")
    again = TFAutoModelForSequenceClassification.from_pretrained("out/jb09/model")
    probe = {k: v[:8] for k, v in x_test.items()}
    same = np.allclose(again(probe, training=False).logits, logits[:8], atol=1e-4)
    print("reloaded model gives the same logits:", bool(same))


if __name__ == "__main__":
    main()
