"""Paraphrases (MRPC): train a BERT classifier, store it, and let a second function load it and score it."""
import os

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import BertTokenizerFast, TFBertModel

CKPT = "checkpoints/bert"
MODEL_FILE = "out/mrpc_bert.h5"
LABELS = ["different", "paraphrase"]
MAX_LEN = 80

np.random.seed(8)
tf.random.set_seed(8)

tokenizer = BertTokenizerFast.from_pretrained(CKPT)


def read(name):
    return pd.read_parquet(f"data/glue/mrpc/{name}-00000-of-00001.parquet")


def vectorize(df):
    enc = tokenizer(
        df["sentence1"].tolist(),
        df["sentence2"].tolist(),
        max_length=MAX_LEN,
        padding="max_length",
        truncation=True,
        return_token_type_ids=True,
        return_tensors="np",
    )
    return [enc[k].astype("int32") for k in ("input_ids", "attention_mask", "token_type_ids")]


def create_model():
    input_ids = tf.keras.layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="input_ids")
    attention_mask = tf.keras.layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="attention_mask")
    token_type_ids = tf.keras.layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="token_type_ids")

    bert = TFBertModel.from_pretrained(CKPT)
    pooled = bert(input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)[1]
    x = tf.keras.layers.Dropout(0.1)(pooled)
    output = tf.keras.layers.Dense(len(LABELS), activation="softmax")(x)

    model = tf.keras.models.Model(inputs=[input_ids, attention_mask, token_type_ids], outputs=output)
    model.compile(
        loss="sparse_categorical_crossentropy",
        optimizer=tf.keras.optimizers.Adam(learning_rate=4e-4),
        metrics=["accuracy"],
    )
    return model


def train():
    df = read("train")
    model = create_model()
    model.fit(vectorize(df), df["label"].values, epochs=1, batch_size=32, verbose=2)
    os.makedirs(os.path.dirname(MODEL_FILE), exist_ok=True)
    model.save(MODEL_FILE)
    print("saved to", MODEL_FILE)


def evaluate():
    model = tf.keras.models.load_model(MODEL_FILE, custom_objects={"TFBertModel": TFBertModel})
    for name in ("validation", "test"):
        df = read(name)
        probs = model.predict(vectorize(df), batch_size=64, verbose=0)
        accuracy = np.mean(probs.argmax(axis=1) == df["label"].values)
        print("%-10s accuracy %.3f" % (name, accuracy))
    row = df.iloc[0]
    print(row["sentence1"], "/", row["sentence2"])
    for label, p in zip(LABELS, probs[0]):
        print("   %-14s %.3f" % (label, p))


if __name__ == "__main__":
    train()
    evaluate()
